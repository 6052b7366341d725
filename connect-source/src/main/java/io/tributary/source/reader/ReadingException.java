package io.tributary.source.reader;

/** Reading cannot go on; the message says where, why, and what the operator can do. */
public final class ReadingException extends Exception {
  private static final long serialVersionUID = 1L;

  public ReadingException(String message, Throwable cause) {
    super(message, cause);
  }
}
