package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConfigValidation;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A schema on a MariaDB and at the target, with the pipeline between, which reads as a user with
 * the documented privileges only.
 */
final class MariaDbSchema implements AutoCloseable {
  static final String USER = "tributary";
  private static final Duration SESSION_ENDS_WITHIN = Duration.ofSeconds(20);
  private static final String PASSWORD = "only these grants";
  private static final String SESSION =
      "SET SESSION time_zone = '+00:00', sql_mode = 'ALLOW_INVALID_DATES'";

  /** Tables and how they are compared: columns, and how many of them are the key. */
  private static final Map<String, List<String>> COMPARED = new LinkedHashMap<>();

  static {
    COMPARED.put("items", List.of("id", "n", "text"));
    COMPARED.put("log", List.of("n", "text"));
    COMPARED.put("my", List.of("id", "n"));
    COMPARED.put("copied", List.of("id", "n"));
    COMPARED.put("made", List.of("id", "n"));
    COMPARED.put("versions", List.of("id", "row_end", "v", "row_start"));
    COMPARED.put(
        "types",
        List.of(
            "id",
            "HEX(CAST(u AS BINARY(16)))",
            "HEX(CAST(i6 AS BINARY(16)))",
            "HEX(CAST(i4 AS BINARY(4)))",
            "HEX(c)",
            "HEX(b)",
            "j",
            "CAST(d AS CHAR)",
            "CAST(t AS CHAR)",
            "CAST(ts AS CHAR)",
            "e",
            "bt + 0",
            "de",
            "f",
            "x",
            "y + 0",
            "h",
            "g"));
  }

  private final Environment environment;
  private final String name;
  private final ServerVersion version;
  private final Pipeline pipeline;
  private MySqlServer server;

