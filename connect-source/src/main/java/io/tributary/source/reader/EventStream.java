package io.tributary.source.reader;

import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import java.time.Duration;

/** The events of one connection. {@link #close} may come from any thread. */
public interface EventStream extends AutoCloseable {
  /** The next event, or null when none came in that time. */
  BinlogEvent poll(Duration wait) throws BinlogException, InterruptedException;

  @Override
  void close();
}
