package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Older MySQLs as sources: everyday 5.6 as it is set up by default, without GTIDs; in full size
 * also 5.6 with GTIDs and 8.0. What 5.6 cannot do is tested as what happens instead.
 */
@ExtendWith(SharedEnvironment.class)
class MySqlVersionsIT {
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(40);
  private static final List<String> NO_GTIDS =
      List.of("--gtid-mode=OFF", "--enforce-gtid-consistency=OFF");

  private final Environment environment;

  MySqlVersionsIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void mySql56WithoutGtidsArrivesWhole() throws Exception {
    try (VersionSchema schema = schema("mysql56", ServerVersion.MYSQL_5_6, NO_GTIDS)) {
      arrivesWhole(schema);
      schema.pipeline().stopSource(1);
      schema.setStart("gtid:00000000-0000-0000-0000-000000000001:1");
      environment.sources().rest().resume(schema.pipeline().sourceName(1));
      assertTrue(failure(schema).contains("gtid_mode other than ON"), failure(schema));
    }
  }

  @Test
  @FullSize
  void mySql56WithGtidsArrivesWhole() throws Exception {
    // As files of older servers are: no checksums, rows events of the first version.
    List<String> options = List.of("--binlog-checksum=NONE", "--log-bin-use-v1-row-events=ON");
    try (VersionSchema schema = schema("mysql56gtids", ServerVersion.MYSQL_5_6, options)) {
      arrivesWhole(schema);
      startsAtGtid(schema);
    }
  }

  @Test
  @FullSize
  void mySql80ArrivesWhole() throws Exception {
    try (VersionSchema schema = schema("mysql80whole", ServerVersion.MYSQL_8_0, List.of())) {
      arrivesWhole(schema);
      startsAtGtid(schema);
    }
  }

  @Test
  @FullSize
  void mySql80WithoutGtidsAndWithMinimalMetadataArrivesWhole() throws Exception {
    List<String> options =
        List.of(
            "--gtid-mode=OFF", "--enforce-gtid-consistency=OFF", "--binlog-row-metadata=MINIMAL");
    try (VersionSchema schema = schema("mysql80minimal", ServerVersion.MYSQL_8_0, options)) {
      arrivesWhole(schema);
    }
  }

  @Test
  @FullSize
  void hazard31_definitionOfA56ThatChangedBeforeItsRowsWereReadStopsTheSource() throws Exception {
    try (VersionSchema schema = schema("mysql56late", ServerVersion.MYSQL_5_6, List.of())) {
      schema.createTables();
      schema.start();
      schema.source("INSERT INTO items VALUES (1, 1, 'one')");
      schema.awaitSame();
      schema.pipeline().stopSource(1);
      schema.source(
          "INSERT INTO items VALUES (2, 2, 'two')",
          "ALTER TABLE items CHANGE n m INT, CHANGE text other VARCHAR(40)");
      environment.sources().rest().resume(schema.pipeline().sourceName(1));
      String failure = failure(schema);
      assertTrue(failure.contains("the table map of mysql56late.items at binlog."), failure);
      assertTrue(failure.contains("ALTER TABLE items CHANGE n m INT"), failure);
    }
  }

  /**
   * Its commit is not in the binlog of 5.6 (manual, "Restrictions on XA Transactions"): nothing
   * that reads the binlog can know of it, so the source says so while it can be rolled back.
   */
  @Test
  @FullSize
  void branchOfA56ThatOutlivedACrashIsNamedInTheLog() throws Exception {
    try (VersionSchema schema = schema("mysql56crash", ServerVersion.MYSQL_5_6, List.of())) {
      schema.createTables();
      schema.start();
      schema.source("INSERT INTO items VALUES (1, 1, 'one')");
      schema.awaitSame();
      schema.crashWithPrepared("'orphan'", "INSERT INTO items VALUES (2, 2, 'orphan')");
      schema.source("INSERT INTO items VALUES (3, 3, 'after')");
      schema.pipeline().awaitCaughtUp();
      String log = environment.sources().log().text();
      assertTrue(log.contains("has prepared XA branches: [1:6:orphan]"), "no warning in the log");
      schema.source("XA ROLLBACK 'orphan'");
      schema.awaitSame();
    }
  }

