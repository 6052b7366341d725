package io.tributary.source.row;

/**
 * Takes the rows of an event one by one, in the order of the binlog.
 *
 * @param <X> what it may throw; {@link RuntimeException} when nothing checked
 */
@FunctionalInterface
public interface RowSink<X extends Exception> {
  /** Takes one row; the rows inside are the taker's to keep. */
  void accept(RowChange change) throws X;
}
