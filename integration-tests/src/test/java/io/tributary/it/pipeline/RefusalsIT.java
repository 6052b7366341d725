package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorOffset;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What the sink refuses while it runs: it stops with all that an operator needs to know, the target
 * holds nothing of the refused record, and after what the message advises it goes on by itself.
 */
@ExtendWith(SharedEnvironment.class)
class RefusalsIT {
  private static final String SCHEMA = "refusals";
  private static final int PARTITIONS = 4;
  private static final String SHARD = " (id INT NOT NULL PRIMARY KEY, n INT)";

  private static Environment environment;
  private static ReplicatedSchema schema;

  @BeforeAll
  static void start(Environment shared) throws SQLException {
    environment = shared;
    Map<String, String> route =
        Map.of(
            "routes",
            "shards",
            "routes.shards.match",
            SCHEMA + "\\.shard_\\d",
            "routes.shards.to",
            SCHEMA + ".merged");
    schema = new ReplicatedSchema(environment, SCHEMA, PARTITIONS, route);
    schema.start();
  }

  @AfterAll
  static void end() throws SQLException {
    schema.close();
  }

  /**
   * The failure names source, position, topic-partition@offset, the table, and what the test says.
   */
  private static String assertRefused(String table, String... words) {
    String trace = schema.sinkFailure();
    assertMatches(trace, "source " + schema.pipeline().sourceName(1) + "\\b");
    assertMatches(trace, "\\bbinlog\\.\\d{6}:\\d+");
    assertMatches(trace, "\\b" + SCHEMA + "-[0-3]@\\d+");
    assertMatches(trace, "\\b" + SCHEMA + "\\." + table + "\\b");
    for (String word : words) {
      assertTrue(trace.contains(word), () -> "no '" + word + "' in: " + trace);
    }
    return trace;
  }

  private static void assertMatches(String text, String pattern) {
    assertTrue(
        Pattern.compile(pattern).matcher(text).find(), () -> "no " + pattern + " in: " + text);
  }

  private static void goOn(String table, String columns, int keyColumns) throws SQLException {
    schema.pipeline().restartSink();
    schema.pipeline().awaitCaughtUp();
    schema.assertSame(table, columns, keyColumns);
  }

  @Test
  void tableThatIsMissingAtTheTarget() throws SQLException {
    schema.source("CREATE TABLE absent (id INT PRIMARY KEY)", "INSERT INTO absent VALUES (1), (2)");
    assertRefused("absent", "the target has no table refusals.absent", "create it and restart");
    schema.target("CREATE TABLE absent (id INT PRIMARY KEY)");
    goOn("absent", "id", 1);
  }

  @Test
  void columnThatIsMissingAtTheTarget() throws SQLException {
    schema.source("CREATE TABLE lacking (id INT PRIMARY KEY, n INT)");
    schema.target("CREATE TABLE lacking (id INT PRIMARY KEY)");
    schema.source("INSERT INTO lacking VALUES (1, 1)");
    assertRefused("lacking", "no column n", "add it to the target");
    schema.target("ALTER TABLE lacking ADD n INT");
    goOn("lacking", "id, n", 1);
  }

  @Test
  void hazard02_uniqueKeyThatTheAffinityKeyDoesNotCover() throws SQLException {
    String table = "CREATE TABLE uncovered (id INT PRIMARY KEY, code VARCHAR(20)";
    schema.source(table + ")");
    schema.target(table + ", UNIQUE KEY by_code (code))");
    schema.source("INSERT INTO uncovered VALUES (1, 'a'), (2, 'b')");
    assertRefused(
        "uncovered",
        "unique key by_code",
        "affinity.keys",
        "affinity.tables",
        "unique.keys.uncovered.allowed");
    assertEquals(List.of("0"), schema.targetColumn("SELECT COUNT(*) FROM uncovered"));
    schema.sinkOption("unique.keys.uncovered.allowed", SCHEMA + ".uncovered");
    goOn("uncovered", "id, code", 1);
  }

  @Test
  void targetCollationThatIsCoarserThanTheSources() throws SQLException {
    String table = "CREATE TABLE coarser (code VARCHAR(20) COLLATE %s PRIMARY KEY, n INT)";
    schema.source(table.formatted("utf8mb4_bin"));
    schema.target(table.formatted("utf8mb4_0900_ai_ci"));
    schema.source("INSERT INTO coarser VALUES ('a', 1), ('A', 2)");
    assertRefused(
        "coarser",
        "key column code",
        "utf8mb4_0900_ai_ci",
        "utf8mb4_bin",
        "collation.coarser.allowed");
    assertEquals(List.of("0"), schema.targetColumn("SELECT COUNT(*) FROM coarser"));
    schema.target("ALTER TABLE coarser MODIFY code VARCHAR(20) COLLATE utf8mb4_bin");
    goOn("coarser", "code, n", 1);
  }

