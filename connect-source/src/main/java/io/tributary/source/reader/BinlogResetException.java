package io.tributary.source.reader;

/** The file that the source was reading is another one now: the binlog was reset. */
final class BinlogResetException extends Exception {
  private static final long serialVersionUID = 1L;

  BinlogResetException(String message) {
    super(message);
  }
}
