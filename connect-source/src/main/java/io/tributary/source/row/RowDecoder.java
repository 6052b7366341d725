package io.tributary.source.row;

import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.schema.TableSchema;

/**
 * Decodes the row events of one table as one table map describes it. Making one costs more than
 * decoding a row: keep it beside the {@link TableSchema} it was made for.
 *
 * <p>Not thread-safe: it has scratch space.
 */
public final class RowDecoder {
  private final TableSchema schema;

  private RowDecoder(TableSchema schema) {
    this.schema = schema;
  }

  /** A decoder for the rows of this table. */
  public static RowDecoder of(TableSchema schema) {
    return new RowDecoder(schema);
  }

  /**
   * Decodes all rows of an event and hands each to the sink. Rows before a damaged one have been
   * handed over when the exception comes.
   *
   * @throws RowDecodeException when the body is not what the table map says, or a value cannot be
   *     represented without loss
   * @throws X what the sink throws
   */
  public <X extends Exception> void decode(BinlogEvent.Rows rows, RowSink<X> sink)
      throws RowDecodeException, X {
    throw new RowDecodeException("not built yet: " + schema.name());
  }
}
