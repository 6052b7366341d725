package io.tributary.sink.tidb;

/** The target refused or lost a statement. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  /** How an error is to be taken. */
  public enum Kind {
    /** Passes by itself: the whole transaction may be tried again from its start. */
    TRANSIENT,
    /**
     * The answer was lost, possibly of a COMMIT: what happened must be read from the checkpoint.
     */
    CONNECTION_LOST,
    /** The data does not fit. */
    DATA,
    /** Anything else: grants, missing tables, limits. */
    FATAL
  }

  private final Kind kind;
  private final int errorCode;

  public TargetException(Kind kind, int errorCode, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.errorCode = errorCode;
  }

  /** How the error is to be taken. */
  public Kind kind() {
    return kind;
  }

  /** The server's error number, 0 when there is none. */
  public int errorCode() {
    return errorCode;
  }

  /** Why the work is tried again; for the kinds TRANSIENT and CONNECTION_LOST. */
  public RetryCause retryCause() {
    return RetryCause.of(kind, errorCode);
  }
}
