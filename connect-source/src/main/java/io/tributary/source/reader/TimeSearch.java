package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServerException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Finds the first transaction that was committed at a time or after it, by reading the binlog.
 *
 * <p>MySQL from 8.0.1 on writes the time of the commit, in microseconds. Older servers and MariaDB
 * write the second in which a statement began, which may lie before the commit.
 *
 * <p>Used by the thread that reads the binlog.
 */
final class TimeSearch {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final long FILE_BEGIN = 4;
  private static final long MICROS = 1_000_000;

  private final Upstream upstream;

  TimeSearch(Upstream upstream) {
    this.upstream = upstream;
  }

  /**
   * Where to begin.
   *
   * @param file the file of the boundary
   * @param offset where the first transaction begins, or the binlog's end when there is none yet
   * @param readFrom the file that was current at that time
   */
  record Found(String file, long offset, String readFrom) {}

  /**
   * Searches.
   *
   * @throws StartException when binlogs of that time are gone, or the time has not come
   */
  Found find(SourceServer server, Instant time)
      throws SourceServerException, BinlogException, StartException, InterruptedException {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time);
    if (micros > server.timedEnd().micros()) {
      throw new StartException(
          "the start position is the time " + time + ", which lies in the server's future");
    }
    BinlogEnd end = server.end();
    String file = fileOf(server.files(), micros, time);
    return firstAtOrAfter(file, micros, end);
  }

  /** The newest file that was begun before that second, so that nothing later lies before it. */
  private String fileOf(List<String> files, long micros, Instant time)
      throws BinlogException, StartException, InterruptedException {
    for (int i = files.size() - 1; i >= 0; i--) {
      long begun = begun(files.get(i));
      if ((begun + 1) * MICROS <= micros || (i == 0 && begun * MICROS <= micros)) {
        return files.get(i);
      }
    }
    throw new StartException(
        "the start position is the time "
            + time
            + ", but the server's oldest binlog file "
            + files.get(0)
            + " was begun later: what was committed in between may be gone. Load the tables anew and"
            + " start at a later time, or at earliest if nothing is missing");
  }

  /** When a file was begun, seconds since the epoch. */
  private long begun(String file) throws BinlogException, InterruptedException {
    try (EventStream events = upstream.openScan(new StartPoint.InFile(file, FILE_BEGIN))) {
      while (true) {
        BinlogEvent event = poll(events);
        if (event instanceof BinlogEvent.FormatDescription) {
          return event.header().timestamp();
        }
      }
    }
  }

  private Found firstAtOrAfter(String file, long micros, BinlogEnd end)
      throws BinlogException, InterruptedException {
    Position until = new Position(BinlogFile.number(end.file()), 0, end.offset());
    boolean named = false;
    boolean open = false;
    try (EventStream events = upstream.openScan(new StartPoint.InFile(file, FILE_BEGIN))) {
      while (true) {
        BinlogEvent event = poll(events);
        if (event == null) {
          continue;
        }
        EventHeader header = event.header();
        boolean begins =
            event instanceof BinlogEvent.Gtid
                || event instanceof BinlogEvent.AnonymousGtid
                || (event instanceof BinlogEvent.Query && !named && !open);
        if (begins && micros(event) >= micros) {
          return new Found(header.file(), header.start().offset(), file);
        }
        // Before 5.7 a server without GTIDs has no event that begins every transaction.
        named |= begins && !(event instanceof BinlogEvent.Query);
        open = open(event, open);
        if (!header.artificial() && until.atOrBefore(header.end())) {
          return new Found(end.file(), end.offset(), file);
        }
      }
    }
  }

  private static boolean open(BinlogEvent event, boolean before) {
    if (event instanceof BinlogEvent.Query query) {
      String sql = query.sql().strip();
      boolean ends = sql.equalsIgnoreCase("COMMIT") || sql.equalsIgnoreCase("ROLLBACK");
      return !ends && (before || sql.equalsIgnoreCase("BEGIN"));
    }
    return before && !(event instanceof BinlogEvent.Xid);
  }

  private static long micros(BinlogEvent event) {
    long committed = 0;
    if (event instanceof BinlogEvent.Gtid gtid) {
      committed = gtid.commitMicros();
    } else if (event instanceof BinlogEvent.AnonymousGtid anonymous) {
      committed = anonymous.commitMicros();
    }
    return committed > 0 ? committed : event.header().timestamp() * MICROS;
  }

  private static BinlogEvent poll(EventStream events) throws BinlogException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return events.poll(POLL);
  }
}
