package io.tributary.sink.tidb;

/**
 * One session at the target: a connection with its session settings made, one transaction at a
 * time. Statements outside of {@link #begin} and {@link #commit} commit by themselves.
 *
 * <p>Belongs to one thread, except {@link #abort}, which any thread may call. After an exception of
 * kind CONNECTION_LOST it is dead: close it and open another.
 */
public interface TargetSession extends TargetTransaction, AutoCloseable {
  /** Begins a transaction. */
  void begin() throws TargetException;

  /**
   * Commits it.
   *
   * @throws TargetException of any kind: whether the transaction was committed is then not known
   */
  void commit() throws TargetException;

  /** Rolls it back. */
  void rollback() throws TargetException;

  /**
   * Ends the connection at once, also while another thread waits for an answer on it; that thread
   * gets a CONNECTION_LOST. The server rolls an open transaction back.
   */
  void abort();

  /** Closes the connection; never throws. */
  @Override
  void close();
}
