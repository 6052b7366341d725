package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Sessions that write with {@code binlog_format=STATEMENT}: the source stops where captured tables
 * may be meant, and goes on where none are.
 */
@ExtendWith(SharedEnvironment.class)
class StatementFormatIT {
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(40);
  private static final String OTHER = "statements_other";
  private static final String[] IN_OTHER_SCHEMA = {
    "CREATE DATABASE IF NOT EXISTS " + OTHER,
    "CREATE TABLE " + OTHER + ".t (n INT)",
    "SET SESSION binlog_format = STATEMENT",
    "USE " + OTHER,
    "INSERT INTO t VALUES (1), (RAND())",
    "SET @one = 1",
    "INSERT INTO " + OTHER + ".t VALUES (@one)",
    "SELECT n FROM t INTO OUTFILE 'OUT'",
    "LOAD DATA INFILE 'OUT' INTO TABLE t",
    "UPDATE t SET n = n + 1",
    "DELETE FROM t LIMIT 1",
    "SET SESSION binlog_format = ROW",
    "DROP DATABASE " + OTHER
  };

  private final Environment environment;

  StatementFormatIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void statementsOfOtherSchemasArePassedOver() throws SQLException {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "statements", 1, Map.of())) {
      schema.both("CREATE TABLE t (n INT PRIMARY KEY)");
      schema.start();
      schema.source("INSERT INTO t VALUES (1)");
      schema.source(withFile("passed", IN_OTHER_SCHEMA));
      schema.source("INSERT INTO t VALUES (2)");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("t", "n", 1);
    }
  }

  @Test
  void statementsOfCapturedSchemasStopTheSource() throws SQLException {
    assertStops("insert", "INSERT INTO t VALUES (3)");
    assertStops("load", "LOAD DATA INFILE 'OUT' INTO TABLE t");
  }

  private void assertStops(String name, String statement) throws SQLException {
    try (ReplicatedSchema schema =
        new ReplicatedSchema(environment, "statements_" + name, 1, Map.of())) {
      schema.both("CREATE TABLE t (n INT PRIMARY KEY)");
      schema.start();
      schema.source("INSERT INTO t VALUES (1), (2)");
      schema.source(
          withFile(
              name,
              "SELECT 7 INTO OUTFILE 'OUT'",
              "SET SESSION binlog_format = STATEMENT",
              statement));
      ConnectorStatus failed =
          environment
              .sources()
              .rest()
              .waitForState(schema.pipeline().sourceName(1), "FAILED", FAILED_WITHIN);
      String words = "is a statement-based change in schema statements_" + name;
      assertTrue(failed.traces().contains(words), failed::traces);
      assertTrue(failed.traces().contains("binlog_format=ROW"), failed::traces);
    }
  }

  /** The statements, with a file where the server may write and read. */
  private String[] withFile(String name, String... statements) throws SQLException {
    String file = "/" + name + System.nanoTime();
    String folder;
    try (var connection = environment.mysql("upstream-1").connect();
        var rows = connection.createStatement().executeQuery("SELECT @@GLOBAL.secure_file_priv")) {
      rows.next();
      folder = rows.getString(1).replaceFirst("/$", "");
    }
    String[] filled = statements.clone();
    for (int i = 0; i < filled.length; i++) {
      filled[i] = filled[i].replace("OUT'", folder + file + "'");
    }
    return filled;
  }
}
