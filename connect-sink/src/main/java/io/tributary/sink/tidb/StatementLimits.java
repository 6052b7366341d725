package io.tributary.sink.tidb;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How large one statement may become. A single row may be larger than {@code maxChars}; it then has
 * a statement of its own.
 *
 * @param maxRows rows or keys of one statement, at least 1
 * @param maxChars characters of its text; nearly all are ASCII, so about as many bytes
 */
public record StatementLimits(int maxRows, int maxChars) {
  /**
   * Beyond 1,000 rows neither TiDB nor MySQL gets faster, and 2 MiB are below the default of {@code
   * max_allowed_packet} of every server since MySQL 5.6.
   */
  public static final StatementLimits DEFAULT = new StatementLimits(1_000, 2 * 1024 * 1024);

  /** These limits, lowered to a server's {@code max_allowed_packet}. */
  public StatementLimits within(long maxAllowedPacketBytes) {
    // Identifiers may take three bytes a character.
    long chars = Math.max(1, Math.min(maxChars, maxAllowedPacketBytes / 4));
    return new StatementLimits(maxRows, (int) chars);
  }

  /** Statements of a head, as many items as fit, and a tail; none when there are no items. */
  public List<String> statements(String head, Collection<String> items, String tail) {
    List<String> statements = new ArrayList<>();
    StringBuilder sql = new StringBuilder(head);
    int rows = 0;
    for (String item : items) {
      boolean full = rows == maxRows || sql.length() + item.length() > maxChars;
      if (rows > 0 && full) {
        statements.add(sql.append(tail).toString());
        sql = new StringBuilder(head);
        rows = 0;
      }
      sql.append(rows > 0 ? ", " : "").append(item);
      rows++;
    }
    if (rows > 0) {
      statements.add(sql.append(tail).toString());
    }
    return statements;
  }
}
