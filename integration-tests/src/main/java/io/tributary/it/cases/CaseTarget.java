package io.tributary.it.cases;

import io.tributary.it.environment.MySqlServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The schemas of a case on the target and on its upstreams. */
final class CaseTarget {
  private final CaseSetting setting;
  private final CaseFolder folder;

  CaseTarget(CaseSetting setting, CaseFolder folder) {
    this.setting = setting;
    this.folder = folder;
  }

  boolean tidb() {
    return setting.environment().target().isTidb();
  }

  /** Runs target.sql. */
  void create() throws IOException, InterruptedException {
    ClientSession.Output output =
        ClientSession.runOnce(
            setting.client(), setting.targetLogin(), folder.text("target.sql", tidb()));
    if (output.exitCode() != 0) {
      throw new IOException("target.sql failed: " + output.text());
    }
  }

  /** What the case's query prints. */
  String query(String file) throws IOException, InterruptedException {
    ClientSession.Output output =
        ClientSession.runOnce(setting.client(), setting.targetLogin(), folder.text(file, tidb()));
    if (output.exitCode() != 0) {
      throw new IOException(file + " failed: " + output.text());
    }
    return output.text();
  }

  /**
   * Target tables whose rows several unique keys identify: with more than one partition they must
   * go whole to one.
   */
  List<String> tablesOfSeveralKeys() throws SQLException {
    String sql =
        "SELECT table_schema, table_name FROM information_schema.statistics WHERE non_unique = 0"
            + " AND table_schema LIKE '"
            + prefix()
            + "%' GROUP BY table_schema, table_name HAVING COUNT(DISTINCT index_name) > 1";
    List<String> tables = new ArrayList<>();
    try (Connection connection = setting.environment().target().connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        tables.add(rows.getString(1) + "." + rows.getString(2));
      }
    }
    return tables;
  }

  /** Whether row n of the case's table {@code sentinel} has arrived. */
  boolean hasSentinel(String row) throws SQLException {
    try (Connection connection = setting.environment().target().connect();
        Statement statement = connection.createStatement()) {
      for (String column : sentinelColumns(statement)) {
        String table = column.substring(0, column.lastIndexOf('.'));
        String sql = "SELECT 1 FROM " + table + " WHERE " + column + " = " + row;
        try (ResultSet rows = statement.executeQuery(sql)) {
          if (rows.next()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The first column of every table of the case that is called so. */
  private List<String> sentinelColumns(Statement statement) throws SQLException {
    String sql =
        "SELECT table_schema, column_name FROM information_schema.columns WHERE table_schema LIKE '"
            + prefix()
            + "%' AND table_name = 'sentinel' AND ordinal_position = 1";
    List<String> columns = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        columns.add("`%s`.sentinel.`%s`".formatted(rows.getString(1), rows.getString(2)));
      }
    }
    return columns;
  }

  /** Drops what the case has made on the target and on its upstreams. */
  void drop() throws SQLException {
    try (Connection connection = setting.environment().target().connect()) {
      dropSchemas(connection);
    }
    int most = Math.max(folder.upstreams().size(), folder.standby());
    for (int upstream = 1; upstream <= most; upstream++) {
      MySqlServer server = setting.upstream(upstream);
      if (setting.upstreams().ownOf(folder)) {
        server.kill();
        continue;
      }
      server.start();
      try (Connection connection = server.connect()) {
        dropSchemas(connection);
      }
    }
  }

  private void dropSchemas(Connection connection) throws SQLException {
    List<String> schemas = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows =
          statement.executeQuery("SELECT schema_name FROM information_schema.schemata")) {
        while (rows.next()) {
          if (rows.getString(1).matches("x?" + prefix() + "(\\D.*)?")) {
            schemas.add(rows.getString(1));
          }
        }
      }
      statement.execute("SET SESSION lock_wait_timeout = 10");
      for (String schema : schemas) {
        statement.execute("DROP DATABASE `" + schema.replace("`", "``") + "`");
      }
    }
  }

  private String prefix() {
    return "c" + folder.number();
  }
}
