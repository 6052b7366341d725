package io.tributary.source.transaction;

import io.tributary.format.model.Commit;
import io.tributary.source.offset.ResumePoint;
import java.util.List;

/**
 * A transaction boundary: a transaction whose outcome is known, or a stretch without changes.
 *
 * @param commit its commit
 * @param slices what it did, by partition in ascending order; empty when nothing of it is captured,
 *     when it was rolled back, or when it was emitted before
 * @param resume where to go on after it
 */
public record CompletedTransaction(Commit commit, List<EncodedSlice> slices, ResumePoint resume) {
  public CompletedTransaction {
    slices = List.copyOf(slices);
  }
}
