package io.tributary.source.reader;

import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.OpenBranches;
import io.tributary.source.transaction.TransactionException;

/** Makes transactions of the events of one connection. */
public interface Assembly extends AutoCloseable {
  /** Takes an event; gives the boundary that it reached, or null. */
  CompletedTransaction accept(BinlogEvent event) throws TransactionException;

  /** The last boundary that was reached; its position is null until one is known. */
  ResumePoint boundary();

  /** The XA branches that are prepared at that boundary. */
  OpenBranches openBranches();

  @Override
  void close();
}
