package io.tributary.sink.writer;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetSession;
import io.tributary.sink.tidb.TargetSessions;

/**
 * The writer's one connection, opened when it is needed and again after it was lost.
 *
 * <p>Belongs to the writer's thread, except {@link #abort}.
 */
final class Connections {
  private final TargetSessions sessions;
  private TargetSession current;
  private boolean aborted;

  Connections(TargetSessions sessions) {
    this.sessions = sessions;
  }

  /** The open connection, or a new one. */
  TargetSession session() throws TargetException, WriterClosedException {
    synchronized (this) {
      if (current != null) {
        return current;
      }
    }
    TargetSession opened = sessions.open();
    synchronized (this) {
      if (aborted) {
        opened.close();
        throw new WriterClosedException();
      }
      current = opened;
    }
    return opened;
  }

  /** Gives the connection up: the server rolls back what is open on it. */
  void drop() {
    TargetSession dropped = forget();
    if (dropped != null) {
      dropped.abort();
    }
  }

  /** Closes the connection in good order. */
  void close() {
    TargetSession closed = forget();
    if (closed != null) {
      closed.close();
    }
  }

  /** Ends the connection from another thread; none is opened after that. */
  void abort() {
    TargetSession ended;
    synchronized (this) {
      aborted = true;
      ended = current;
    }
    if (ended != null) {
      ended.abort();
    }
  }

  private synchronized TargetSession forget() {
    TargetSession session = current;
    current = null;
    return session;
  }
}
