package io.tributary.source.binlog;

import java.util.Objects;

/** The stream of events could not be opened, or ended. The message says what to do about it. */
public final class BinlogException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What went wrong, by what the caller can do. */
  public enum Kind {
    /** The server does not accept user, password, host or certificate. Retrying does not help. */
    AUTHENTICATION,
    /** No connection came about: host, port, network, too many connections. May be retried. */
    UNREACHABLE,
    /** The server no longer has what was asked for. Retrying does not help. */
    PURGED,
    /** Another client reads with the same server id, or was taken for this one. */
    SERVER_ID_CLASH,
    /** The connection ended. A new client may go on from the last transaction boundary. */
    BROKEN,
    /** Bytes are missing, damaged or not understood. Reading on could lose changes. */
    CORRUPT,
    /** The server refuses to send its binlog for another reason, which the message gives. */
    REFUSED
  }

  private final Kind kind;

  /**
   * @param kind what went wrong
   * @param message what happened, where, and what to do
   * @param cause what was caught, may be null
   */
  public BinlogException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  /** What went wrong, by what the caller can do. */
  public Kind kind() {
    return kind;
  }

  /** Whether a new client at the last transaction boundary can succeed without an operator. */
  public boolean retriable() {
    return kind == Kind.BROKEN || kind == Kind.UNREACHABLE;
  }
}
