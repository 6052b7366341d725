package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A worker that is frozen until its partitions have gone elsewhere, and wakes: none of its
 * statements takes effect. The target's general log is the witness.
 */
@ExtendWith(SharedEnvironment.class)
class FrozenWorkerIT {
  private static final Duration TAKEN_OVER_WITHIN = Duration.ofSeconds(90);
  private static final int PARTITIONS = 4;

  private final Environment environment;

  FrozenWorkerIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard18_nothingThatAFencedTaskWritesAfterItWakesTakesEffect() throws SQLException {
    assumeTrue(environment.target().canBeKilled(), "the target's log is not the harness's");
    ConnectCluster frozen = environment.moreSinks();
    frozen.start();
    // Records wait for a second before they are flushed: the frozen writers have some.
    Map<String, String> options =
        Map.of(
            "tasks.max", "2",
            "linger.ms", "1000",
            "connection.session.variables", "wait_timeout=6");
    try (ReplicatedSchema schema =
        new ReplicatedSchema(
            environment,
            environment.mysql("upstream-1"),
            "frozen",
            PARTITIONS,
            new ReplicatedSchema.Options(Map.of(), options))) {
      schema.both("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "CREATE TABLE log (n INT)");
      schema.start();
      Work work = new Work(schema);
      work.until("both workers have partitions", () -> frozen.log().text().contains("frozen-"));
      work.until("its partitions are read", () -> takenBy(frozen, schema) == PARTITIONS / 2);
      schema.target("SET GLOBAL log_output = 'TABLE'", "SET GLOBAL general_log = ON");
      try {
        work.some();
        List<String> before = epochs(schema);
        frozen.freeze();
        // Those that it had before, too: Connect's consumers give all back in a rebalance.
        work.until(
            "the other worker has all partitions", () -> raised(schema, before) == PARTITIONS);
        long logged = frozen.log().lengthBytes();
        String woken = schema.targetColumn("SELECT SYSDATE(6)").get(0);
        frozen.thaw();
        work.until(
            "the fenced writers notice",
            () -> frozen.log().textFrom(logged).contains("fence lost"));
        schema.pipeline().awaitCaughtUp();
        assertNothingTookEffect(schema, before, woken);
      } finally {
        schema.target("SET GLOBAL general_log = OFF", "TRUNCATE TABLE mysql.general_log");
      }
      schema.assertSame("item", "id, n", 1);
      schema.assertSame("log", "n", 0);
      assertEquals(List.of(), schema.pipeline().sinkFailure().stream().toList());
    } finally {
      frozen.kill();
    }
  }

  private static long takenBy(ConnectCluster worker, ReplicatedSchema schema) {
    return worker
        .log()
        .text()
        .lines()
        .filter(line -> line.contains(schema.name() + "-") && line.contains(": took the fence"))
        .count();
  }

  private static List<String> epochs(ReplicatedSchema schema) {
    try {
      return schema.targetColumn(
          "SELECT epoch FROM "
              + schema.metadataDatabase()
              + ".checkpoint ORDER BY kafka_partition");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long raised(ReplicatedSchema schema, List<String> before) {
    List<String> now = epochs(schema);
    long raised = 0;
    for (int i = 0; i < before.size(); i++) {
      raised += now.get(i).equals(before.get(i)) ? 0 : 1;
    }
    return raised;
  }

  /**
   * After the waking every transaction that asks for an epoch of before must have ended without a
   * COMMIT and without a change of data.
   */
  private static void assertNothingTookEffect(
      ReplicatedSchema schema, List<String> before, String woken) throws SQLException {
    List<String> now = epochs(schema);
    List<String> log =
        schema.targetColumn(
            "SELECT CONCAT(thread_id, ' ', CONVERT(argument USING utf8mb4)) FROM"
                + " mysql.general_log WHERE event_time >= '"
                + woken
                + "' AND command_type = 'Query'");
    Map<String, List<String>> byConnection = new LinkedHashMap<>();
    for (String line : log) {
      int space = line.indexOf(' ');
      byConnection
          .computeIfAbsent(line.substring(0, space), thread -> new ArrayList<>())
          .add(line.substring(space + 1));
    }
    int fenced = 0;
    for (List<String> statements : byConnection.values()) {
      for (int i = 0; i < statements.size(); i++) {
        if (!old(statements.get(i), before, now)) {
          continue;
        }
        fenced++;
        String next = i + 1 < statements.size() ? statements.get(i + 1) : "the end";
        assertFalse(
            next.matches("(?s)(COMMIT|REPLACE|DELETE|INSERT|UPDATE).*"),
            () -> "after the fence's statement came " + next);
      }
    }
    assertFalse(fenced == 0, "no fenced task tried to write: the test has seen nothing");
  }

  /** Whether it is the first statement of a flush of a task that was the partition's before. */
  private static boolean old(String sql, List<String> before, List<String> now) {
    for (int partition = 0; partition < before.size(); partition++) {
      if (!now.get(partition).equals(before.get(partition))
          && sql.startsWith("UPDATE `tributary_frozen`.`checkpoint` SET next_offset")
          && sql.contains(
              "kafka_partition = " + partition + " AND epoch = " + before.get(partition) + " ")) {
        return true;
      }
    }
    return false;
  }

  /** Transactions that never end, with rows of all partitions and of a table without a key. */
  private static final class Work {
    private final ReplicatedSchema schema;
    private int number;

    Work(ReplicatedSchema schema) {
      this.schema = schema;
    }

    void some() throws SQLException {
      for (int i = 0; i < 20; i++) {
        step();
      }
    }

    void until(String what, BooleanSupplier condition) {
      Waiting.until(
          TAKEN_OVER_WITHIN,
          () -> {
            try {
              step();
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
            return condition.getAsBoolean();
          },
          () -> what);
    }

    private void step() throws SQLException {
      number++;
      schema.source(
          "INSERT INTO item VALUES (%1$d, 0), (%2$d, 0), (%3$d, 0)"
              .formatted(number, number + 1_000_000, number + 2_000_000),
          "UPDATE item SET n = n + 1 WHERE id > " + (number - 3),
          "INSERT INTO log VALUES (" + number % 10 + ")");
    }
  }
}
