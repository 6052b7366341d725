package io.tributary.source.transaction;

import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;

/**
 * Assembles the events of one connection into transactions whose outcome is known.
 *
 * <p>One assembler for each connection: it begins at a transaction boundary without any table map,
 * and after a {@link TransactionException} it is of no more use.
 *
 * <p>Not thread-safe.
 */
public final class TransactionAssembler {
  private final ResumePoint boundary;

  /**
   * @param settings what it is told once
   * @param tables which tables are captured, and how their rows are read
   * @param buffers where changes are kept until the outcome is known
   * @param from the boundary to go on from. Its position and files may be null when reading by GTID
   *     in a history that they do not belong to; its GTID set must be the one of exactly this
   *     boundary (transactions in it are passed over), or null when that is not known.
   * @param start what the server was asked for: in a file, {@code from.readFrom()}; then everything
   *     up to {@code from.position()} is read silently (XA transactions that are still open there
   *     are kept, all else is dropped). Or after a GTID set, {@code from.executed()}.
   */
  public TransactionAssembler(
      AssemblerSettings settings,
      CapturedTables tables,
      ChangeBuffers buffers,
      ResumePoint from,
      StartPoint start) {
    this.boundary = from;
  }

  /**
   * Takes the next event.
   *
   * @return the boundary that the event reached, or null when it reached none, or one that lies at
   *     or before the resume point. Boundaries without slices come after everything that is not
   *     captured, rolled back or prepared, at the beginning of a file, and when the server says by
   *     heartbeat that it has passed over something.
   * @throws TransactionException when the event is not understood, or cannot be followed by rows;
   *     {@link #boundary()} is where to resume
   */
  public CompletedTransaction accept(BinlogEvent event) throws TransactionException {
    throw new TransactionException("not built yet: " + event);
  }

  /** The last boundary that was reached: where to resume. */
  public ResumePoint boundary() {
    return boundary;
  }

  /** Gives back all buffers, those of held XA transactions too. */
  public void close() {}
}
