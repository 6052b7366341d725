package io.tributary.sink.writer;

/** The writer was told to end. */
final class WriterClosedException extends Exception {
  private static final long serialVersionUID = 1L;
}
