package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConfigValidation;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Real MariaDBs as sources: everyday 10.11, in full size also 11.8 and failover of both. */
@ExtendWith(SharedEnvironment.class)
class MariaDbIT {
  private static final String COMPRESSED_ON =
      "SET GLOBAL log_bin_compress = ON, GLOBAL log_bin_compress_min_len = 10";
  private static final String COMPRESSED_OFF =
      "SET GLOBAL log_bin_compress = OFF, GLOBAL log_bin_compress_min_len = 256";

  private final Environment environment;

  MariaDbIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void mariaDb1011ArrivesWhole() throws Exception {
    arrivesWhole(ServerVersion.MARIADB_10_11, "maria1011");
  }

  @Test
  @FullSize
  void mariaDb118ArrivesWhole() throws Exception {
    arrivesWhole(ServerVersion.MARIADB_11_8, "maria118");
  }

  @Test
  @FullSize
  void hazard08_aSourceMovesBetweenMariaDb1011sByGtid() throws Exception {
    moves(ServerVersion.MARIADB_10_11, "mariamove1011");
  }

  @Test
  @FullSize
  void hazard08_aSourceMovesBetweenMariaDb118sByGtid() throws Exception {
    moves(ServerVersion.MARIADB_11_8, "mariamove118");
  }

  private void arrivesWhole(ServerVersion version, String name) throws Exception {
    try (MariaDbSchema schema = new MariaDbSchema(environment, name, version)) {
      refusesWhatItCannotFollow(schema);
      schema.createTables();
      startsWithAnOldBranch(schema);
      transactions(schema);
      types(schema);
      versions(schema);
      schema.awaitSame();
      restartsWithAnOpenBranch(schema);
      startsAtPositionAndAtGtid(schema);
    }
  }

  /** The binlog has no rows of a cascade (hazard 30), and a server may be set up wrongly. */
  private void refusesWhatItCannotFollow(MariaDbSchema schema) throws Exception {
    schema.source(
        "CREATE TABLE parent (id INT PRIMARY KEY)",
        "CREATE TABLE child (id INT PRIMARY KEY, p INT,"
            + " FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE)",
        "SET GLOBAL gtid_strict_mode = OFF",
        "SET GLOBAL binlog_row_metadata = NO_LOG");
    ConfigValidation found = schema.validate();
    schema.source(
        "SET GLOBAL gtid_strict_mode = ON",
        "SET GLOBAL binlog_row_metadata = FULL",
        "DROP TABLE child",
        "DROP TABLE parent");
    String host = String.join(" ", found.errors().getOrDefault("database.hostname", List.of()));
    assertTrue(host.contains("SET GLOBAL gtid_strict_mode = ON"), found.errors()::toString);
    assertTrue(host.contains("SET GLOBAL binlog_row_metadata = 'FULL'"), found.errors()::toString);
    String tables = String.join(" ", found.errors().getOrDefault("table.include.list", List.of()));
    assertTrue(tables.contains("ON DELETE CASCADE"), found.errors()::toString);
    assertEquals(Map.of(), schema.validate().errors());
    schema.source("REVOKE REPLICATION SLAVE ON *.* FROM " + MariaDbSchema.USER);
    Map<String, List<String>> errors = schema.validate().errors();
    schema.source("GRANT REPLICATION SLAVE ON *.* TO " + MariaDbSchema.USER);
    assertTrue(
        errors.getOrDefault("database.user", List.of()).toString().contains("REPLICATION SLAVE"),
        errors::toString);
  }

  /** Hazard 34: it was prepared before the first start at latest, in an older file. */
  private static void startsWithAnOldBranch(MariaDbSchema schema) throws Exception {
    schema.prepare("'old', 'b', 5", "INSERT INTO items VALUES (60, 60, 'in an older file')");
    schema.source("FLUSH BINARY LOGS");
    schema.start(Map.of());
    schema.source("XA COMMIT 'old', 'b', 5");
  }

  private static void transactions(MariaDbSchema schema) throws Exception {
    schema.source(
        "INSERT INTO items VALUES (1, 1, 'one'), (2, 2, 'zwei'), (3, 3, 'drei é 中')",
        "BEGIN",
        "UPDATE items SET n = 10 WHERE id = 1",
        "SAVEPOINT a",
        "INSERT INTO items VALUES (4, 4, 'gone')",
        "INSERT INTO my VALUES (1, 1)",
        "ROLLBACK TO a",
        "DELETE FROM items WHERE id = 2",
        "COMMIT",
        "BEGIN",
        "INSERT INTO items VALUES (5, 5, 'gone')",
        "INSERT INTO my VALUES (2, 2)",
        "ROLLBACK");
    schema.source(
        "INSERT INTO items VALUES (NEXT VALUE FOR seq, 0, 'from a sequence')",
        "SELECT NEXT VALUE FOR seq",
        "INSERT INTO copied SELECT id, n FROM items",
        "CREATE TABLE made AS SELECT id, n FROM items",
        "INSERT INTO log VALUES (1, 'same'), (1, 'same'), (2, 'other')",
        "DELETE FROM log WHERE n = 1 LIMIT 1");
    schema.source(COMPRESSED_ON);
    schema.source(
        "INSERT INTO items VALUES (20, 20, REPEAT('x', 40)), (21, 21, REPEAT('y', 40))",
        "UPDATE items SET text = CONCAT(id, REPEAT('z', 30)) WHERE id >= 20",
        "DELETE FROM items WHERE id = 21",
        "ALTER TABLE items COMMENT 'a statement that is long enough to be compressed'");
    schema.source(COMPRESSED_OFF);
    schema.source(
        "XA START 'one', 'phase'",
        "INSERT INTO items VALUES (30, 30, 'one phase')",
        "XA END 'one', 'phase'",
        "XA COMMIT 'one', 'phase' ONE PHASE");
    schema.prepare("X'0001FF', X'00', 7", "INSERT INTO items VALUES (31, 31, 'committed')");
    schema.prepare("'rolled back'", "INSERT INTO items VALUES (32, 32, 'rolled back')");
    schema.source("XA ROLLBACK 'rolled back'", "XA COMMIT X'0001FF', X'00', 7");
  }

