package io.tributary.sink.tidb;

import io.tributary.format.model.TableName;
import java.util.List;
import java.util.Optional;

/**
 * A target table as its catalog describes it.
 *
 * @param name schema and table
 * @param columns columns in order
 * @param uniqueKeys the primary key first, then the unique keys by name; empty when it has none
 */
public record TargetTable(TableName name, List<TargetColumn> columns, List<TargetKey> uniqueKeys) {
  public TargetTable {
    columns = List.copyOf(columns);
    uniqueKeys = List.copyOf(uniqueKeys);
  }

  /** The column of that name; column names are compared without case, as MySQL does. */
  public Optional<TargetColumn> column(String columnName) {
    return columns.stream().filter(column -> column.name().equalsIgnoreCase(columnName)).findAny();
  }

  /**
   * The key by which rows are addressed: the primary key, else the first unique key of whole
   * columns that are NOT NULL. Empty when rows can only be told apart by all their columns.
   */
  public Optional<TargetKey> identity() {
    return uniqueKeys.stream().filter(TargetKey::identifies).findFirst();
  }
}
