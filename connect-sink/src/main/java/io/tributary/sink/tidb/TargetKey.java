package io.tributary.sink.tidb;

import java.util.ArrayList;
import java.util.List;

/**
 * A primary or unique key of a target table.
 *
 * @param name index name, {@code PRIMARY} for the primary key
 * @param parts its parts in order
 */
public record TargetKey(String name, List<Part> parts) {
  public TargetKey {
    parts = List.copyOf(parts);
  }

  /**
   * One part of a key.
   *
   * @param column column name; null when the part is an expression
   * @param whole false when only a prefix of the column is part of the key
   * @param nullable whether the column may be NULL, so that the key does not bind such rows
   */
  public record Part(String column, boolean whole, boolean nullable) {}

  /** Whether this is the primary key. */
  public boolean primary() {
    return name.equals("PRIMARY");
  }

  /** Whether the key names one row: whole columns only, none of them nullable. */
  public boolean identifies() {
    return parts.stream().allMatch(part -> part.column != null && part.whole && !part.nullable);
  }

  /** The columns that are whole parts, in order. */
  public List<String> wholeColumns() {
    List<String> columns = new ArrayList<>();
    for (Part part : parts) {
      if (part.column != null && part.whole) {
        columns.add(part.column);
      }
    }
    return columns;
  }
}
