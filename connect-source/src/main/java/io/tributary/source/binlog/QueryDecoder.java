package io.tributary.source.binlog;

import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes QUERY events with the status variables that matter ({@code Query_event} in MySQL's {@code
 * statement_events.h}; {@code Query_log_event} in its {@code log_event.cc}), and those of LOAD
 * DATA, which have a longer header ({@code Execute_load_query_event} in {@code
 * load_data_events.h}). Pure.
 */
final class QueryDecoder {
  /** Number of the file, where its name stands in the statement, what duplicates do. */
  static final int LOAD_HEADER_BYTES = 4 + 4 + 4 + 1;

  private static final int SQL_MODE = 1;
  private static final int CLIENT_CHARSET = 4;
  private static final int UPDATED_SCHEMAS = 12;

  /** In place of the number of schemas: more than the server cares to list. */
  private static final int TOO_MANY_SCHEMAS = 254;

  private final ByteCursor variables;
  private int clientCharset;
  private long sqlMode;
  private List<String> changedSchemas;

  private QueryDecoder(ByteCursor variables) {
    this.variables = variables;
  }

  /**
   * @param more bytes of the header that follow those of every QUERY
   */
  static BinlogEvent decode(EventHeader header, ByteCursor body, int more)
      throws StreamCorruptedException {
    body.skip(8);
    int schemaLength = body.octet();
    body.skip(2);
    int variablesLength = body.length(body.number(2));
    body.skip(more);
    QueryDecoder status = new QueryDecoder(body.slice(variablesLength));
    while (status.readVariable()) {
      // Each call reads one.
    }
    String schema = body.utf8(schemaLength);
    body.skip(1);
    byte[] text =
        header.type() == EventType.MARIADB_QUERY_COMPRESSED
            ? MariaDbCompression.inflate(body, 0)
            : body.rest();
    String sql = ClientCharset.decode(text, status.clientCharset);
    return new BinlogEvent.Query(header, schema, sql, status.changedSchemas, status.sqlMode);
  }

  /**
   * Reads the next variable.
   *
   * @return false at the end, or at a code that is not known here: the server writes them so that
   *     unknown ones come last
   */
  private boolean readVariable() throws StreamCorruptedException {
    if (variables.remaining() == 0) {
      return false;
    }
    int code = variables.octet();
    switch (code) {
      case SQL_MODE -> sqlMode = variables.number(8);
      case CLIENT_CHARSET -> {
        clientCharset = (int) variables.number(2);
        variables.skip(4);
      }
      case UPDATED_SCHEMAS -> readUpdatedSchemas();
      // catalog with a zero byte; time zone; catalog; invoker's user and host
      case 2 -> variables.skip(variables.octet() + 1L);
      case 5, 6 -> variables.skip(variables.octet());
      case 11 -> {
        variables.skip(variables.octet());
        variables.skip(variables.octet());
      }
      default -> {
        int size = fixedSize(code);
        if (size < 0) {
          return false;
        }
        variables.skip(size);
      }
    }
    return true;
  }

  private static int fixedSize(int code) {
    return switch (code) {
      case 16, 19, 20 -> 1;
      case 7, 8, 18 -> 2;
      case 13, 128 -> 3;
      case 0, 3, 10 -> 4;
      case 9, 17, 129 -> 8;
      default -> -1;
    };
  }

  private void readUpdatedSchemas() throws StreamCorruptedException {
    int count = variables.octet();
    if (count == TOO_MANY_SCHEMAS) {
      return;
    }
    List<String> names = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      names.add(variables.utf8ToZero());
    }
    changedSchemas = List.copyOf(names);
  }
}
