package io.tributary.sink.tidb;

/** Opens sessions at one target. Thread-safe. */
public interface TargetSessions {
  /**
   * Connects and makes the session's settings.
   *
   * @throws TargetException when the server cannot be reached, refuses the account or a setting
   */
  TargetSession open() throws TargetException;
}