  @Test
  void hazard23_narrowerColumnsAreNamedAndNothingIsRounded() throws SQLException {
    schema.source(
        """
        CREATE TABLE narrow (
          id INT PRIMARY KEY, big BIGINT, small_u INT UNSIGNED, price DECIMAL(10,3),
          at DATETIME(3), span TIME(6), stamp TIMESTAMP(6), word VARCHAR(20), bytes VARBINARY(20),
          ratio DOUBLE, mood ENUM('good','bad','odd'), body MEDIUMTEXT)""");
    schema.target(
        """
        CREATE TABLE narrow (
          id INT PRIMARY KEY, big INT, small_u INT, price DECIMAL(10,2),
          at DATETIME, span TIME(3), stamp TIMESTAMP NULL, word VARCHAR(19), bytes VARBINARY(10),
          ratio FLOAT, mood ENUM('good','bad'), body TEXT)""");
    schema.source(
        """
        INSERT INTO narrow VALUES (1, 5, 5, 1.005, '2026-01-02 03:04:05.600', '01:02:03.9999995',
          '2026-01-02 03:04:05.999999', 'w', 'b', 0.1, 'odd', 'body')""");
    assertRefused(
        "narrow",
        "target column big (int",
        "target column small_u (int",
        "target column price (decimal(10,2)",
        "target column at (datetime",
        "target column span (time(3)",
        "target column stamp (timestamp",
        "target column word (varchar(19)",
        "target column bytes (varbinary(10)",
        "target column ratio (float",
        "target column mood (enum('good','bad')",
        "target column body (text",
        "make the target column wider");
    assertEquals(List.of("0"), schema.targetColumn("SELECT COUNT(*) FROM narrow"));
    schema.target(
        """
        ALTER TABLE narrow MODIFY big BIGINT, MODIFY small_u INT UNSIGNED,
          MODIFY price DECIMAL(10,3), MODIFY at DATETIME(3), MODIFY span TIME(6),
          MODIFY stamp TIMESTAMP(6) NULL, MODIFY word VARCHAR(20), MODIFY bytes VARBINARY(20),
          MODIFY ratio DOUBLE, MODIFY mood ENUM('good','bad','odd'), MODIFY body MEDIUMTEXT""");
    goOn("narrow", "id, big, small_u, price, at, span, stamp, word, bytes, ratio, mood, body", 1);
  }

  @Test
  void hazard04_secondShardOfATableThatIsNotMerged() throws SQLException {
    schema.source(
        "CREATE TABLE shard_1" + SHARD,
        "CREATE TABLE shard_2" + SHARD,
        "INSERT INTO shard_1 VALUES (1, 1)");
    schema.target("CREATE TABLE merged" + SHARD);
    schema.pipeline().awaitCaughtUp();
    schema.source("INSERT INTO shard_2 VALUES (2, 2)");
    assertRefused("merged", "refusals.shard_1", "refusals.shard_2", "merge.tables");
    assertEquals(List.of("1"), schema.targetColumn("SELECT id FROM merged"));
    schema.sinkOption("merge.tables", SCHEMA + ".merged");
    schema.pipeline().restartSink();
    schema.pipeline().awaitCaughtUp();
    assertEquals(List.of("1", "2"), schema.targetColumn("SELECT id FROM merged ORDER BY id"));
  }

  @Test
  void recordThatCannotBeRead() throws SQLException, IOException {
    schema.both("CREATE TABLE behind (id INT PRIMARY KEY)");
    environment.kafka().append(SCHEMA, "this-is-no-record");
    schema.source("INSERT INTO behind VALUES (1), (2), (3), (4), (5)");
    String trace = schema.sinkFailure();
    Matcher place =
        Pattern.compile("cannot read " + SCHEMA + "-(\\d)@(\\d+): .*alter the connector's offsets")
            .matcher(trace);
    assertTrue(place.find(), () -> "no place in: " + trace);
    schema.stopSink();
    schema
        .sinks()
        .alterOffsets(
            schema.pipeline().sinkName(),
            List.of(
                ConnectorOffset.sink(
                    SCHEMA, Integer.parseInt(place.group(1)), Long.parseLong(place.group(2)) + 1)));
    schema.startSink();
    schema.pipeline().awaitCaughtUp();
    schema.assertSame("behind", "id", 1);
  }
}
