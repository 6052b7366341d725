package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.List;

/**
 * A table as the server lists it now.
 *
 * @param name as {@code information_schema} spells it
 * @param columns in their order
 * @param key columns of the primary key; empty when no index is unique; null when only other
 *     indexes are, so that which of them stands in for it is not known here
 */
public record ListedTable(TableName name, List<Column> columns, List<String> key) {
  /**
   * A column.
   *
   * @param charset name of its character set, null for types without one
   */
  public record Column(String name, String charset) {}

  /** Whether it has a column of this name; MySQL compares them without case. */
  boolean has(String column) {
    return columns.stream().anyMatch(each -> each.name().equalsIgnoreCase(column));
  }
}
