package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * {@code row.filter}, {@code event.exclude.list} and {@code provenance.columns} together: rows that
 * move in and out of a filter, their keys too, in a table with a key and one without. {@code
 * -Dtributary.filter.seed} repeats.
 */
@ExtendWith(SharedEnvironment.class)
class RowFilterIT {
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(40);
  private static final int STATEMENTS = 300;
  private static final String CONDITION =
      "status IN ('paid', 'sent') AND (total >= 10.00 OR NOT note IS NULL)";
  private static final String COLUMNS =
      "id INT NOT NULL, status VARCHAR(9) COLLATE utf8mb4_bin, total DECIMAL(9,2), note VARCHAR(9),"
          + " at TIMESTAMP(6) DEFAULT NOW(6) ON UPDATE NOW(6)";
  private static final String PROVENANCE =
      ", shard VARCHAR(40), origin VARCHAR(9), changed TIMESTAMP(6) NULL";
  private static final String ROW = "CONCAT_WS('|', id, status, total, IFNULL(note, '-'), at)";

  private final Environment environment;
  private Random random;

  RowFilterIT(Environment environment) {
    this.environment = environment;
  }

  @BeforeEach
  void seed() {
    long seed = Long.getLong("tributary.filter.seed", System.nanoTime() % 1_000_000);
    System.out.println("row filter: seed " + seed);
    random = new Random(seed);
  }

  private static Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    options.put("row.filter.items", "filtered\\.item: " + CONDITION);
    options.put("row.filter.logs", "filtered\\.log: " + CONDITION);
    options.put("event.exclude.list", "filtered\\.archive:delete");
    options.put("provenance.columns", "shard:source,origin:table,changed:commit_time");
    return options;
  }

  @Test
  void theTargetHoldsWhatPasses() throws SQLException {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "filtered", 2, options())) {
      create(schema);
      schema.start();
      change(schema);
      schema.source(
          "INSERT INTO archive (id, status) VALUES (1, 'a'), (2, 'b'), (3, 'c')",
          "DELETE FROM archive WHERE id < 3",
          "INSERT INTO archive (id, status) VALUES (2, 'again')",
          "UPDATE archive SET id = 4 WHERE id = 3");
      schema.pipeline().awaitCaughtUp();
      assertHeld(schema, "item", CONDITION);
      assertHeld(schema, "log", CONDITION);
      assertEquals(
          List.of("1a", "2again", "4c"),
          schema.targetColumn("SELECT CONCAT(id, status) FROM archive ORDER BY id"));
      filterFollowsARenamedColumn(schema);
    }
  }

  private static void create(ReplicatedSchema schema) throws SQLException {
    for (String table : List.of("item", "archive")) {
      schema.source("CREATE TABLE " + table + " (" + COLUMNS + ", PRIMARY KEY (id))");
      schema.target("CREATE TABLE " + table + " (" + COLUMNS + PROVENANCE + ", PRIMARY KEY (id))");
    }
    schema.source("CREATE TABLE log (" + COLUMNS + ")");
    schema.target("CREATE TABLE log (" + COLUMNS + PROVENANCE + ")");
  }

  private void change(ReplicatedSchema schema) throws SQLException {
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE filtered");
      for (int i = 0; i < STATEMENTS; i++) {
        if (i % 5 == 0) {
          statement.execute("BEGIN");
        }
        statement.execute(statement(random.nextBoolean() ? "item" : "log"));
        if (i % 5 == 4) {
          statement.execute(random.nextInt(6) == 0 ? "ROLLBACK" : "COMMIT");
        }
      }
    }
  }

  private String statement(String table) {
    int id = random.nextInt(30);
    String status = "'" + List.of("new", "paid", "sent", "gone").get(random.nextInt(4)) + "'";
    String total = random.nextInt(5) == 0 ? "NULL" : String.valueOf(random.nextInt(20));
    String note = random.nextInt(3) == 0 ? "'x'" : "NULL";
    return switch (random.nextInt(7)) {
      case 0, 1, 2 ->
          "REPLACE INTO %s (id, status, total, note) VALUES (%d, %s, %s, %s)"
              .formatted(table, id, status, total, note);
      case 3 -> "UPDATE %s SET status = %s WHERE id %% 3 = %d".formatted(table, status, id % 3);
      case 4 -> "UPDATE %s SET total = %s, note = %s WHERE id < 9".formatted(table, total, note);
      case 5 ->
          "UPDATE IGNORE %s SET id = %d, status = %s WHERE id = %d"
              .formatted(table, random.nextInt(30), status, id);
      default -> "DELETE FROM %s WHERE id = %d".formatted(table, id);
    };
  }

  private static void assertHeld(ReplicatedSchema schema, String table, String condition)
      throws SQLException {
    List<String> passing =
        schema.sourceColumn(
            "SELECT " + ROW + " FROM " + table + " WHERE " + condition + " ORDER BY 1");
    assertEquals(passing, schema.targetColumn("SELECT " + ROW + " FROM " + table + " ORDER BY 1"));
    assertFalse(passing.isEmpty(), table);
    assertFalse(
        schema
            .sourceColumn("SELECT id FROM " + table + " WHERE NOT IFNULL(" + condition + ", 0)")
            .isEmpty(),
        table);
    // A statement's NOW() comes before its commit, by the same clock.
    assertEquals(
        List.of("0"),
        schema.targetColumn(
            "SELECT COUNT(*) FROM "
                + table
                + " WHERE changed < at OR changed IS NULL OR shard <> 'filtered-source-1'"
                + " OR shard IS NULL OR origin <> '"
                + table
                + "'"));
  }

  private void filterFollowsARenamedColumn(ReplicatedSchema schema) throws SQLException {
    schema.both("ALTER TABLE item RENAME COLUMN status TO state");
    schema.source("REPLACE INTO item (id, state, total) VALUES (1, 'paid', 99), (2, 'new', 99)");
    String source = schema.pipeline().sourceName(1);
    ConnectorStatus failed =
        environment.sources().rest().waitForState(source, "FAILED", FAILED_WITHIN);
    assertTrue(
        failed
            .traces()
            .contains(
                "row.filter.items: at character 17, for the table filtered.item: there is no column"
                    + " status; the columns are id, state, total, note, at"),
        failed::traces);
    String renamed = CONDITION.replace("status", "state");
    schema.sourceOption("row.filter.items", "filtered\\.item: " + renamed);
    schema.pipeline().moveSource(1, schema.server());
    schema.pipeline().restartSource(1);
    schema.pipeline().awaitCaughtUp();
    assertEquals(
        schema.sourceColumn("SELECT id FROM item WHERE " + renamed + " ORDER BY 1"),
        schema.targetColumn("SELECT id FROM item ORDER BY 1"));
  }
}
