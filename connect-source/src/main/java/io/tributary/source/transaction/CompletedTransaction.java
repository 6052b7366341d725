package io.tributary.source.transaction;

import io.tributary.format.model.Commit;
import io.tributary.source.offset.ResumePoint;
import java.util.List;

/**
 * A transaction boundary: a transaction whose outcome is known, or a stretch without changes.
 * {@link #close} gives back what its changes take of memory and disk.
 *
 * @param commit its commit
 * @param slices what it did, by partition in ascending order; empty when nothing of it is captured,
 *     when it was rolled back, or when it was emitted before
 * @param resume where to go on after it
 */
public record CompletedTransaction(Commit commit, List<EncodedSlice> slices, ResumePoint resume)
    implements AutoCloseable {
  public CompletedTransaction {
    slices = List.copyOf(slices);
  }

  /** Bytes of its encoded changes. */
  public long bytes() {
    long bytes = 0;
    for (EncodedSlice slice : slices) {
      bytes += slice.changes().size();
    }
    return bytes;
  }

  @Override
  public void close() {
    slices.forEach(EncodedSlice::close);
  }
}
