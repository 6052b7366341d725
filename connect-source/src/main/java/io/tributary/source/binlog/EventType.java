package io.tributary.source.binlog;

import java.util.Map;

/**
 * Event type codes as on the wire: {@code Log_event_type} in MySQL's {@code
 * libs/mysql/binlog/event/binlog_event.h}, and MariaDB's {@code sql/log_event.h} from 160 on.
 */
final class EventType {
  static final int QUERY = 2;
  static final int STOP = 3;
  static final int ROTATE = 4;
  static final int INTVAR = 5;
  static final int APPEND_BLOCK = 9;
  static final int DELETE_FILE = 11;
  static final int RAND = 13;
  static final int USER_VAR = 14;
  static final int FORMAT_DESCRIPTION = 15;
  static final int XID = 16;
  static final int BEGIN_LOAD_QUERY = 17;
  static final int EXECUTE_LOAD_QUERY = 18;
  static final int TABLE_MAP = 19;
  static final int WRITE_ROWS_V1 = 23;
  static final int UPDATE_ROWS_V1 = 24;
  static final int DELETE_ROWS_V1 = 25;
  static final int INCIDENT = 26;
  static final int HEARTBEAT = 27;
  static final int ROWS_QUERY = 29;
  static final int WRITE_ROWS = 30;
  static final int UPDATE_ROWS = 31;
  static final int DELETE_ROWS = 32;
  static final int GTID = 33;
  static final int ANONYMOUS_GTID = 34;
  static final int PREVIOUS_GTIDS = 35;
  static final int TRANSACTION_CONTEXT = 36;
  static final int VIEW_CHANGE = 37;
  static final int XA_PREPARE = 38;
  static final int PARTIAL_UPDATE_ROWS = 39;
  static final int TRANSACTION_PAYLOAD = 40;
  static final int HEARTBEAT_V2 = 41;
  static final int GTID_TAGGED = 42;
  static final int MARIADB_ANNOTATE_ROWS = 160;
  static final int MARIADB_BINLOG_CHECKPOINT = 161;
  static final int MARIADB_GTID = 162;
  static final int MARIADB_GTID_LIST = 163;
  static final int MARIADB_START_ENCRYPTION = 164;
  static final int MARIADB_QUERY_COMPRESSED = 165;
  static final int MARIADB_WRITE_ROWS_COMPRESSED_V1 = 166;
  static final int MARIADB_UPDATE_ROWS_COMPRESSED_V1 = 167;
  static final int MARIADB_DELETE_ROWS_COMPRESSED_V1 = 168;
  static final int MARIADB_WRITE_ROWS_COMPRESSED = 169;
  static final int MARIADB_UPDATE_ROWS_COMPRESSED = 170;
  static final int MARIADB_DELETE_ROWS_COMPRESSED = 171;

  /** Names of types that are refused, for the message. */
  private static final Map<Integer, String> REFUSED =
      Map.ofEntries(
          Map.entry(6, "LOAD"),
          Map.entry(8, "CREATE_FILE"),
          Map.entry(10, "EXEC_LOAD"),
          Map.entry(12, "NEW_LOAD"),
          Map.entry(MARIADB_START_ENCRYPTION, "MARIADB_START_ENCRYPTION"));

  private EventType() {}

  /** A name for a type that this reader does not decode. */
  static String name(int type) {
    return REFUSED.getOrDefault(type, "event type " + type);
  }

  /** Whether an event of this type can be the first after a group that the server left out. */
  static boolean opensGroup(int type) {
    return switch (type) {
      case GTID,
          GTID_TAGGED,
          ANONYMOUS_GTID,
          PREVIOUS_GTIDS,
          ROTATE,
          STOP,
          VIEW_CHANGE,
          INCIDENT,
          MARIADB_GTID,
          MARIADB_GTID_LIST,
          MARIADB_BINLOG_CHECKPOINT ->
          true;
      default -> false;
    };
  }
}
