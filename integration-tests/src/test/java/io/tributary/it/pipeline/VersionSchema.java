package io.tributary.it.pipeline;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A schema on a server of some version and at the target, with the pipeline between, which reads as
 * a user with the documented privileges only.
 */
final class VersionSchema implements AutoCloseable {
  static final String USER = "tributary";
  private static final String PASSWORD = "only these grants";

  /** Tables and how they are compared: columns. */
  private static final Map<String, String> COMPARED = new LinkedHashMap<>();

  static {
    COMPARED.put("items", "id, n, text");
    COMPARED.put("log", "n, text");
    COMPARED.put("my", "id, n");
    COMPARED.put(
        "types",
        "id, a, m, de, f, x, bt + 0, y + 0, CONCAT(d), CONCAT(dt), CONCAT(dt6), CONCAT(ti),"
            + " UNIX_TIMESTAMP(ts), HEX(CONVERT(c USING utf8mb4)), HEX(CONVERT(v USING utf8mb4)),"
            + " HEX(vb), HEX(bl), HEX(tx), e, s + 0");
  }

  private final Environment environment;
  private final String name;
  private final boolean old;
  private final boolean gtids;
  private final ReplicatedSchema schema;

  VersionSchema(
      Environment environment, String name, ServerVersion version, List<String> serverOptions)
      throws SQLException {
    this.environment = environment;
    this.name = name;
    this.old = version == ServerVersion.MYSQL_5_6;
    this.gtids = !serverOptions.contains("--gtid-mode=OFF");
    MySqlServer server = environment.mysql(name, version, serverOptions);
    this.schema =
        new ReplicatedSchema(
            environment,
            server,
            name,
            2,
            Map.of("database.user", USER, "database.password", PASSWORD));
    schema.source(
        "CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'",
        "GRANT REPLICATION SLAVE, REPLICATION CLIENT, SELECT"
            + (old ? "" : ", XA_RECOVER_ADMIN")
            + " ON *.* TO "
            + USER);
  }

  /** Whether it is a 5.6: no column names in the binlog, no XA PREPARE, no SET PERSIST. */
  boolean old() {
    return old;
  }

  boolean gtids() {
    return gtids;
  }

  MySqlServer server() {
    return schema.server();
  }

  Pipeline pipeline() {
    return schema.pipeline();
  }

  void start() {
    schema.start();
  }

  void source(String... statements) throws SQLException {
    schema.source(statements);
  }

  void both(String... statements) throws SQLException {
    schema.both(statements);
  }

  void createTables() throws SQLException {
    schema.both(
        "CREATE TABLE items (id INT PRIMARY KEY, n INT, text VARCHAR(40) CHARACTER SET utf8mb4)"
            + " ENGINE = InnoDB",
        "CREATE TABLE log (n INT, text VARCHAR(40)) ENGINE = InnoDB",
        "CREATE TABLE types (id BIGINT UNSIGNED PRIMARY KEY, a TINYINT UNSIGNED,"
            + " m MEDIUMINT UNSIGNED, de DECIMAL(20, 5) UNSIGNED, f FLOAT, x DOUBLE, bt BIT(9),"
            + " y YEAR, d DATE, dt DATETIME, dt6 DATETIME(6), ti TIME(3), ts TIMESTAMP(6) NULL,"
            + " c CHAR(10) CHARACTER SET latin1, v VARCHAR(50) CHARACTER SET utf8,"
            + " vb VARBINARY(20), bl BLOB, tx MEDIUMTEXT CHARACTER SET utf8mb4,"
            + " e ENUM('a', 'it''s', 'ö') CHARACTER SET utf8, s SET('x', 'y', 'z')) ENGINE = InnoDB");
    schema.source("CREATE TABLE my (id INT PRIMARY KEY, n INT) ENGINE = MyISAM");
    schema.target("CREATE TABLE my (id INT PRIMARY KEY, n INT)");
  }

  /** What is wrong with each option. */
  Map<String, List<String>> validate() {
    Map<String, String> config = ValidatedSource.config(server(), name);
    config.put("table.include.list", name + "\\..*");
    config.put("database.user", USER);
    config.put("database.password", PASSWORD);
    return environment.sources().rest().validate(config).errors();
  }

  /** A branch that any session may decide on, where a branch outlives its session. */
  void prepare(String xid, String change) throws SQLException {
    source("XA START " + xid, change, "XA END " + xid, "XA PREPARE " + xid);
  }

  /** The server is killed while a session has a prepared branch, and started again. */
  void crashWithPrepared(String xid, String change) throws SQLException {
    try (Connection connection = server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + name);
      statement.execute("XA START " + xid);
      statement.execute(change);
      statement.execute("XA END " + xid);
      statement.execute("XA PREPARE " + xid);
      server().kill();
    }
    server().start();
  }

  /** What a query finds first. */
  String ask(String sql) throws SQLException {
    return schema.sourceColumn(sql).get(0);
  }

  /** Forgets the stopped source's offset and lets it start at a position. */
  void setStart(String position) {
    String source = pipeline().sourceName(1);
    environment.sources().rest().resetOffsets(source);
    Map<String, String> config = environment.sources().rest().config(source);
    config.put("start.position", position);
    environment.sources().rest().putConfig(source, config);
  }

  void restartAt(String position) {
    pipeline().stopSource(1);
    setStart(position);
    pipeline().startSource(1);
  }

  /** Waits until the target has everything, and fails unless all tables are the same there. */
  void awaitSame() throws SQLException {
    pipeline().awaitCaughtUp(1);
    for (Map.Entry<String, String> table : COMPARED.entrySet()) {
      if (ask("SELECT COUNT(*) FROM " + table.getKey()).equals("0")) {
        continue;
      }
      schema.assertSame(table.getKey(), table.getValue(), 0);
    }
  }

  @Override
  public void close() throws SQLException {
    schema.close();
    server().stop();
  }
}
