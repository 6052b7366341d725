package io.tributary.source.schema;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;

/**
 * Columns of tables whose table maps do not name them ({@code binlog_row_metadata=MINIMAL}).
 *
 * <p>Used by the thread that reads the binlog.
 */
public interface ColumnLists {
  /**
   * The columns that the table had where the event stands; the same object as long as they are
   * known not to have changed.
   *
   * @throws SchemaException when they are not known for sure, or cannot be asked for
   */
  ColumnList of(BinlogEvent.TableMap map) throws SchemaException;

  /**
   * The reader has come to a statement that may change the columns of tables.
   *
   * @param at where it stands
   */
  void passed(Position at, ChangedDefinitions changed);

  /** Of a server that names its columns: none are known. */
  static ColumnLists none() {
    return new ColumnLists() {
      @Override
      public ColumnList of(BinlogEvent.TableMap map) throws SchemaException {
        throw new SchemaException(
            "the table map of "
                + map.table()
                + " at "
                + map.header().file()
                + ":"
                + map.header().start().offset()
                + " has no column names, and the server's list of columns is not asked for");
      }

      @Override
      public void passed(Position at, ChangedDefinitions changed) {
        // Nothing is known that could become wrong.
      }
    };
  }
}
