package io.tributary.it.pipeline;

import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Where a server's binlog ends.
 *
 * @param fileName name of the file
 * @param offset bytes
 */
public record BinlogPosition(String fileName, long offset) implements Comparable<BinlogPosition> {
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
          return new BinlogPosition(rows.getString(1), rows.getLong(2));
        } catch (SQLException e) {
          if (e.getErrorCode() != 1064) {
            throw e;
          }
        }
      }
    }
    throw new SQLException("the server knows neither way to tell its binlog position");
  }

  /** The digits after the last dot of the file's name. */
  public long fileNumber() {
    return Long.parseLong(fileName.substring(fileName.lastIndexOf('.') + 1));
  }

  @Override
  public int compareTo(BinlogPosition other) {
    int byFile = Long.compare(fileNumber(), other.fileNumber());
    return byFile != 0 ? byFile : Long.compare(offset, other.offset);
  }
}
