package io.tributary.format.codec;

/** Bytes that are not a record of a version that this reader understands; the message says why. */
public final class RecordFormatException extends Exception {
  private static final long serialVersionUID = 1L;

  public RecordFormatException(String message) {
    super(message);
  }

  public RecordFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