  private VersionSchema schema(String name, ServerVersion version, List<String> options)
      throws SQLException {
    assumeTrue(version.unavailable().isEmpty(), () -> version.unavailable().orElseThrow());
    return new VersionSchema(environment, name, version, options);
  }

  private String failure(VersionSchema schema) {
    ConnectorStatus failed =
        environment
            .sources()
            .rest()
            .waitForState(schema.pipeline().sourceName(1), "FAILED", FAILED_WITHIN);
    return failed.traces();
  }

  private void arrivesWhole(VersionSchema schema) throws Exception {
    refusesWhatItCannotFollow(schema);
    schema.createTables();
    starts(schema);
    transactions(schema);
    branches(schema);
    types(schema);
    schema.awaitSame();
    restarts(schema);
    startsAtPosition(schema);
  }

  private static void refusesWhatItCannotFollow(VersionSchema schema) throws SQLException {
    schema.source(
        "CREATE TABLE parent (id INT PRIMARY KEY) ENGINE = InnoDB",
        "CREATE TABLE child (id INT PRIMARY KEY, p INT,"
            + " FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE) ENGINE = InnoDB",
        "SET GLOBAL binlog_format = STATEMENT");
    Map<String, List<String>> found = schema.validate();
    schema.source("SET GLOBAL binlog_format = ROW", "DROP TABLE child", "DROP TABLE parent");
    String verb = schema.old() ? "GLOBAL" : "PERSIST";
    assertTrue(
        found
            .getOrDefault("database.hostname", List.of())
            .toString()
            .contains("SET " + verb + " binlog_format = 'ROW'"),
        found::toString);
    assertTrue(
        found
            .getOrDefault("table.include.list", List.of())
            .toString()
            .contains("ON DELETE CASCADE"),
        found::toString);
    assertEquals(Map.of(), schema.validate());
    schema.source("REVOKE REPLICATION SLAVE ON *.* FROM " + VersionSchema.USER);
    Map<String, List<String>> errors = schema.validate();
    schema.source("GRANT REPLICATION SLAVE ON *.* TO " + VersionSchema.USER);
    assertTrue(
        errors.getOrDefault("database.user", List.of()).toString().contains("REPLICATION SLAVE"),
        errors::toString);
  }

  /** Hazard 34: a branch was prepared before the first start at latest, in an older file. */
  private static void starts(VersionSchema schema) throws SQLException {
    if (schema.old()) {
      schema.start();
      return;
    }
    schema.prepare("'old', 'b', 5", "INSERT INTO items VALUES (60, 60, 'in an older file')");
    schema.source("FLUSH LOGS");
    schema.start();
    schema.source("XA COMMIT 'old', 'b', 5");
  }

  private static void transactions(VersionSchema schema) throws SQLException {
    schema.source(
        "INSERT INTO items VALUES (1, 1, 'one'), (2, 2, 'zwei'), (3, 3, 'drei é 中')",
        "BEGIN",
        "UPDATE items SET n = 10 WHERE id = 1",
        "SAVEPOINT a",
        "INSERT INTO items VALUES (4, 4, 'gone')",
        "ROLLBACK TO a",
        "DELETE FROM items WHERE id = 2",
        "COMMIT",
        "BEGIN",
        "INSERT INTO items VALUES (5, 5, 'gone')",
        "ROLLBACK",
        "INSERT INTO my VALUES (1, 1), (2, 2)",
        "UPDATE my SET n = n + 1",
        "INSERT INTO log VALUES (1, 'same'), (1, 'same'), (2, 'other')",
        "DELETE FROM log WHERE n = 1 LIMIT 1");
    if (!schema.gtids()) {
      schema.source(
          "BEGIN",
          "INSERT INTO items VALUES (6, 6, 'gone')",
          "INSERT INTO my VALUES (3, 3)",
          "ROLLBACK",
          "CREATE TEMPORARY TABLE passing (id INT)",
          "INSERT INTO passing VALUES (1), (2)",
          "INSERT INTO log SELECT id, 'from a temporary table' FROM passing",
          "DROP TEMPORARY TABLE passing");
    }
  }

