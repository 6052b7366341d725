package io.tributary.source.record;

import io.tributary.format.codec.RecordEncoder;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffer;
import java.io.IOException;

/**
 * The records of one slice: one, or fragments that are read from the slice's buffer one by one. Not
 * thread-safe.
 */
final class SlicePieces implements AutoCloseable {
  private final RecordEncoder encoder;
  private final TransactionRecord header;
  private final SpillBuffer changes;
  private final int pieceBytes;
  private long next;
  private int fragment;

  /**
   * @param header everything but the changes; the fragment number and last mark of its slice are
   *     not looked at
   * @param changes encoded changes, not empty; closed here
   * @param maxBytes bound of each record's length in bytes
   * @throws IllegalArgumentException when it leaves too little beside the header
   */
  SlicePieces(RecordEncoder encoder, TransactionRecord header, SpillBuffer changes, int maxBytes) {
    this.encoder = encoder;
    this.header = header;
    this.changes = changes;
    // Whole if it fits: 0 stands for one piece.
    this.pieceBytes =
        encoder.fits(header, changes.size(), maxBytes) ? 0 : encoder.pieceBytes(header, maxBytes);
  }

  int partition() {
    return header.slice().partition();
  }

  boolean hasNext() {
    return next < changes.size();
  }

  byte[] next() throws IOException {
    if (pieceBytes == 0) {
      next = changes.size();
      return encoder.encode(header, changes.read(0, (int) next));
    }
    int length = (int) Math.min(pieceBytes, changes.size() - next);
    byte[] piece = changes.read(next, length);
    next += length;
    return encoder.encodeFragment(numbered(), piece);
  }

  private TransactionRecord numbered() {
    Slice slice = header.slice();
    return new TransactionRecord(
        header.origin(),
        header.commit(),
        new Slice(
            slice.partition(),
            slice.partitions(),
            slice.previous(),
            slice.attempt(),
            fragment++,
            !hasNext()),
        header.executed(),
        header.heartbeat(),
        header.tables(),
        header.changes());
  }

  @Override
  public void close() {
    changes.close();
  }
}
