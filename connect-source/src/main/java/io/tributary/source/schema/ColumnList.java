package io.tributary.source.schema;

import io.tributary.format.model.TableName;
import java.util.List;

/**
 * The columns of a table as the server lists them.
 *
 * @param table its name
 * @param columns in their order
 */
public record ColumnList(TableName table, List<ListedColumn> columns) {
  public ColumnList {
    columns = List.copyOf(columns);
  }
}
