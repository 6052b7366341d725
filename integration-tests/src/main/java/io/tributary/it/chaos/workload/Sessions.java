package io.tributary.it.chaos.workload;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One connection to each source's active server. Used by one thread. */
final class Sessions implements AutoCloseable {
  private final List<Upstream> upstreams;
  private final Map<Integer, Connection> connections = new TreeMap<>();
  private final Map<Integer, Duration> clockBehind;

  /**
   * @param clockBehind sources whose clock is behind and by how much, as it is at the time of each
   *     transaction
   */
  Sessions(List<Upstream> upstreams, Map<Integer, Duration> clockBehind) {
    this.upstreams = List.copyOf(upstreams);
    this.clockBehind = clockBehind;
  }

  int count() {
    return upstreams.size();
  }

  /** Changes made by a statement; the statement changes every row that it finds. */
  int execute(int upstream, String sql) throws SQLException {
    try (Statement statement = connection(upstream).createStatement()) {
      return statement.execute(sql) ? 0 : Math.max(0, statement.getUpdateCount());
    }
  }

  /** All columns of all rows, tabs between them. */
  List<String> rows(int upstream, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection(upstream).createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder line = new StringBuilder(rows.getString(1));
        for (int i = 2; i <= columns; i++) {
          line.append('\t').append(rows.getString(i));
        }
        lines.add(line.toString());
      }
    }
    return lines;
  }

  /** Sets the clock of the session as that of its server is to be. */
  void setClock(int upstream) throws SQLException {
    Duration behind = clockBehind.get(upstream);
    execute(
        upstream,
        behind == null
            ? "SET TIMESTAMP = DEFAULT"
            : "SET TIMESTAMP = "
                + (System.currentTimeMillis() - behind.toMillis()) / 1000
                + ".000000");
  }

  private Connection connection(int upstream) throws SQLException {
    Connection connection = connections.get(upstream);
    if (connection == null) {
      connection = upstreams.get(upstream - 1).server().connect();
      connections.put(upstream, connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET time_zone = '+00:00', sql_mode = '', innodb_lock_wait_timeout = 10");
      }
    }
    return connection;
  }

  /** Ends all connections; what they had not committed or prepared is rolled back. */
  @Override
  public void close() {
    for (Connection connection : connections.values()) {
      try {
        connection.close();
      } catch (SQLException e) {
        // Its server is gone, and the connection with it.
        continue;
      }
    }
    connections.clear();
  }
}
