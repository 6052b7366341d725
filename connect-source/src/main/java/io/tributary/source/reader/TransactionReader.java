package io.tributary.source.reader;

import java.time.Duration;

/** Gives the boundaries of a source one after the other. */
public interface TransactionReader extends AutoCloseable {
  /**
   * The next reading.
   *
   * @param wait how long to wait for one
   * @return null when there was none in that time, also while a lost connection is made anew
   * @throws ReadingException when reading cannot go on without the operator
   */
  Reading read(Duration wait) throws ReadingException, InterruptedException;

  /** Ends reading; from any thread, and more than once. */
  @Override
  void close();
}
