package io.tributary.sink.sql;

/** How rows of tables with a key are written. */
public enum WriteMode {
  /** The whole row, as REPLACE does: columns that only the target has take their defaults. */
  REPLACE,
  /**
   * Only the source's columns, as INSERT .. ON DUPLICATE KEY UPDATE does: columns that only the
   * target has keep what they hold as long as the row lives.
   */
  UPSERT
}
