package io.tributary.source.transaction;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Row;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.route.RouteException;
import io.tributary.source.row.RowChange;
import io.tributary.source.row.RowDecodeException;
import io.tributary.source.schema.SchemaException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Binds the row events of a statement to their tables and adds the captured rows to a transaction.
 *
 * <p>A statement writes the table maps of all its tables first; they end with its last row event,
 * and with the transaction at the latest.
 */
final class RowCollector {
  /**
   * Table ids of an event that only ends a statement ({@code sql/table_id.h} and {@code
   * Rows_log_event::do_apply_event} in {@code log_event.cc}).
   */
  private static final Set<Long> NO_TABLE = Set.of(0xFF_FFFFL, 0xFFFF_FFFFL, 0xFFFF_FFFF_FFFFL);

  private final CapturedTables tables;
  private final Map<Long, Optional<CapturedTable>> maps = new HashMap<>();

  RowCollector(CapturedTables tables) {
    this.tables = tables;
  }

  /** The rows cannot be passed on; the message says what is wrong with them and what to do. */
  static final class RowsException extends Exception {
    private static final long serialVersionUID = 1L;

    RowsException(String message) {
      super(message);
    }

    RowsException(Exception cause) {
      super(cause.getMessage(), cause);
    }
  }

  void clear() {
    maps.clear();
  }

  void map(BinlogEvent.TableMap event) throws RowsException {
    maps.remove(event.tableId());
    try {
      maps.put(event.tableId(), Optional.ofNullable(tables.table(event)));
    } catch (SchemaException | RouteException e) {
      throw new RowsException(e);
    }
  }

  void rows(BinlogEvent.Rows event, OpenTransaction transaction) throws RowsException {
    Optional<CapturedTable> bound = bound(event.tableId(), event.endOfStatement());
    if (bound.isPresent() && bound.get().selection().mayCapture(event.kind())) {
      collect(event, bound.get(), transaction);
    }
  }

  /** The table of a row event, empty when it is not captured. */
  private Optional<CapturedTable> bound(long tableId, boolean endOfStatement) throws RowsException {
    Optional<CapturedTable> bound = maps.get(tableId);
    if (endOfStatement) {
      maps.clear();
    }
    if (bound == null) {
      if (endOfStatement && NO_TABLE.contains(tableId)) {
        return Optional.empty();
      }
      throw new RowsException(
          "rows of table id "
              + tableId
              + " without a table map in their statement: the binlog is not what it should be, or"
              + " reading began inside a transaction");
    }
    return bound;
  }

  private static void collect(
      BinlogEvent.Rows event, CapturedTable table, OpenTransaction transaction)
      throws RowsException {
    try {
      table.<RowsException>decode(event, row -> add(row, table, transaction));
    } catch (RowDecodeException e) {
      throw new RowsException(e);
    }
  }

  private static void add(RowChange row, CapturedTable table, OpenTransaction transaction)
      throws RowsException {
    if (!table.leavesOutGenerated() || row.kind() == ChangeKind.INSERT || !lackAlike(row)) {
      checkComplete(row.kind(), row.before(), table);
      checkComplete(row.kind(), row.after(), table);
    }
    try {
      RowChange captured = table.selection().of(row);
      if (captured != null) {
        transaction.add(table, captured);
      }
    } catch (RouteException | IOException | IllegalArgumentException e) {
      throw new RowsException(e);
    }
  }

  /** What an image of a session with another {@code binlog_row_image} lacks, the other one has. */
  private static boolean lackAlike(RowChange row) {
    if (row.before() == null || row.after() == null) {
      return true;
    }
    for (int i = 0; i < row.before().size(); i++) {
      if ((row.before().value(i) == Row.ABSENT) != (row.after().value(i) == Row.ABSENT)) {
        return false;
      }
    }
    return true;
  }

  private static void checkComplete(ChangeKind kind, Row image, CapturedTable table)
      throws RowsException {
    if (image != null && !image.complete()) {
      throw new RowsException(
          "a row image of table "
              + table.descriptor().source()
              + " ("
              + kind
              + ") does not have all columns: its session wrote with binlog_row_image=MINIMAL or"
              + " NOBLOB. Set binlog_row_image=FULL for that session, bring the target's table to"
              + " what the source holds, then start the connector at a position after it");
    }
  }
}
