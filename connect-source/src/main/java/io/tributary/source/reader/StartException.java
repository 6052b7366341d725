package io.tributary.source.reader;

/** The server cannot go on where the source was; the message says what to do. */
public final class StartException extends Exception {
  private static final long serialVersionUID = 1L;

  public StartException(String message) {
    super(message);
  }
}
