package io.tributary.sink.writer;

/** A record that cannot be applied as it is; trying again does not help. */
public final class ApplyException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What may be done with the record. */
  public enum Kind {
    /** The record's data does not fit the target: may go to the dead letter queue. */
    DATA,
    /** Gap, fence, affinity, history or ownership: never goes to the dead letter queue. */
    FATAL
  }

  private final Kind kind;

  public ApplyException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public ApplyException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What may be done with the record. */
  public Kind kind() {
    return kind;
  }
}
