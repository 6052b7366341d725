package io.tributary.sink.writer;

/** Another writer has raised the epoch, or an operator has altered the offsets. */
final class FenceLostException extends Exception {
  private static final long serialVersionUID = 1L;

  FenceLostException(String message) {
    super(message);
  }
}
