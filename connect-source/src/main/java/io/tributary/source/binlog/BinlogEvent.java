package io.tributary.source.binlog;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.TableName;
import io.tributary.format.model.XaId;
import java.util.List;

/** One event of a binlog. Rows and table maps stay raw: whoever wants them decodes them. */
public sealed interface BinlogEvent {
  /** The event's header. */
  EventHeader header();

  /** Points to the next file, or, artificial, to the one that the stream begins in. */
  record Rotate(EventHeader header, String file, long offset) implements BinlogEvent {}

  /** Begins every file. */
  record FormatDescription(EventHeader header, String serverVersion) implements BinlogEvent {}

  /** GTIDs that the files before this one hold. */
  record PreviousGtids(EventHeader header, String set) implements BinlogEvent {}

  /**
   * Opens a transaction that has a GTID.
   *
   * @param gtid {@code uuid:n}, {@code uuid:tag:n}, MariaDB {@code domain-server-n}
   * @param commitMicros when it was committed here, microseconds since the epoch; 0 when unknown
   * @param standalone MariaDB only: the group is one statement without BEGIN and COMMIT
   */
  record Gtid(EventHeader header, String gtid, long commitMicros, boolean standalone)
      implements BinlogEvent {}

  /** Opens a transaction on a server without GTIDs. */
  record AnonymousGtid(EventHeader header, long commitMicros) implements BinlogEvent {}

  /**
   * A statement: BEGIN, COMMIT, ROLLBACK, SAVEPOINT, XA .., DDL, or DML in statement format.
   *
   * @param schema the session's default schema, possibly empty
   * @param sql the statement
   * @param changedSchemas schemas that the statement changes by the event's status variables; null
   *     when the event does not say or says "too many"
   * @param sqlMode bits of the session's {@code sql_mode}; 0 when the event does not say
   */
  record Query(
      EventHeader header, String schema, String sql, List<String> changedSchemas, long sqlMode)
      implements BinlogEvent {}

  /** Commits a transaction of transactional tables. */
  record Xid(EventHeader header) implements BinlogEvent {}

  /** Ends the first phase of an XA transaction, or commits it in one phase. */
  record XaPrepare(EventHeader header, XaId xa, boolean onePhase) implements BinlogEvent {}

  /**
   * Binds a table id to a table for the row events of the statement that follow.
   *
   * @param body the event's bytes between header and checksum, from the table id on: table id (6
   *     bytes), flags (2), schema name with length and zero byte, table name alike, number of
   *     columns (packed), types, .. ({@code Table_map_event} in MySQL's {@code rows_event.h}). Not
   *     copied; nobody may change it
   */
  record TableMap(EventHeader header, long tableId, TableName table, byte[] body)
      implements BinlogEvent {}

  /**
   * Rows of one table that were inserted, updated or deleted.
   *
   * @param endOfStatement whether the statement's table maps end with this event
   * @param version row event version, 1 or 2
   * @param body the event's bytes between header and checksum, from the table id on: table id (6
   *     bytes), flags (2), in version 2 the length of the extra data (2, itself included) and the
   *     extra data, then the number of columns (packed) and the bitmaps ({@code Rows_event} in
   *     MySQL's {@code rows_event.h}). Not copied; nobody may change it
   * @param partial whether it is a PARTIAL_UPDATE_ROWS event ({@code
   *     binlog_row_value_options=PARTIAL_JSON}): images after have value options in front
   */
  record Rows(
      EventHeader header,
      ChangeKind kind,
      long tableId,
      boolean endOfStatement,
      int version,
      byte[] body,
      boolean partial)
      implements BinlogEvent {
    /** Rows whose values are all there. */
    public Rows(
        EventHeader header,
        ChangeKind kind,
        long tableId,
        boolean endOfStatement,
        int version,
        byte[] body) {
      this(header, kind, tableId, endOfStatement, version, body, false);
    }
  }

  /** The statement that the following row events came from, where the server writes it. */
  record RowsQuery(EventHeader header, String sql) implements BinlogEvent {}

  /** The server is idle, or skipped what the reader has; the header's end is where it stands. */
  record Heartbeat(EventHeader header) implements BinlogEvent {}

  /** The server lost something: the binlog is not complete from here on. */
  record Incident(EventHeader header, String message) implements BinlogEvent {}

  /** An event that needs no reading (STOP, or flagged as ignorable). */
  record Ignorable(EventHeader header) implements BinlogEvent {}

  /** An event that this reader does not understand and that must not be skipped. */
  record Unknown(EventHeader header, String name) implements BinlogEvent {}
}