  /** 5.6 writes a branch when its own session commits it, as any transaction. */
  private static void branches(VersionSchema schema) throws SQLException {
    schema.source(
        "XA START 'one', 'phase'",
        "INSERT INTO items VALUES (30, 30, 'one phase')",
        "XA END 'one', 'phase'",
        "XA COMMIT 'one', 'phase' ONE PHASE",
        "XA START X'0001FF', X'00', 7",
        "INSERT INTO items VALUES (31, 31, 'committed')",
        "XA END X'0001FF', X'00', 7",
        "XA PREPARE X'0001FF', X'00', 7",
        "XA COMMIT X'0001FF', X'00', 7",
        "XA START 'undone'",
        "INSERT INTO items VALUES (32, 32, 'undone')",
        "XA END 'undone'",
        "XA PREPARE 'undone'",
        "XA ROLLBACK 'undone'");
  }

  private static void types(VersionSchema schema) throws SQLException {
    schema.source(
        "INSERT INTO types VALUES (18446744073709551615, 255, 16777215, 12345.67891, 1.1, 1e300,"
            + " b'101010101', 2155, '9999-12-31', '2024-02-29 23:59:59',"
            + " '2024-02-29 23:59:59.999999', '-837:59:59.999', '2037-12-31 23:59:59.000001',"
            + " 'é', 'ö中', X'00FF00', REPEAT('b', 5000), 'Ω', 'it''s', 'x,z')",
        "INSERT INTO types (id) VALUES (1)",
        "UPDATE types SET v = CONCAT(v, 'end'), m = 0, ts = '1970-01-01 00:00:01' WHERE id > 1");
  }

  /** The worker's task and the server end in the midst; definitions change on the way. */
  private static void restarts(VersionSchema schema) throws SQLException {
    boolean outlives = !schema.old();
    if (outlives) {
      schema.prepare("'open'", "INSERT INTO items VALUES (40, 40, 'open')");
    }
    schema.pipeline().stopSource(1);
    schema.source("FLUSH LOGS", "INSERT INTO items VALUES (43, 43, 'while stopped')");
    schema.server().kill();
    schema.server().start();
    schema.pipeline().startSource(1);
    if (outlives) {
      schema.source("XA COMMIT 'open'");
    }
    schema.awaitSame();
    schema.both("ALTER TABLE log ADD more INT UNSIGNED DEFAULT 7 FIRST");
    schema.source("INSERT INTO log VALUES (4294967295, 3, 'after the change')");
    schema.awaitSame();
  }

  private static void startsAtPosition(VersionSchema schema) throws SQLException {
    BinlogPosition position = BinlogPosition.now(schema.server());
    schema.source(
        "INSERT INTO log VALUES (1, 50, 'same'), (1, 50, 'same')",
        "DELETE FROM items WHERE id = 1");
    schema.awaitSame();
    schema.restartAt("file:" + position.fileName() + ":" + position.offset());
    schema.source("INSERT INTO log VALUES (1, 51, 'after the position')");
    schema.awaitSame();
  }

  private static void startsAtGtid(VersionSchema schema) throws SQLException {
    String gtids = schema.ask("SELECT @@GLOBAL.gtid_executed").replaceAll("\\s", "");
    schema.source("INSERT INTO log VALUES (1, 60, 'same'), (1, 60, 'same')");
    schema.awaitSame();
    schema.restartAt("gtid:" + gtids);
    schema.source("INSERT INTO log VALUES (1, 61, 'after the GTID')");
    schema.awaitSame();
    goesOnByGtidWhereItsFileIsGone(schema);
  }

  private static void goesOnByGtidWhereItsFileIsGone(VersionSchema schema) throws SQLException {
    schema.pipeline().stopSource(1);
    schema.source("FLUSH LOGS");
    String newest = BinlogPosition.now(schema.server()).fileName();
    schema.source("PURGE BINARY LOGS TO '" + newest + "'");
    schema.source("INSERT INTO log VALUES (1, 62, 'in a later file')");
    schema.pipeline().startSource(1);
    schema.awaitSame();
  }
}
