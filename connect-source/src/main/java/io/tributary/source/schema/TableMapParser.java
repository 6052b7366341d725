package io.tributary.source.schema;

import io.tributary.source.binlog.BinlogEvent;

/**
 * Makes {@link TableSchema}s of TABLE_MAP events whose server has {@code binlog_row_metadata=FULL}.
 * Remembers what it parsed by the bytes of the body, for a table map precedes every statement.
 *
 * <p>Not thread-safe: one parser for each reader of a binlog.
 */
public final class TableMapParser {
  /**
   * The schema that the event describes.
   *
   * @throws SchemaException when the event has no column names (MINIMAL metadata), has a column
   *     type that no row decoder exists for, or is cut short
   */
  public TableSchema parse(BinlogEvent.TableMap event) throws SchemaException {
    throw new SchemaException("not built yet: " + event.table());
  }
}
