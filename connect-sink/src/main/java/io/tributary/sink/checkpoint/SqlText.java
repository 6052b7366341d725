package io.tributary.sink.checkpoint;

/** String literals of the metadata tables' statements, for the sql_mode that sessions have. */
final class SqlText {
  private SqlText() {}

  /** The literal of a text, {@code NULL} for null. */
  static String of(String text) {
    return text == null ? "NULL" : "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
