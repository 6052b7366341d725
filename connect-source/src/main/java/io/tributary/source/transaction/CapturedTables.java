package io.tributary.source.transaction;

import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.route.RouteException;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.schema.SchemaException;

/** What the assembler asks about tables. */
public interface CapturedTables {
  /**
   * The table that a table map describes.
   *
   * @return null when the table is not captured
   * @throws SchemaException when it is captured and its rows cannot be understood
   * @throws RouteException when it is captured and its rows cannot be spread over partitions
   */
  CapturedTable table(BinlogEvent.TableMap map) throws SchemaException, RouteException;

  /**
   * A statement was read that may have changed the columns of tables.
   *
   * @param at where it ends
   */
  void passed(Position at, ChangedDefinitions changed);

  /**
   * Whether a table is captured.
   *
   * @param table its name as a statement spells it; its schema may be empty
   */
  boolean captured(TableName table);

  /**
   * Whether a schema may hold captured tables. It may say true of a schema that holds none, never
   * false of one that does.
   *
   * @param schema its name as a statement spells it, possibly empty
   */
  boolean mayCapture(String schema);
}
