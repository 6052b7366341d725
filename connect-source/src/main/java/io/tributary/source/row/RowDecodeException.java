package io.tributary.source.row;

/**
 * A row event cannot be decoded without loss. The message names the table, the column where there
 * is one, the event's place in the binlog, and what the operator can do.
 */
public final class RowDecodeException extends Exception {
  private static final long serialVersionUID = 1L;

  public RowDecodeException(String message) {
    super(message);
  }

  public RowDecodeException(String message, Throwable cause) {
    super(message, cause);
  }
}
