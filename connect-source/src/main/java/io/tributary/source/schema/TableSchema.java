package io.tributary.source.schema;

import io.tributary.format.model.Column;
import io.tributary.format.model.TableName;
import java.util.List;

/**
 * What a TABLE_MAP says of a table. Equal table maps give the same instance as long as the parser
 * that made it remembers it, so users may cache by identity or by equality.
 *
 * @param name schema and table as the server spells them
 * @param columns the columns in the order of the row images
 * @param wire how each of these columns lies in a row image, in the same order
 */
public record TableSchema(TableName name, List<Column> columns, List<WireColumn> wire) {
  public TableSchema {
    columns = List.copyOf(columns);
    wire = List.copyOf(wire);
    if (columns.size() != wire.size()) {
      throw new IllegalArgumentException(
          columns.size() + " columns but " + wire.size() + " wire types");
    }
  }
}
