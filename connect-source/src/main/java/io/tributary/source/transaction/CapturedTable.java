package io.tributary.source.transaction;

import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.route.RouteException;
import io.tributary.source.row.RowDecodeException;
import io.tributary.source.row.RowSink;

/** A captured table as one table map describes it. */
public interface CapturedTable {
  /** What the records say of it: one object for as long as the table's definition holds. */
  TableDescriptor descriptor();

  /**
   * Whether images of a changed row may lack columns with {@code binlog_row_image=FULL}: MariaDB
   * 11.8 leaves out stored generated columns (11.8.9, measured; 10.11 has them). What is left out
   * and not computed by the target stops the sink.
   */
  default boolean leavesOutGenerated() {
    return false;
  }

  /** Which of its changes are captured. */
  RowSelection selection();

  /**
   * Decodes the rows of an event in order.
   *
   * @throws RowDecodeException when a value cannot be represented without loss
   * @throws X what the sink throws
   */
  <X extends Exception> void decode(BinlogEvent.Rows rows, RowSink<X> sink)
      throws RowDecodeException, X;

  /**
   * The partition that a row belongs to.
   *
   * @param row a complete image
   * @throws RouteException when a key value cannot be folded
   */
  int partition(Row row) throws RouteException;
}
