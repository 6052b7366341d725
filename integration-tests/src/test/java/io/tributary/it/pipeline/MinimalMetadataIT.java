package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A server with {@code binlog_row_metadata=MINIMAL}, MySQL's default: columns come from its
 * information schema, and are never guessed.
 */
@ExtendWith(SharedEnvironment.class)
class MinimalMetadataIT {
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(40);
  private static final String TABLE =
      "CREATE TABLE t (id INT UNSIGNED, e ENUM('a','b\\\\c','d''e'), name VARCHAR(20), n BIGINT,"
          + " PRIMARY KEY (n, id))";

  private final Environment environment;
  private final MySqlServer server;

  MinimalMetadataIT(Environment environment) {
    this.environment = environment;
    this.server = environment.mysql("minimal-metadata", List.of("--binlog-row-metadata=MINIMAL"));
  }

  private ReplicatedSchema schema(String name) throws SQLException {
    return new ReplicatedSchema(environment, server, name, 2, Map.of());
  }

  @Test
  void definitionsThatChangeWhileItRunsAreFollowed() throws SQLException {
    try (ReplicatedSchema schema = schema("minimal")) {
      schema.both(TABLE);
      schema.start();
      schema.source("INSERT INTO t VALUES (4294967295, 'b\\\\c', 'x', -1)");
      schema.pipeline().awaitCaughtUp();
      schema.both("ALTER TABLE t ADD one INT DEFAULT 5 FIRST, ADD two INT DEFAULT 6 AFTER id");
      schema.source("INSERT INTO t (id, n, e) VALUES (2, 2, 'd''e')", "UPDATE t SET name = 'y'");
      schema.pipeline().awaitCaughtUp();
      // Same types, other names: only the list tells.
      schema.both("ALTER TABLE t RENAME COLUMN one TO uno, MODIFY two INT DEFAULT 6 FIRST");
      schema.source("UPDATE t SET uno = uno + 10");
      schema.pipeline().awaitCaughtUp();
      schema.both("ALTER TABLE t MODIFY e ENUM('z','d''e','b\\\\c','a')");
      schema.source("INSERT INTO t (id, n, e) VALUES (3, 3, 'z')", "CREATE TABLE u (a INT)");
      schema.pipeline().awaitCaughtUp();
      schema.pipeline().restartSource(1);
      schema.source("UPDATE t SET e = 'a' WHERE n = 2");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("t", "n, id, uno, two, e, name", 2);
    }
  }

  @Test
  void hazard31_definitionThatChangedBeforeItsRowsWereReadStopsTheSource() throws SQLException {
    try (ReplicatedSchema schema = schema("minimal_late")) {
      schema.both(TABLE);
      schema.start();
      schema.source("INSERT INTO t VALUES (1, 'a', 'x', 1)");
      schema.pipeline().awaitCaughtUp();
      schema.pipeline().stopSource(1);
      schema.source(
          "INSERT INTO t VALUES (2, 'a', 'y', 2)",
          "ALTER TABLE t RENAME COLUMN name TO old_name, ADD name VARCHAR(20)",
          "ALTER TABLE t DROP old_name");
      environment.sources().rest().resume(schema.pipeline().sourceName(1));
      ConnectorStatus failed =
          environment
              .sources()
              .rest()
              .waitForState(schema.pipeline().sourceName(1), "FAILED", FAILED_WITHIN);
      for (String words :
          List.of(
              "the table map of minimal_late.t at binlog.",
              "ALTER TABLE t RENAME COLUMN name TO old_name",
              "binlog_row_metadata=FULL")) {
        assertTrue(failed.traces().contains(words), failed::traces);
      }
    }
  }

  /**
   * Without a primary key the server's own choice of a key is taken, as FULL metadata would name
   * it: rows of one key must go to one partition whatever the metadata.
   */
  @Test
  void uniqueKeyStandsInForAPrimaryKey() throws SQLException {
    try (ReplicatedSchema schema = schema("minimal_key")) {
      String columns =
          "CREATE TABLE t (x INT, p VARCHAR(9) NOT NULL, n INT NOT NULL, m INT NOT NULL";
      schema.source(columns + ", UNIQUE a (x), UNIQUE b (p(3)), UNIQUE c (m, n))");
      // The sink refuses a target whose key does not cover the one that the source has chosen.
      schema.target(columns + ", UNIQUE c (m, n))");
      schema.start();
      schema.source(
          "INSERT INTO t VALUES (NULL, 'abc', 1, 2), (NULL, 'xyz', 2, 1)",
          "UPDATE t SET n = 7 WHERE n = 1",
          "DELETE FROM t WHERE n = 2");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("t", "n", 1);
    }
  }
}