  private static void types(MariaDbSchema schema) throws Exception {
    schema.source(
        "INSERT INTO types (id, u, i6, i4, c, b, j, d, t, ts, e, bt, de, f, x, y)"
            + " VALUES (1, '123e4567-e89b-12d3-a456-426655440000', '2001:db8::1', '10.0.0.255',"
            + " REPEAT('é', 200), REPEAT('b', 5000), '{\"a\": [1, 2.50]}',"
            + " '2024-02-29 23:59:59.999999', '-837:59:59.999', '2037-12-31 23:59:59.000001', 'z',"
            + " b'101010101', -12345678901234.56789, 1.1, 1e300, 2155),"
            + " (2, '00000000-0000-7000-8000-000000000000', '::', '0.0.0.0', '', '', '1',"
            + " '0000-00-00 00:00:00', '00:00:00', NULL, 'a', 0, 0, 0, -0.5, 0),"
            + " (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
            + " NULL, NULL)",
        "UPDATE types SET h = 7, c = CONCAT(c, 'end'), u = UUID() WHERE id < 3");
  }

  /** Rows of the past are rows, and the hidden columns are columns. */
  private static void versions(MariaDbSchema schema) throws Exception {
    schema.source(
        "INSERT INTO versions VALUES (1, 1), (2, 2), (3, 3)",
        "UPDATE versions SET v = v + 10 WHERE id < 3",
        "DELETE FROM versions WHERE id = 1");
  }

  private static void restartsWithAnOpenBranch(MariaDbSchema schema) throws Exception {
    schema.prepare("'open'", "INSERT INTO items VALUES (40, 40, 'open')");
    schema.prepare("'late', 'b', 9", "INSERT INTO items VALUES (41, 41, 'late')");
    schema.source("INSERT INTO items VALUES (42, 42, 'between')");
    schema.pipeline().awaitCaughtUp();
    schema.pipeline().stopSource(1);
    schema.source("FLUSH BINARY LOGS", "INSERT INTO items VALUES (43, 43, 'while stopped')");
    schema.server().kill();
    schema.server().start();
    schema.pipeline().startSource(1);
    schema.source("XA COMMIT 'open'");
    schema.awaitSame();
    schema.source("XA COMMIT 'late', 'b', 9", "INSERT INTO items VALUES (44, 44, 'after')");
    schema.awaitSame();
  }

  private static void startsAtPositionAndAtGtid(MariaDbSchema schema) throws Exception {
    String gtids = schema.ask("SELECT @@GLOBAL.gtid_binlog_pos");
    BinlogPosition position = BinlogPosition.now(schema.server());
    schema.prepare("'again'", "INSERT INTO items VALUES (50, 50, 'again')");
    schema.source(
        "INSERT INTO log VALUES (50, 'same'), (50, 'same')",
        "XA COMMIT 'again'",
        "DELETE FROM items WHERE id = 1");
    schema.awaitSame();
    schema.restartAt("file:" + position.fileName() + ":" + position.offset());
    schema.source("INSERT INTO log VALUES (51, 'after the position')");
    schema.awaitSame();
    schema.restartAt("gtid:" + gtids);
    schema.source("INSERT INTO log VALUES (52, 'after the GTID')");
    schema.awaitSame();
  }

  private void moves(ServerVersion version, String name) throws Exception {
    try (MariaDbSchema schema = new MariaDbSchema(environment, name, version)) {
      schema.createTables();
      MariaDbSchema.Standby second = schema.standby();
      schema.start(Map.of("heartbeat.interval.ms", "1000"));
      schema.source("INSERT INTO items VALUES (1, 1, 'one'), (2, 2, 'two')");
      schema.awaitSame();
      schema.prepare("'moved'", "INSERT INTO items VALUES (3, 3, 'prepared on the first')");
      schema.prepare("'done'", "INSERT INTO items VALUES (4, 4, 'prepared on the first, too')");
      schema.source("XA COMMIT 'done'", "INSERT INTO log VALUES (1, 'same'), (1, 'same')");
      schema.awaitSame();
      schema.pipeline().stopSource(1);
      schema.source("INSERT INTO items VALUES (5, 5, 'not read from the first')");
      second.promote();
      schema.pipeline().moveSource(1, schema.server());
      schema.pipeline().startSource(1);
      schema.source("INSERT INTO items VALUES (6, 6, 'second')");
      schema.awaitSame();
      schema.source("XA COMMIT 'moved'", "DELETE FROM log LIMIT 1");
      schema.awaitSame();
      assertEquals("1", schema.ask("SELECT COUNT(*) FROM items WHERE id = 3"));
    }
  }
}
