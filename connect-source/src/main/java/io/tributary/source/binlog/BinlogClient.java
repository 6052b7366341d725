package io.tributary.source.binlog;

import io.tributary.source.binlog.BinlogException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * One connection to a server that sends its binlog. It never reconnects: when it has ended, a new
 * client begins at a transaction boundary.
 *
 * <p>Threads: {@link #connect} and {@link #poll} belong to one thread; {@link #close} may be called
 * from any. A daemon thread of the client's own reads ahead up to {@link
 * BinlogSettings#queueMaxBytes}; when that is full the server waits, for an hour at most.
 */
public final class BinlogClient implements AutoCloseable {
  /** COM_BINLOG_DUMP has 32 bits for the offset. */
  private static final long MAX_OFFSET = 0xFFFFFFFFL;

  private static final long FIRST_OFFSET = 4;
  private static final long JOIN_MS = TimeUnit.SECONDS.toMillis(10);

  private final BinlogSettings settings;
  private final Failures failures;
  private final EventQueue queue;

  /** Guards what connect() makes and close() ends. */
  private final Object lock = new Object();

  private ServerConnection connection;
  private Thread reader;
  private boolean closed;

  public BinlogClient(BinlogSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.failures = new Failures(settings);
    this.queue = new EventQueue(settings.queueMaxBytes());
  }

  /**
   * Connects, logs in and asks for the binlog. Called once. Whether the server still has what was
   * asked for is known only at the first {@link #poll}.
   *
   * @throws BinlogException when it cannot connect or the server refuses; the client is then dead
   */
  public void connect(StartPoint start) throws BinlogException {
    check(start);
    ServerConnection opening = new ServerConnection(settings, start);
    synchronized (lock) {
      if (connection != null) {
        throw new IllegalStateException("a client connects once");
      }
      connection = opening;
      if (closed) {
        throw failures.closed();
      }
    }
    InputStream in = open(opening);
    EventReader events = new EventReader(in, start, queue, failures);
    Thread thread = new Thread(() -> read(events, opening), "binlog-" + settings.address());
    thread.setDaemon(true);
    synchronized (lock) {
      if (closed) {
        opening.abort();
        throw failures.closed();
      }
      reader = thread;
      thread.start();
    }
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
    return queue.poll(wait);
  }

  /**
   * Ends the connection and the reading thread, and lets go a thread that connects or polls. Quick,
   * may be called twice and from any thread.
   */
  @Override
  public void close() {
    queue.close(failures.closed());
    Thread thread;
    synchronized (lock) {
      closed = true;
      if (connection != null) {
        connection.abort();
      }
      thread = reader;
    }
    if (thread != null && thread != Thread.currentThread()) {
      join(thread);
    }
  }

  private void check(StartPoint start) throws BinlogException {
    if (start instanceof StartPoint.InFile inFile
        && (inFile.offset() < FIRST_OFFSET || inFile.offset() > MAX_OFFSET)) {
      throw new BinlogException(
          Kind.REFUSED,
          settings.address()
              + ": a server cannot be asked for "
              + inFile.file()
              + ":"
              + inFile.offset()
              + ", offsets go from 4 to 2^32-1: begin by GTID set, or at the next file",
          null);
    }
  }

  private InputStream open(ServerConnection opening) throws BinlogException {
    try {
      return opening.open();
    } catch (IOException e) {
      opening.abort();
      synchronized (lock) {
        throw closed ? failures.closed() : failures.connecting(e);
      }
    } catch (RuntimeException e) {
      opening.abort();
      throw failures.connecting(new IOException("the login failed: " + e, e));
    }
  }

  private static void read(EventReader events, ServerConnection connection) {
    try {
      events.run();
    } finally {
      connection.abort();
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(JOIN_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
