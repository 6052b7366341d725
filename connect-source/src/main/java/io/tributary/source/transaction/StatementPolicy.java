package io.tributary.source.transaction;

import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.statement.SqlMode;
import io.tributary.source.statement.Statement;
import io.tributary.source.statement.Statement.Effect;
import io.tributary.source.statement.StatementReader;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Decides whether a statement may be passed over, or changes rows of captured tables that no row
 * event tells of (hazard 29).
 */
final class StatementPolicy {
  private static final String NO_ROW_EVENTS =
      " The binlog has no row events for it, so the target cannot follow. Bring the target to what"
          + " the source holds after it, then start the connector at a position after it, or leave"
          + " the table out by table.exclude.list";

  private final CapturedTables tables;

  StatementPolicy(CapturedTables tables) {
    this.tables = tables;
  }

  /**
   * What stands against passing over the statement.
   *
   * @return a sentence or two, null when nothing does
   */
  String objection(BinlogEvent.Query query, Statement statement, StatementReader reader) {
    if (statement instanceof Statement.Definition definition) {
      return definition(definition);
    }
    if (statement instanceof Statement.DataChange) {
      return dataChange(query, reader);
    }
    return null;
  }

  private String dataChange(BinlogEvent.Query query, StatementReader reader) {
    Set<String> schemas = new LinkedHashSet<>();
    if (query.changedSchemas() != null && !query.changedSchemas().isEmpty()) {
      schemas.addAll(query.changedSchemas());
    } else {
      schemas.add(query.schema());
      schemas.addAll(reader.namedSchemas(query.sql(), new SqlMode(query.sqlMode())));
    }
    for (String schema : schemas) {
      if (tables.mayCapture(schema)) {
        return "a statement-based change in schema "
            + schema
            + ", which holds captured tables: its session wrote with binlog_format=STATEMENT or"
            + " MIXED."
            + NO_ROW_EVENTS
            + "; set binlog_format=ROW for that session";
      }
    }
    return null;
  }

  private String definition(Statement.Definition definition) {
    for (Effect effect : definition.effects()) {
      if (effect instanceof Effect.ChangesRows changes && tables.captured(changes.table())) {
        return "a statement that changes or removes rows of the captured table "
            + changes.table()
            + " as a whole."
            + NO_ROW_EVENTS;
      }
      if (effect instanceof Effect.DropsSchema drops && tables.mayCapture(drops.schema())) {
        return "a statement that drops the schema "
            + drops.schema()
            + ", which may hold captured tables."
            + NO_ROW_EVENTS;
      }
    }
    TableName renamed = new Renaming(definition.effects()).contentChanged(tables);
    if (renamed != null) {
      return "a statement that gives the captured name "
          + renamed
          + " to another table, or takes it away. Only the cut-over of gh-ost and pt-osc (t to"
          + " _t_del or _t_old, _t_gho or _t_new to t, in one RENAME TABLE) is known to keep the"
          + " rows."
          + NO_ROW_EVENTS;
    }
    return null;
  }
}
