package io.tributary.source.binlog;

import java.time.Duration;
import java.util.Objects;

/**
 * One connection to a server that sends its binlog. It never reconnects: when it has ended, a new
 * client begins at a transaction boundary.
 *
 * <p>Threads: {@link #connect} and {@link #poll} belong to one thread; {@link #close} may be called
 * from any. A thread of the client's own reads ahead up to {@link BinlogSettings#queueMaxBytes}.
 */
public final class BinlogClient implements AutoCloseable {
  private final BinlogSettings settings;

  public BinlogClient(BinlogSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /**
   * Connects, logs in and asks for the binlog. Called once. Whether the server still has what was
   * asked for is known only at the first {@link #poll}.
   *
   * @throws BinlogException when it cannot connect or the server refuses; the client is then dead
   */
  public void connect(StartPoint start) throws BinlogException {
    throw new UnsupportedOperationException(settings + " " + start);
  }

  /**
   * The next event, in the binlog's order.
   *
   * @param wait how long to wait for one, zero or more
   * @return the event; null when none came in that time
   * @throws BinlogException when the stream has ended and everything before its end was polled; the
   *     client is then dead. The end may lie in the middle of a transaction. Also after {@link
   *     #close}, with the kind BROKEN
   * @throws InterruptedException when the calling thread is interrupted while it waits
   */
  public BinlogEvent poll(Duration wait) throws BinlogException, InterruptedException {
    throw new UnsupportedOperationException(settings + " " + wait);
  }

  /** Ends the connection and the reading thread. Quick, may be called twice and from any thread. */
  @Override
  public void close() {}
}
