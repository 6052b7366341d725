package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServerException;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.schema.ColumnList;
import io.tributary.source.schema.ColumnLists;
import io.tributary.source.schema.SchemaException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Columns of tables from {@code information_schema}, for servers whose table maps do not name them
 * (hazard 31).
 *
 * <p>A table's list is taken when a row event of it is read: the server had written the row, so its
 * dictionary shows at least every definition up to the row. Then the server is asked where its
 * binlog ends, and all between the row and that end is read ahead: the list serves only when no
 * statement in it may have changed the table. From there on the reader tells of such statements,
 * and the next row event of that table asks anew. A list is never taken for a table before a row
 * event of it is at hand: a statement of that table just before the row may then be in the binlog
 * and not yet in the dictionary, or committed between the two questions.
 *
 * <p>Outlives connections, since lists cost a reading ahead; belongs to one history of binlogs.
 * Used by the thread that reads the binlog.
 */
public final class ServerColumnLists implements ColumnLists {
  private static final Logger LOG = LoggerFactory.getLogger(ServerColumnLists.class);

  private final Upstream upstream;
  private final ScannedChanges scanned;
  private final Map<TableName, Listed> tables = new HashMap<>();

  /**
   * @param upstream the server that is read
   */
  public ServerColumnLists(Upstream upstream) {
    this.upstream = upstream;
    this.scanned = new ScannedChanges(upstream);
  }

  /**
   * A list and the rows that it serves.
   *
   * @param from where the first one stands
   * @param until up to here it is known that nothing changed
   * @param changed the first change after {@code until}; null when none has been passed
   */
  private record Listed(ColumnList list, Position from, Position until, Position changed) {
    boolean serves(Position at) {
      return from.atOrBefore(at) && (changed == null || at.atOrBefore(changed));
    }

    Listed changedAt(Position at) {
      boolean known = at.atOrBefore(until) || (changed != null && changed.atOrBefore(at));
      return known ? this : new Listed(list, from, until, at);
    }
  }

  @Override
  public ColumnList of(BinlogEvent.TableMap map) throws SchemaException {
    Listed listed = tables.get(map.table());
    if (listed == null || !listed.serves(map.header().start())) {
      tables.remove(map.table());
      listed = take(map);
      tables.put(map.table(), listed);
    }
    return listed.list();
  }

  @Override
  public void passed(Position at, ChangedDefinitions changed) {
    tables.replaceAll((table, listed) -> changed.concerns(table) ? listed.changedAt(at) : listed);
  }

  private Listed take(BinlogEvent.TableMap map) throws SchemaException {
    String file = map.header().file();
    Position at = map.header().start();
    try {
      Optional<ColumnList> list;
      BinlogEnd end;
      try (SourceServer server = upstream.openServer()) {
        list = server.columnList(map.table());
        end = server.end();
      }
      Position until = scanned.cover(file, at, end);
      Optional<ScannedChanges.Change> change = scanned.after(at, map.table());
      if (change.isPresent()) {
        throw changed(map, change.get());
      }
      LOG.info(
          "binlog_row_metadata is MINIMAL: took the columns of {} for its rows from {}:{} on; no"
              + " statement up to {}:{} changes them",
          map.table(),
          file,
          at.offset(),
          end.file(),
          end.offset());
      return new Listed(
          list.orElseThrow(
              () ->
                  notKnown(
                      map, "the server has no such table now, or none that its user may SELECT")),
          at,
          until,
          null);
    } catch (SourceServerException | BinlogException e) {
      throw new SchemaException(
          "the columns of " + map.table() + " cannot be asked for: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SchemaException("interrupted while the columns of tables were asked for", e);
    }
  }

  private static SchemaException changed(BinlogEvent.TableMap map, ScannedChanges.Change change) {
    return notKnown(
        map,
        "the statement \""
            + change.sql()
            + "\" at "
            + change.file()
            + ":"
            + change.at().offset()
            + " may have changed them since");
  }

  private static SchemaException notKnown(BinlogEvent.TableMap map, String why) {
    return new SchemaException(
        "the table map of "
            + map.table()
            + " at "
            + map.header().file()
            + ":"
            + map.header().start().offset()
            + " has no column names (binlog_row_metadata=MINIMAL), and the table's columns at that"
            + " place are not known: "
            + why
            + ". SET GLOBAL binlog_row_metadata=FULL at the source (and in its configuration file),"
            + " bring the target's table to what the source holds, then start the connector at a"
            + " position after that; or leave the table out by table.exclude.list");
  }
}
