package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.statement.ServerVersion;
import io.tributary.source.statement.SqlMode;
import io.tributary.source.statement.StatementReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stretch of the binlog that was read ahead for statements that may change columns. It grows at
 * its end, so that a backlog is read ahead once, not once for each table in it.
 *
 * <p>Not thread-safe; used by the thread that reads the binlog.
 */
final class ScannedChanges {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final int QUOTED_LENGTH = 200;

  /** The first offset that a dump cannot begin at: the protocol has 32 bits for it. */
  private static final long WIRE_OFFSETS = 1L << 32;

  private static final long FILE_BEGINNING = 4;

  private final Upstream upstream;
  private final List<Change> changes = new ArrayList<>();
  private Position from;
  private Position until;
  private String untilFile;

  ScannedChanges(Upstream upstream) {
    this.upstream = upstream;
  }

  /**
   * A statement that may change columns.
   *
   * @param at where it ends
   */
  record Change(Position at, String file, String sql, ChangedDefinitions tables) {}

  /**
   * Reads ahead, so that all from an event to an end of the binlog is known.
   *
   * @param file the event's file
   * @param at where the event begins; nothing before is asked for afterwards
   * @return up to where changes are known now: {@code end} or later
   */
  Position cover(String file, Position at, BinlogEnd end)
      throws BinlogException, InterruptedException {
    Position to = new Position(BinlogFile.number(end.file()), 0, end.offset());
    boolean within = from != null && from.atOrBefore(at) && at.atOrBefore(until);
    if (!within) {
      changes.clear();
      from = at;
      until = at;
      untilFile = file;
    }
    if (until.compareTo(to) < 0) {
      scan(to);
      until = to;
      untilFile = end.file();
    }
    changes.removeIf(change -> change.at().atOrBefore(at));
    from = at;
    return until;
  }

  /** The first change after a place in the stretch that concerns a table. */
  Optional<Change> after(Position at, TableName table) {
    return changes.stream()
        .filter(change -> change.at().compareTo(at) > 0 && change.tables().concerns(table))
        .findFirst();
  }

  private StartPoint start() {
    return new StartPoint.InFile(
        untilFile, until.offset() < WIRE_OFFSETS ? until.offset() : FILE_BEGINNING);
  }

  private void scan(Position to) throws BinlogException, InterruptedException {
    List<Change> found = new ArrayList<>();
    StatementReader statements = new StatementReader(ServerVersion.UNKNOWN);
    try (EventStream events = upstream.openScan(start())) {
      while (true) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        BinlogEvent event = events.poll(POLL);
        if (event instanceof BinlogEvent.FormatDescription format) {
          statements = new StatementReader(ServerVersion.parse(format.serverVersion()));
        } else if (event instanceof BinlogEvent.Query query) {
          ChangedDefinitions tables =
              statements.changedDefinitions(
                  query.sql(), query.schema(), new SqlMode(query.sqlMode()));
          EventHeader header = query.header();
          if (tables.any() && header.end().compareTo(until) > 0) {
            found.add(new Change(header.end(), header.file(), quote(query.sql()), tables));
          }
        }
        if (event != null && !event.header().artificial() && to.atOrBefore(event.header().end())) {
          changes.addAll(found);
          return;
        }
      }
    }
  }

  private static String quote(String sql) {
    String text = sql.strip();
    return text.length() > QUOTED_LENGTH ? text.substring(0, QUOTED_LENGTH) + ".." : text;
  }
}
