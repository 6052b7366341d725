package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Hazard 16: rows far larger than {@code record.max.bytes} are cut into hundreds of fragments, also
 * in the midst of one value, and the workers are killed while the sink has part of them.
 */
@ExtendWith(SharedEnvironment.class)
class FragmentedRowsIT {
  private static final int TRANSACTIONS = 8;

  /** Small records, and Kafka transactions that end in the midst of a MySQL transaction. */
  private static final Map<String, String> SMALL =
      Map.of("record.max.bytes", "10000", "group.max.bytes", "200000");

  private static final int LARGEST = 700_000;

  private final Environment environment;
  private final long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);

  FragmentedRowsIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard16_sinkKilledBetweenFragments() throws Exception {
    killed("fragments", 1, false);
  }

  @Test
  @FullSize
  void hazard16_sourceAndSinkKilledBetweenFragments() throws Exception {
    killed("fragmentslong", 8, true);
  }

  /** A row that takes more than one packet of 16 MiB; in fragments of the default size. */
  @Test
  void rowBeyondSixteenMebibytes() throws SQLException {
    try (ReplicatedSchema schema = tables("large", Map.of("buffer.max.bytes", "300000000"))) {
      schema.source(
          "INSERT INTO row_of VALUES (1, REPEAT(X'00FF105C27', 3500000), 'é', 1), (2, NULL, '', 2)",
          "UPDATE row_of SET n = 3 WHERE id = 1",
          "INSERT INTO row_of VALUES (3, 'after', '', 4)");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("row_of", "id, n, LENGTH(body), CRC32(body), HEX(words)", 1);
    }
  }

  private void killed(String name, int kills, boolean sourceToo) throws Exception {
    Random random = new Random(seed);
    try (ReplicatedSchema schema = tables(name, SMALL)) {
      int id = 0;
      for (int kill = 0; kill < kills; kill++) {
        int before = id;
        id = write(schema, random, id);
        int enough = before + random.nextInt(id - before - 2);
        Waiting.until(
            Duration.ofSeconds(60),
            () -> rows(schema) >= enough,
            () -> "seed " + seed + ": " + enough + " rows have arrived");
        ConnectCluster victim =
            sourceToo && random.nextBoolean() ? environment.sources() : environment.sinks();
        victim.kill();
        victim.start();
      }
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("row_of", "id, n, HEX(body), HEX(words)", 1);
      schema.assertSame("no_key", "n, HEX(body)", 0);
      schema.pipeline().stopSource(1);
      assertTrue(mostFragments(name) > 30, () -> "seed " + seed + ": no slice was cut small");
    }
  }

  private int rows(ReplicatedSchema schema) {
    try {
      return Integer.parseInt(schema.targetColumn("SELECT COUNT(*) FROM row_of").get(0));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private ReplicatedSchema tables(String name, Map<String, String> options) throws SQLException {
    ReplicatedSchema schema = new ReplicatedSchema(environment, name, 2, options);
    schema.both(
        "CREATE TABLE row_of (id INT PRIMARY KEY, body LONGBLOB, words LONGTEXT, n INT)",
        "CREATE TABLE no_key (n INT, body LONGBLOB)");
    schema.start();
    return schema;
  }

  /** Some transactions; answers the next free id. */
  private static int write(ReplicatedSchema schema, Random random, int from) throws SQLException {
    int id = from;
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + schema.name());
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        String body = "REPEAT(X'00FF10%04X', %d)".formatted(id, random.nextInt(LARGEST / 5));
        statement.execute(
            "INSERT INTO row_of VALUES (%d, %s, REPEAT('é😀 ', %d), %d)"
                .formatted(id, body, random.nextInt(50_000), random.nextInt(100)));
        statement.execute("INSERT INTO no_key VALUES (%d, %s), (%d, NULL)".formatted(i, body, i));
        int other = random.nextInt(id + 1);
        switch (random.nextInt(5)) {
          case 0 -> statement.execute("UPDATE row_of SET n = n + 1 WHERE id = " + other);
          case 1 -> statement.execute("UPDATE no_key SET n = n + 1 WHERE body IS NULL LIMIT 1");
          case 2 -> statement.execute("DELETE FROM no_key WHERE n = " + i + " LIMIT 1");
          default -> statement.execute("INSERT INTO no_key VALUES (" + i + ", NULL)");
        }
        id++;
        connection.commit();
      }
    }
    return id;
  }

  private int mostFragments(String topic) throws IOException {
    ObjectMapper json = new ObjectMapper();
    int most = 0;
    for (String record : environment.kafka().committedRecords(topic)) {
      JsonNode slice = json.readTree(record).path("slice");
      most = Math.max(most, 1 + slice.path("fragment").asInt());
    }
    return most;
  }
}
