package io.tributary.source.transaction;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.format.model.XaId;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes a binlog of several files, event by event, as a server would. */
final class BinlogScript {
  static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  private final List<BinlogEvent> events = new ArrayList<>();
  private int file;
  private String name;
  private long offset;
  private long seconds = 1_700_000_000L;
  private long created;
  private String defaultSchema = "s";

  BinlogScript() {
    beginFile(1, "");
  }

  List<BinlogEvent> events() {
    return List.copyOf(events);
  }

  int size() {
    return events.size();
  }

  static String fileName(long number) {
    return "binlog.%06d".formatted(number);
  }

  private String fileName() {
    return name;
  }

  /** Where the last event ended. */
  Position end() {
    return new Position(file, created, offset);
  }

  private EventHeader next(int type, long length) {
    offset += length;
    return new EventHeader(++seconds, type, 1, length, 0, fileName(), end());
  }

  EventHeader artificial(int type) {
    return new EventHeader(0, type, 1, 40, 0x20, fileName(), end());
  }

  private BinlogScript add(BinlogEvent event) {
    events.add(event);
    return this;
  }

  /** An event of the caller's, in its place. */
  BinlogScript event(int type, java.util.function.Function<EventHeader, BinlogEvent> make) {
    return add(make.apply(next(type, 50)));
  }

  private void beginFile(int number, String gtids) {
    file = number;
    name = fileName(number);
    created = seconds + 1;
    offset = 4;
    add(new BinlogEvent.Rotate(artificial(4), fileName(), 4));
    add(new BinlogEvent.FormatDescription(next(15, 122), "9.7.4"));
    add(new BinlogEvent.PreviousGtids(next(35, 31), gtids));
  }

  BinlogScript rotate(String gtids) {
    add(new BinlogEvent.Rotate(next(4, 44), fileName(file + 1), 4));
    beginFile(file + 1, gtids);
    return this;
  }

  /** The server died: the file has no ROTATE. */
  BinlogScript crash(String gtids) {
    beginFile(file + 1, gtids);
    return this;
  }

  BinlogScript gtid(long number) {
    return gtid(UUID + ":" + number);
  }

  BinlogScript gtid(String gtid) {
    return add(new BinlogEvent.Gtid(next(33, 79), gtid, 0, false));
  }

  BinlogScript standaloneGtid(String gtid) {
    return add(new BinlogEvent.Gtid(next(162, 42), gtid, 0, true));
  }

  BinlogScript anonymous() {
    return add(new BinlogEvent.AnonymousGtid(next(34, 79), 0));
  }

  BinlogScript schema(String schema) {
    defaultSchema = schema;
    return this;
  }

  BinlogScript query(String sql) {
    return query(sql, null);
  }

  BinlogScript query(String sql, List<String> changedSchemas) {
    return add(
        new BinlogEvent.Query(next(2, 60 + sql.length()), defaultSchema, sql, changedSchemas, 0));
  }

  BinlogScript begin() {
    return query("BEGIN");
  }

  BinlogScript map(long id, String table) {
    String[] parts = table.split("\\.");
    return add(
        new BinlogEvent.TableMap(
            next(19, 58), id, new TableName(parts[0], parts[1]), new byte[] {1}));
  }

  BinlogScript rows(ChangeKind kind, long id, String rows, boolean end) {
    byte[] body = rows.getBytes(StandardCharsets.UTF_8);
    return add(new BinlogEvent.Rows(next(30, 35 + body.length), kind, id, end, 2, body));
  }

  /** A whole statement of one table: map and rows. */
  BinlogScript change(ChangeKind kind, String table, String rows) {
    return map(77, table).rows(kind, 77, rows, true);
  }

  BinlogScript insert(String rows) {
    return change(ChangeKind.INSERT, "s.t", rows);
  }

  BinlogScript update(String rows) {
    return change(ChangeKind.UPDATE, "s.t", rows);
  }

  BinlogScript delete(String rows) {
    return change(ChangeKind.DELETE, "s.t", rows);
  }

  BinlogScript xid() {
    return add(new BinlogEvent.Xid(next(16, 31)));
  }

  BinlogScript xaPrepare(XaId xa, boolean onePhase) {
    return add(new BinlogEvent.XaPrepare(next(38, 43), xa, onePhase));
  }

  BinlogScript xaStart(XaId xa) {
    return query("XA START " + xa);
  }

  /** XA END and XA PREPARE. */
  BinlogScript xaEnd(XaId xa) {
    return query("XA END " + xa).xaPrepare(xa, false);
  }

  BinlogScript xaCommit(XaId xa) {
    return query("XA COMMIT " + xa);
  }

  BinlogScript heartbeat() {
    return add(new BinlogEvent.Heartbeat(artificial(27)));
  }

  /** Leaves bytes out, as when the server leaves out what the reader has. */
  BinlogScript hole(long bytes) {
    offset += bytes;
    return this;
  }

  static XaId xa(String gtrid) {
    return new XaId(1, gtrid.getBytes(StandardCharsets.UTF_8), new byte[0]);
  }
}
