package io.tributary.source.binlog;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.TableName;
import io.tributary.format.model.XaId;
import java.io.StreamCorruptedException;

/**
 * Decodes bodies of events that say nothing of the stream itself. Layouts are those of MySQL's
 * {@code libs/mysql/binlog/event/} and MariaDB's {@code sql/log_event.h}. Pure.
 */
final class BodyDecoder {
  private static final int TABLE_ID_BYTES = 6;
  private static final int END_OF_STATEMENT_FLAG = 1;

  private BodyDecoder() {}

  /**
   * @param header the event's header
   * @param body its bytes between header and checksum
   */
  static BinlogEvent decode(EventHeader header, ByteCursor body) throws StreamCorruptedException {
    return switch (header.type()) {
      case EventType.TABLE_MAP -> tableMap(header, body);
      case EventType.WRITE_ROWS_V1 -> rows(header, ChangeKind.INSERT, 1, body);
      case EventType.UPDATE_ROWS_V1 -> rows(header, ChangeKind.UPDATE, 1, body);
      case EventType.DELETE_ROWS_V1 -> rows(header, ChangeKind.DELETE, 1, body);
      case EventType.WRITE_ROWS -> rows(header, ChangeKind.INSERT, 2, body);
      case EventType.UPDATE_ROWS -> rows(header, ChangeKind.UPDATE, 2, body);
      case EventType.DELETE_ROWS -> rows(header, ChangeKind.DELETE, 2, body);
      case EventType.PARTIAL_UPDATE_ROWS -> rows(header, ChangeKind.UPDATE, 2, body);
      case EventType.MARIADB_WRITE_ROWS_COMPRESSED_V1 ->
          rows(header, ChangeKind.INSERT, 1, plainRows(body, 1, 1));
      case EventType.MARIADB_UPDATE_ROWS_COMPRESSED_V1 ->
          rows(header, ChangeKind.UPDATE, 1, plainRows(body, 1, 2));
      case EventType.MARIADB_DELETE_ROWS_COMPRESSED_V1 ->
          rows(header, ChangeKind.DELETE, 1, plainRows(body, 1, 1));
      case EventType.MARIADB_WRITE_ROWS_COMPRESSED ->
          rows(header, ChangeKind.INSERT, 2, plainRows(body, 2, 1));
      case EventType.MARIADB_UPDATE_ROWS_COMPRESSED ->
          rows(header, ChangeKind.UPDATE, 2, plainRows(body, 2, 2));
      case EventType.MARIADB_DELETE_ROWS_COMPRESSED ->
          rows(header, ChangeKind.DELETE, 2, plainRows(body, 2, 1));
      case EventType.QUERY, EventType.MARIADB_QUERY_COMPRESSED ->
          QueryDecoder.decode(header, body, 0);
      case EventType.EXECUTE_LOAD_QUERY ->
          QueryDecoder.decode(header, body, QueryDecoder.LOAD_HEADER_BYTES);
      case EventType.XID -> new BinlogEvent.Xid(header);
      case EventType.XA_PREPARE -> xaPrepare(header, body);
      case EventType.GTID -> GtidDecoder.gtid(header, body);
      case EventType.ANONYMOUS_GTID -> GtidDecoder.anonymous(header, body);
      case EventType.GTID_TAGGED -> GtidDecoder.tagged(header, body);
      case EventType.PREVIOUS_GTIDS -> GtidDecoder.previous(header, body);
      case EventType.MARIADB_GTID -> GtidDecoder.mariaDb(header, body);
      case EventType.MARIADB_GTID_LIST -> GtidDecoder.mariaDbList(header, body);
      case EventType.ROWS_QUERY -> rowsQuery(header, body);
      case EventType.MARIADB_ANNOTATE_ROWS ->
          new BinlogEvent.RowsQuery(header, body.utf8(body.remaining()));
      case EventType.INCIDENT -> incident(header, body);
      // They prepare a statement (the last three a LOAD DATA); the QUERY that follows is what
      // counts.
      case EventType.STOP,
          EventType.INTVAR,
          EventType.RAND,
          EventType.USER_VAR,
          EventType.BEGIN_LOAD_QUERY,
          EventType.APPEND_BLOCK,
          EventType.DELETE_FILE,
          EventType.TRANSACTION_CONTEXT,
          EventType.VIEW_CHANGE,
          EventType.MARIADB_BINLOG_CHECKPOINT ->
          new BinlogEvent.Ignorable(header);
      default -> other(header);
    };
  }

