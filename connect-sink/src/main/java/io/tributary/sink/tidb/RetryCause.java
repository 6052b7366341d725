package io.tributary.sink.tidb;

/** Why work at the target is tried again, as an operator tells causes apart. */
public enum RetryCause {
  /** A lock or a conflict with another transaction. */
  LOCK,
  /** The target's schema changed, or what a node knows of it is out of date. */
  SCHEMA,
  /** The target is there and does not do it now: too busy, read-only, a region without a leader. */
  UNAVAILABLE,
  /** No connection, or it was lost. */
  CONNECTION;

  /** The cause of an error that passes. */
  static RetryCause of(TargetException.Kind kind, int errorCode) {
    if (kind == TargetException.Kind.CONNECTION_LOST) {
      return CONNECTION;
    }
    return switch (errorCode) {
      // Lock wait, deadlock, NOWAIT; TiDB: FOR UPDATE, write conflict, lock expired, TiKV's own.
      case 1205, 1213, 1689, 3101, 3572, 8002, 8005, 8020, 8022, 8141, 8229, 9007 -> LOCK;
      // TiDB: information schema out of date or changed, schema changed, column in change.
      case 8027, 8028, 8113, 8245 -> SCHEMA;
      default -> UNAVAILABLE;
    };
  }
}
