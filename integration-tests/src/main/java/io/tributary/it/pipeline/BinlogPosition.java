package io.tributary.it.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Where a server's binlog ends.
 *
 * @param history server UUID (MariaDB: server id) and log base name, as records and checkpoints
 *     name it
 * @param fileName name of the file
 * @param offset bytes
 */
public record BinlogPosition(String history, String fileName, long offset) {
  /** Asks the server, in the words that its version knows. */
  public static BinlogPosition now(MySqlServer server) throws SQLException {
    try (Connection connection = server.connect()) {
      return now(connection);
    }
  }

  static BinlogPosition now(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // SHOW BINARY LOG STATUS came with 8.2, SHOW MASTER STATUS went with 8.4; MariaDB has the
      // old.
      for (String words : new String[] {"SHOW BINARY LOG STATUS", "SHOW MASTER STATUS"}) {
        try (ResultSet rows = statement.executeQuery(words)) {
          if (!rows.next()) {
            throw new SQLException("the server has no binlog");
          }
          String fileName = rows.getString(1);
          long offset = rows.getLong(2);
          String base = fileName.substring(0, fileName.lastIndexOf('.'));
          return new BinlogPosition(server(statement) + "/" + base, fileName, offset);
        } catch (SQLException e) {
          if (e.getErrorCode() != 1064) {
            throw e;
          }
        }
      }
    }
    throw new SQLException("the server knows neither way to tell its binlog position");
  }

  private static String server(Statement statement) throws SQLException {
    try (ResultSet version = statement.executeQuery("SELECT VERSION() LIKE '%MariaDB%'")) {
      version.next();
      String variable = version.getBoolean(1) ? "@@server_id" : "@@server_uuid";
      try (ResultSet rows = statement.executeQuery("SELECT " + variable)) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  /** The digits after the last dot of the file's name. */
  public long fileNumber() {
    return Long.parseLong(fileName.substring(fileName.lastIndexOf('.') + 1));
  }

  /** Whether a source whose stored offset this is has read up to here. */
  boolean reachedBy(JsonNode sourceOffset) {
    int byFile = sourceOffset.path("file").asText().compareTo(fileName);
    return byFile > 0 || (byFile == 0 && sourceOffset.path("offset").asLong() >= offset);
  }
}
