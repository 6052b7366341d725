package io.tributary.sink.tidb;

/**
 * Short transactions beside the writer's own, each committed before {@link #run} returns: what is
 * written in one stays although the writer's transaction is rolled back later.
 *
 * <p>The implementation opens a connection of its own for each call, or keeps one; its session has
 * the settings of the writer's. Never called inside another {@code run}.
 */
public interface CommittedTransactions {
  /**
   * Begins a transaction, runs the work in it and commits. When the work or the commit throws, the
   * transaction is rolled back and the exception passed on. The work must be harmless when it is
   * run twice: after a lost answer of a COMMIT the caller runs it again.
   */
  <T> T run(Work<T> work) throws TargetException;

  /** What is done in one transaction. */
  interface Work<T> {
    T run(TargetTransaction transaction) throws TargetException;
  }
}
