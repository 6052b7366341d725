package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServerException;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.schema.ColumnList;
import io.tributary.source.schema.ColumnLists;
import io.tributary.source.schema.SchemaException;
import io.tributary.source.statement.ServerVersion;
import io.tributary.source.statement.StatementReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Columns of tables from {@code information_schema}, for servers whose table maps do not name them
 * (hazard 31). Lists of all tables are taken together, then the binlog is read from the row event
 * that asked up to where it ended after they were taken: a list serves an event only if no
 * statement that may have changed the table's columns stands between the event and that end. From
 * there on the reader tells of such statements, and the next row event of that table asks anew.
 *
 * <p>Outlives connections, since taking lists costs a pass over the backlog; belongs to one history
 * of binlogs. Used by the thread that reads the binlog.
 */
public final class ServerColumnLists implements ColumnLists {
  private static final Logger LOG = LoggerFactory.getLogger(ServerColumnLists.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int QUOTED_LENGTH = 200;

  private final Upstream upstream;
  private Snapshot snapshot;

  /**
   * @param upstream the server that is read
   */
  public ServerColumnLists(Upstream upstream) {
    this.upstream = upstream;
  }

  /** A statement that may change columns. */
  private record Change(Position at, String file, String sql, ChangedDefinitions tables) {}

  /**
   * All lists at one time.
   *
   * @param from where the first event stands that they may serve
   * @param until where the binlog ended after they had been taken
   * @param before changes between the two, in their order
   * @param after of each table, in lower case, the first change after {@code until}; without a
   *     table's name: of all tables of the schema
   */
  private record Snapshot(
      Position from,
      Position until,
      Map<TableName, ColumnList> lists,
      List<Change> before,
      Map<TableName, Position> after) {
    boolean serves(TableName table, Position at) {
      TableName name = lower(table);
      return from.atOrBefore(at)
          && unchanged(name, at)
          && unchanged(new TableName(name.schema(), ""), at)
          && unchanged(ANY, at);
    }

    private boolean unchanged(TableName name, Position at) {
      Position changed = after.get(name);
      return changed == null || at.atOrBefore(changed);
    }
  }

  /** In place of a name: any table. */
  private static final TableName ANY = new TableName("", "");

  @Override
  public ColumnList of(BinlogEvent.TableMap map) throws SchemaException {
    EventHeader header = map.header();
    Position at = header.start();
    if (snapshot == null || !snapshot.serves(map.table(), at)) {
      snapshot = take(header.file(), at);
    }
    for (Change change : snapshot.before()) {
      if (change.at().compareTo(at) > 0 && change.tables().concerns(map.table())) {
        throw notKnown(
            map,
            "the statement \""
                + change.sql()
                + "\" at "
                + change.file()
                + ":"
                + change.at().offset()
                + " may have changed them since");
      }
    }
    ColumnList list = snapshot.lists().get(lower(map.table()));
    if (list == null) {
      throw notKnown(map, "the server lists no such table now, or none that its user may SELECT");
    }
    return list;
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

  @Override
  public void passed(Position at, ChangedDefinitions changed) {
    if (snapshot == null || at.atOrBefore(snapshot.until())) {
      return;
    }
    if (changed.all() || changed.tables().stream().anyMatch(table -> table.schema().isEmpty())) {
      snapshot.after().merge(ANY, at, ServerColumnLists::earlier);
    }
    changed
        .tables()
        .forEach(table -> snapshot.after().merge(lower(table), at, ServerColumnLists::earlier));
  }

  private static Position earlier(Position one, Position other) {
    return one.atOrBefore(other) ? one : other;
  }

  private Snapshot take(String file, Position at) throws SchemaException {
    try {
      Map<TableName, ColumnList> lists = new HashMap<>();
      BinlogEnd end;
      try (SourceServer server = upstream.openServer()) {
        server.columnLists().forEach(list -> lists.put(lower(list.table()), list));
        end = server.end();
      }
      Position until = new Position(BinlogFile.number(end.file()), 0, end.offset());
      List<Change> before = scan(new StartPoint.InFile(file, at.offset()), until);
      LOG.info(
          "binlog_row_metadata is MINIMAL: took the columns of {} tables at {}:{}, and looked for"
              + " changes of them from {}:{} on ({} found)",
          lists.size(),
          end.file(),
          end.offset(),
          file,
          at.offset(),
          before.size());
      return new Snapshot(at, until, lists, before, new HashMap<>());
    } catch (SourceServerException | BinlogException e) {
      throw new SchemaException("the columns of tables cannot be asked for: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SchemaException("interrupted while the columns of tables were asked for", e);
    }
  }

  /** Statements from an event up to a place that may change columns. */
  private List<Change> scan(StartPoint from, Position until)
      throws BinlogException, InterruptedException {
    List<Change> changes = new ArrayList<>();
    StatementReader statements = new StatementReader(ServerVersion.UNKNOWN);
    try (EventStream events = upstream.openScan(from)) {
      while (true) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        BinlogEvent event = events.poll(POLL);
        if (event instanceof BinlogEvent.FormatDescription format) {
          statements = new StatementReader(ServerVersion.parse(format.serverVersion()));
        } else if (event instanceof BinlogEvent.Query query) {
          ChangedDefinitions tables = statements.changedDefinitions(query.sql(), query.schema());
          if (tables.any()) {
            EventHeader header = query.header();
            changes.add(new Change(header.end(), header.file(), quote(query.sql()), tables));
          }
        }
        if (event != null
            && !event.header().artificial()
            && until.atOrBefore(event.header().end())) {
          return changes;
        }
      }
    }
  }

  private static String quote(String sql) {
    String text = sql.strip();
    return text.length() > QUOTED_LENGTH ? text.substring(0, QUOTED_LENGTH) + ".." : text;
  }

  private static TableName lower(TableName table) {
    return new TableName(
        table.schema().toLowerCase(Locale.ROOT), table.table().toLowerCase(Locale.ROOT));
  }
}
