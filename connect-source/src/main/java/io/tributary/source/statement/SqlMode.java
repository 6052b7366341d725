package io.tributary.source.statement;

/**
 * What of a session's {@code sql_mode} decides where a token of its statements ends.
 *
 * @param bits as the QUERY event's status variable {@code Q_SQL_MODE_CODE} has them, which both
 *     MySQL and MariaDB write with every statement ({@code sql/system_variables.h}, {@code
 *     sql/sql_class.h})
 */
public record SqlMode(long bits) {
  /** The server's defaults, as far as they matter here. */
  public static final SqlMode DEFAULT = new SqlMode(0);

  private static final long ANSI_QUOTES = 1L << 2;
  private static final long NO_BACKSLASH_ESCAPES = 1L << 20;

  /** Whether what stands in double quotes is an identifier; otherwise it is a string. */
  boolean ansiQuotes() {
    return (bits & ANSI_QUOTES) != 0;
  }

  /** Whether a backslash in a string takes the meaning from what follows. */
  boolean backslashEscapes() {
    return (bits & NO_BACKSLASH_ESCAPES) == 0;
  }
}
