package io.tributary.sink.tidb;

/**
 * {@link CommittedTransactions} over a session of its own, opened for each call: they are rare.
 * Thread-safe.
 */
public final class SessionTransactions implements CommittedTransactions {
  private final TargetSessions sessions;

  public SessionTransactions(TargetSessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public <T> T run(Work<T> work) throws TargetException {
    // Closing the connection of a failed transaction rolls it back.
    try (TargetSession session = sessions.open()) {
      session.begin();
      T result = work.run(session);
      session.commit();
      return result;
    }
  }
}