  private static BinlogEvent other(EventHeader header) {
    return (header.flags() & RawHeader.IGNORABLE_FLAG) != 0
        ? new BinlogEvent.Ignorable(header)
        : new BinlogEvent.Unknown(header, EventType.name(header.type()));
  }

  private static BinlogEvent tableMap(EventHeader header, ByteCursor body)
      throws StreamCorruptedException {
    byte[] bytes = body.rest();
    ByteCursor names = new ByteCursor(bytes, 0, bytes.length);
    long tableId = names.number(TABLE_ID_BYTES);
    names.skip(2);
    String schema = names.utf8(names.packedLength());
    names.skip(1);
    String table = names.utf8(names.packedLength());
    return new BinlogEvent.TableMap(header, tableId, new TableName(schema, table), bytes);
  }

  private static BinlogEvent rows(EventHeader header, ChangeKind kind, int version, ByteCursor body)
      throws StreamCorruptedException {
    byte[] bytes = body.rest();
    ByteCursor start = new ByteCursor(bytes, 0, bytes.length);
    long tableId = start.number(TABLE_ID_BYTES);
    boolean endOfStatement = (start.number(2) & END_OF_STATEMENT_FLAG) != 0;
    boolean partial = header.type() == EventType.PARTIAL_UPDATE_ROWS;
    return new BinlogEvent.Rows(header, kind, tableId, endOfStatement, version, bytes, partial);
  }

  /**
   * The body that the event would have without {@code log_bin_compress}: images are compressed,
   * what stands before them is not.
   *
   * @param version row event version
   * @param bitmaps bitmaps of columns before the images: two for an UPDATE
   */
  private static ByteCursor plainRows(ByteCursor body, int version, int bitmaps)
      throws StreamCorruptedException {
    byte[] bytes = body.rest();
    ByteCursor head = new ByteCursor(bytes, 0, bytes.length);
    head.skip(TABLE_ID_BYTES + 2);
    if (version > 1) {
      head.skip(head.number(2) - 2);
    }
    long columns = head.packed();
    head.skip(bitmaps * ((columns + 7) / 8));
    int before = bytes.length - head.remaining();
    byte[] plain = MariaDbCompression.inflate(head, before);
    System.arraycopy(bytes, 0, plain, 0, before);
    return new ByteCursor(plain, 0, plain.length);
  }

  private static BinlogEvent xaPrepare(EventHeader header, ByteCursor body)
      throws StreamCorruptedException {
    boolean onePhase = body.octet() != 0;
    long formatId = (int) body.number(4);
    int gtridLength = body.length(body.number(4));
    int bqualLength = body.length(body.number(4));
    XaId xa = new XaId(formatId, body.bytes(gtridLength), body.bytes(bqualLength));
    return new BinlogEvent.XaPrepare(header, xa, onePhase);
  }

  /** The first byte was a length once and means nothing. */
  private static BinlogEvent rowsQuery(EventHeader header, ByteCursor body)
      throws StreamCorruptedException {
    body.skip(1);
    return new BinlogEvent.RowsQuery(header, body.utf8(body.remaining()));
  }

  private static BinlogEvent incident(EventHeader header, ByteCursor body)
      throws StreamCorruptedException {
    long number = body.number(2);
    String text = body.remaining() == 0 ? "" : body.utf8(body.packedLength());
    return new BinlogEvent.Incident(header, "incident " + number + ": " + text);
  }
}