  MariaDbSchema(Environment environment, String name, ServerVersion version) throws SQLException {
    this.environment = environment;
    this.name = name;
    this.version = version;
    this.server = environment.mysql(name, version, List.of());
    Map<String, String> options = new LinkedHashMap<>();
    options.put("table.include.list", name + "\\..*");
    options.put("database.user", USER);
    options.put("database.password", PASSWORD);
    this.pipeline =
        new Pipeline(
            environment, new Pipeline.Shape(name, metadataDatabase(), 2, 2, options, Map.of()));
    at(
        server.connect(),
        "CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
        "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
        "GRANT REPLICATION SLAVE, BINLOG MONITOR, SELECT ON *.* TO " + USER);
    at(
        environment.target().connect(),
        "CREATE DATABASE " + name + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  }

  private String metadataDatabase() {
    return "tributary_" + name;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** The server that is the source now. */
  MySqlServer server() {
    return server;
  }

  void createTables() throws SQLException {
    String items = "CREATE TABLE items (id INT PRIMARY KEY, n INT, text VARCHAR(40))";
    String log = "CREATE TABLE log (n INT, text VARCHAR(40))";
    String copied = "CREATE TABLE copied (id INT PRIMARY KEY, n INT)";
    String common =
        "j LONGTEXT, d DATETIME(6), t TIME(3), ts TIMESTAMP(6) NULL, e ENUM('a', 'z'), bt BIT(9),"
            + " de DECIMAL(20, 5), f FLOAT, x DOUBLE, y YEAR,";
    source(
        items,
        log,
        copied,
        "CREATE TABLE my (id INT PRIMARY KEY, n INT) ENGINE = MyISAM",
        "CREATE SEQUENCE seq START WITH 1000",
        "CREATE TABLE types (id BIGINT PRIMARY KEY, u UUID, i6 INET6, i4 INET4,"
            + " c VARCHAR(300) COMPRESSED, b BLOB COMPRESSED, "
            + common.replace("j LONGTEXT", "j JSON")
            + " h INT INVISIBLE DEFAULT 5, g INT AS (h + 1) STORED)",
        "CREATE TABLE versions (id INT PRIMARY KEY, v INT) WITH SYSTEM VERSIONING");
    target(
        items,
        log,
        copied,
        "CREATE TABLE my (id INT PRIMARY KEY, n INT)",
        // As CREATE TABLE .. SELECT makes it.
        "CREATE TABLE made (id INT NOT NULL, n INT)",
        "CREATE TABLE types (id BIGINT PRIMARY KEY, u BINARY(16), i6 BINARY(16), i4 BINARY(4),"
            + " c VARCHAR(300), b BLOB, "
            + common
            // 11.8 leaves a stored column out of the images of an UPDATE: the target computes it.
            + " h INT, g INT AS (h + 1) STORED)",
        "CREATE TABLE versions (id INT, v INT, row_start DATETIME(6), row_end DATETIME(6),"
            + " PRIMARY KEY (id, row_end))");
  }

  void start(Map<String, String> more) {
    pipeline.createSource(1, server);
    if (!more.isEmpty()) {
      Map<String, String> config = environment.sources().rest().config(pipeline.sourceName(1));
      config.putAll(more);
      environment.sources().rest().putConfig(pipeline.sourceName(1), config);
    }
    pipeline.createSink();
  }

  /** Forgets the source's offset and starts it at a position. */
  void restartAt(String position) {
    pipeline.stopSource(1);
    environment.sources().rest().resetOffsets(pipeline.sourceName(1));
    Map<String, String> config = environment.sources().rest().config(pipeline.sourceName(1));
    config.put("start.position", position);
    environment.sources().rest().putConfig(pipeline.sourceName(1), config);
    pipeline.startSource(1);
  }

  ConfigValidation validate() {
    Map<String, String> config = ValidatedSource.config(server, name);
    config.put("table.include.list", name + "\\..*");
    config.put("database.user", USER);
    config.put("database.password", PASSWORD);
    return environment.sources().rest().validate(config);
  }

  /** Runs statements at the source, in one session that uses the schema. */
  void source(String... statements) throws SQLException {
    inSchema(server.connect(), statements);
  }

  private void target(String... statements) throws SQLException {
    inSchema(environment.target().connect(), statements);
  }

  private void inSchema(Connection connection, String... statements) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      statement.execute(SESSION);
      statement.execute("SET SESSION lock_wait_timeout = 20");
      statement.execute("USE " + name);
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static void at(Connection connection, String... statements) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** A branch that any session may decide on: MariaDB gives it away when its session has ended. */
  void prepare(String xid, String change) throws SQLException {
    Connection connection = server.connect();
    long session;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
      row.next();
      session = row.getLong(1);
    }
    inSchema(connection, "XA START " + xid, change, "XA END " + xid, "XA PREPARE " + xid);
    Waiting.until(
        SESSION_ENDS_WITHIN,
        () -> ended(session),
        () -> "the session that prepared " + xid + " has ended");
  }

  private boolean ended(long session) {
    try {
      return ask("SELECT id FROM information_schema.processlist WHERE id = " + session) == null;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a query finds first; null when it finds nothing. */
  String ask(String sql) throws SQLException {
    return ask(server, sql);
  }

  private String ask(MySqlServer of, String sql) throws SQLException {
    try (Connection connection = of.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + name);
      try (ResultSet rows = statement.executeQuery(sql)) {
        return rows.next() ? rows.getString(1) : null;
      }
    }
  }

  /** Waits until the target has everything, and fails unless all tables are the same there. */
  void awaitSame() throws SQLException {
    pipeline.awaitCaughtUp(1);
    for (Map.Entry<String, List<String>> table : COMPARED.entrySet()) {
      // MariaDB has to be asked for all times of a versioned table.
      String qualified = name + "." + table.getKey();
      boolean versions = table.getKey().equals("versions");
      if (ask("SHOW TABLES LIKE '%s'".formatted(table.getKey())) == null) {
        continue;
      }
      UnionComparison.Result result =
          UnionComparison.compare(
              List.of(
                  new UnionComparison.Part(
                      () -> inUtc(server.connect()),
                      versions ? qualified + " FOR SYSTEM_TIME ALL" : qualified)),
              new UnionComparison.Part(() -> inUtc(environment.target().connect()), qualified),
              table.getValue(),
              0);
      assertTrue(result.equal(), () -> qualified + ": " + result);
    }
  }

  private static Connection inUtc(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(SESSION);
    }
    return connection;
  }

  /** A replica of the source. */
  Standby standby() throws SQLException {
    MySqlServer standby = environment.mysql(name + "-2", version, List.of());
    at(
        standby.connect(),
        "CHANGE MASTER TO MASTER_HOST = '%s', MASTER_PORT = %d, MASTER_USER = '%s',"
                .formatted(server.host(), server.port(), server.user())
            + " MASTER_PASSWORD = '%s', MASTER_USE_GTID = slave_pos".formatted(server.password()),
        "START SLAVE");
    return new Standby(standby);
  }

  final class Standby {
    private final MySqlServer standby;

    private Standby(MySqlServer standby) {
      this.standby = standby;
    }

    /** Lets it catch up, ends its following, and makes it the source's server from now on. */
    void promote() throws SQLException {
      String position = MariaDbSchema.this.ask("SELECT @@GLOBAL.gtid_binlog_pos");
      String late =
          MariaDbSchema.this.ask(standby, "SELECT MASTER_GTID_WAIT('" + position + "', 30)");
      assertEquals("0", late, () -> standby.name() + " does not follow: " + standby.log().tail(20));
      at(standby.connect(), "STOP SLAVE", "RESET SLAVE ALL");
      server.stop();
      server = standby;
    }
  }

  @Override
  public void close() throws SQLException {
    pipeline.delete();
    at(
        environment.target().connect(),
        "DROP DATABASE IF EXISTS " + name,
        "DROP DATABASE IF EXISTS " + metadataDatabase());
    server.stop();
  }
}
