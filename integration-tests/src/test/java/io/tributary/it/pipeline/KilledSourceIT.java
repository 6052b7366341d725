package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Invariant I2: the source's worker is killed in the midst of large transactions; nothing of them
 * is lost or doubled, and no reader ever sees one in part.
 */
@ExtendWith(SharedEnvironment.class)
class KilledSourceIT {
  private static final int ROWS = 1500;
  private static final int KILLS = "full".equals(System.getProperty("tributary.size")) ? 10 : 1;
  private static final int TRANSACTIONS_PER_KILL = 25;

  private final Environment environment;
  private final long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);

  KilledSourceIT(Environment environment) {
    this.environment = environment;
  }

  /** One partition, so that the target itself must never show a transaction in part. */
  @Test
  void targetNeverShowsATransactionInPart() throws SQLException {
    Random random = new Random(seed);
    // Small records: transactions become many fragments.
    try (ReplicatedSchema schema = tables("parts", 1, Map.of("record.max.bytes", "20000"))) {
      int number = 0;
      for (int kill = 0; kill < KILLS; kill++) {
        int last = number + TRANSACTIONS_PER_KILL;
        write(schema, number, last);
        number = last;
        // At a moment between the first and the last of them in the target, or before.
        int enough = random.nextInt(TRANSACTIONS_PER_KILL - 5);
        while (whole(schema).size() < last - TRANSACTIONS_PER_KILL + enough) {
          assertTrue(schema.pipeline().failure().isEmpty(), () -> "seed " + seed);
        }
        environment.sources().kill();
        whole(schema);
        environment.sources().start();
      }
      schema.pipeline().awaitCaughtUp();
      assertEquals(number, whole(schema).size(), () -> "seed " + seed);
      schema.assertSame("item", "id, n, text", 1);
      schema.assertSame("log", "n", 0);
    }
  }

  private List<String> whole(ReplicatedSchema schema) throws SQLException {
    assertEquals(
        List.of(),
        schema.targetColumn("SELECT n FROM item GROUP BY n HAVING COUNT(*) <> " + ROWS),
        () -> "seed " + seed + ", transactions seen in part");
    return schema.targetColumn("SELECT n FROM item GROUP BY n");
  }

  /** Four partitions, looked at through Kafka while the killed worker is down. */
  @Test
  void readersOfCommittedRecordsNeverSeeATransactionInPart() throws SQLException, IOException {
    Random random = new Random(seed);
    try (ReplicatedSchema schema = tables("slices", 4, Map.of())) {
      write(schema, 0, TRANSACTIONS_PER_KILL);
      int enough = random.nextInt(TRANSACTIONS_PER_KILL / 2);
      while (schema.targetColumn("SELECT n FROM item GROUP BY n").size() < enough) {
        assertTrue(schema.pipeline().failure().isEmpty(), () -> "seed " + seed);
      }
      environment.sources().kill();
      Map<Long, Integer> rows = rowsByTransaction(schema.name());
      environment.sources().start();
      assertTrue(rows.size() >= enough, () -> "seed " + seed + ", " + rows.size());
      rows.values().removeIf(count -> count == ROWS);
      assertEquals(Map.of(), rows, () -> "seed " + seed + ", rows of transactions seen in part");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("item", "id, n, text", 1);
      schema.assertSame("log", "n", 0);
    }
  }

  private Map<Long, Integer> rowsByTransaction(String topic) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<Long, Integer> rows = new HashMap<>();
    for (String record : environment.kafka().committedRecords(topic)) {
      for (JsonNode change : json.readTree(record).path("changes")) {
        JsonNode after = change.path("after");
        if (after.size() == 3) {
          rows.merge(after.get(1).asLong(), 1, Integer::sum);
        }
      }
    }
    return rows;
  }

  private ReplicatedSchema tables(String name, int partitions, Map<String, String> options)
      throws SQLException {
    ReplicatedSchema schema = new ReplicatedSchema(environment, name, partitions, options);
    schema.both(
        "CREATE TABLE item (id INT PRIMARY KEY, n INT, text VARCHAR(60), KEY (n))",
        "CREATE TABLE log (n INT)");
    schema.start();
    return schema;
  }

  /** Each transaction has its number in all its rows. */
  private static void write(ReplicatedSchema schema, int from, int to) throws SQLException {
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + schema.name());
      for (int number = from; number < to; number++) {
        statement.execute("BEGIN");
        insert(statement, number, 0, ROWS / 2);
        statement.execute("INSERT INTO log VALUES (1), (" + number + ")");
        insert(statement, number, ROWS / 2, ROWS);
        statement.execute("COMMIT");
      }
    }
  }

  private static void insert(Statement statement, int number, int from, int to)
      throws SQLException {
    List<String> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      rows.add(
          "(%d, %d, 'row %d of transaction %d')".formatted(number * ROWS + i, number, i, number));
    }
    statement.execute("INSERT INTO item VALUES " + String.join(", ", rows));
  }
}
