package io.tributary.source.binlog;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What a real server sent after the request for its binlog, packet headers included.
 *
 * <p>{@code mysql-9.7-*.wire}: MySQL 9.7.4, rows, savepoint, tagged GTIDs, XA, compression, DDL in
 * gbk and latin1, statement format, files with and without checksums; {@code mariadb-*.wire}:
 * MariaDB 10.11 and 11.8, the latter with {@code log_bin_compress}, XA, savepoints, sequences,
 * mixed engines, system versioning; {@code mariadb-10.11-encrypted-file.wire}: {@code
 * encrypt_binlog}.
 */
record Recording(byte[] bytes, StartPoint start) {
  private static final long QUEUE_MAX_BYTES = Long.MAX_VALUE;

  static Recording of(String name) {
    try (InputStream in = Recording.class.getResourceAsStream(name + ".wire")) {
      StartPoint start =
          name.endsWith("-gtid")
              ? new StartPoint.AfterGtids("as recorded")
              : new StartPoint.InFile("as recorded", 4);
      return new Recording(in.readAllBytes(), start);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same start with other bytes. */
  Recording with(byte[] other) {
    return new Recording(other, start);
  }

  Result read() {
    return read(new ByteArrayInputStream(bytes), start);
  }

  static Result read(InputStream in, StartPoint start) {
    EventQueue queue = new EventQueue(QUEUE_MAX_BYTES);
    Failures failures = new Failures(BinlogSettings.of("db", 3306, "u", "p", 7));
    new EventReader(in, start, queue, failures).run();
    List<BinlogEvent> events = new ArrayList<>();
    while (true) {
      try {
        events.add(queue.poll(Duration.ZERO));
      } catch (BinlogException end) {
        return new Result(events, end);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Events up to the end, and the end. */
  record Result(List<BinlogEvent> events, BinlogException end) {
    List<String> lines() {
      return events.stream().map(Recording::line).toList();
    }
  }

  /** One line that shows everything in an event. */
  static String line(BinlogEvent event) {
    EventHeader h = event.header();
    return h.file()
        + " "
        + h.start()
        + ".."
        + h.end().offset()
        + (h.artificial() ? " artificial " : " ")
        + event.getClass().getSimpleName()
        + " type="
        + h.type()
        + " server="
        + h.serverId()
        + " time="
        + h.timestamp()
        + content(event);
  }

  private static String content(BinlogEvent event) {
    HexFormat hex = HexFormat.of();
    if (event instanceof BinlogEvent.TableMap map) {
      return " " + map.tableId() + " " + map.table() + " " + hex.formatHex(map.body());
    }
    if (event instanceof BinlogEvent.Rows rows) {
      String body =
          rows.body().length > 200 ? rows.body().length + " bytes" : hex.formatHex(rows.body());
      return " "
          + rows.kind()
          + " "
          + rows.tableId()
          + " v"
          + rows.version()
          + (rows.endOfStatement() ? " last " : " ")
          + body;
    }
    String text = event.toString();
    int end = text.indexOf("], ");
    String rest = end < 0 ? "" : " " + text.substring(end + 3, text.length() - 1);
    return rest.replace("\n", "\\n");
  }
}
