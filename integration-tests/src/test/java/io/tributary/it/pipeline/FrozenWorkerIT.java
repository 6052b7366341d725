package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A worker that is frozen (SIGSTOP) until another one has its partitions and has written to them,
 * and wakes (SIGCONT): nothing that it had in hand takes effect. The target's general log is the
 * witness. {@code -Dtributary.frozen.seconds} is how long it is frozen at least.
 */
@ExtendWith(SharedEnvironment.class)
@FullSize
class FrozenWorkerIT {
  private static final Duration WITHIN = Duration.ofSeconds(150);
  private static final int PARTITIONS = 4;
  private static final long FROZEN_SECONDS = Long.getLong("tributary.frozen.seconds", 0);
  private static final int WAIT_TIMEOUT_SECONDS =
      Integer.getInteger("tributary.frozen.wait.timeout.seconds", 25);
  private static final Pattern TAKEN =
      Pattern.compile(" frozen-(\\d): took the fence at Fence\\[epoch=(\\d+),");

  private final Environment environment;

  /** Lengths of the workers' logs at the beginning. */
  private final Map<ConnectCluster, Long> logged = new HashMap<>();

  FrozenWorkerIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard18_nothingThatAFrozenTaskHadInHandTakesEffectAfterItWakes() throws SQLException {
    assumeTrue(environment.target().canBeKilled(), "the target's log is not the harness's");
    ConnectCluster frozen = environment.moreSinks();
    for (ConnectCluster worker : List.of(environment.sinks(), frozen)) {
      logged.put(worker, worker.log().lengthBytes());
    }
    frozen.start();
    Map<String, String> options =
        Map.of(
            "tasks.max",
            "2",
            // Records wait before they are flushed: a frozen writer has some.
            "linger.ms",
            "1500",
            "connection.session.variables",
            "wait_timeout=" + WAIT_TIMEOUT_SECONDS);
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
      try (GeneralLog log = GeneralLog.begin(schema)) {
        Map<Integer, Long> between = bothWrite(schema, work, frozen);
        frozen.freeze();
        wakeAfterTakeover(schema, work, frozen, between);
        Map<Integer, Long> amidst = bothWrite(schema, work, frozen);
        assertNothingTookEffect(log.statements(), between);

        try (Connection locks = environment.target().connect()) {
          stall(schema, locks);
          frozen.freeze();
        }
        wakeAfterTakeover(schema, work, frozen, amidst);
        bothWrite(schema, work, frozen);
        List<GeneralLog.Statement> statements = log.statements();
        assertNothingTookEffect(statements, amidst);
        assertFrozenAmidstAFlush(statements, amidst);
      }
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("item", "id, n", 1);
      schema.assertSame("log", "n", 0);
      assertEquals(List.of(), schema.pipeline().sinkFailure().stream().toList());
    } finally {
      frozen.kill();
    }
  }

  /** Waits until each worker has partitions; returns the epochs of those of the one to freeze. */
  private Map<Integer, Long> bothWrite(ReplicatedSchema schema, Work work, ConnectCluster frozen) {
    Map<Integer, Long> had = new TreeMap<>();
    work.until(
        "both workers have partitions",
        () -> {
          Map<Integer, Long> now = epochs(schema);
          had.clear();
          had.putAll(takenBy(frozen));
          had.entrySet().removeIf(taken -> !taken.getValue().equals(now.get(taken.getKey())));
          Map<Integer, Long> others = takenBy(environment.sinks());
          others.entrySet().removeIf(taken -> !taken.getValue().equals(now.get(taken.getKey())));
          return !had.isEmpty() && had.size() + others.size() == PARTITIONS && !others.isEmpty();
        });
    // Each of its writers has written by now, so that its connection is known.
    Map<Integer, Long> versions = versions(schema);
    work.until(
        "they write",
        () ->
            had.keySet().stream()
                .allMatch(
                    partition -> versions(schema).get(partition) > versions.get(partition) + 1));
    return Map.copyOf(had);
  }

  /** Partitions that a worker took, each with the epoch that it took last. */
  private Map<Integer, Long> takenBy(ConnectCluster worker) {
    Map<Integer, Long> epochs = new TreeMap<>();
    Matcher taken = TAKEN.matcher(worker.log().textFrom(logged.getOrDefault(worker, 0L)));
    while (taken.find()) {
      epochs.put(Integer.valueOf(taken.group(1)), Long.valueOf(taken.group(2)));
    }
    return epochs;
  }

  private static Map<Integer, Long> epochs(ReplicatedSchema schema) {
    return checkpoint(schema, "epoch");
  }

  private static Map<Integer, Long> versions(ReplicatedSchema schema) {
    return checkpoint(schema, "version");
  }

  private static Map<Integer, Long> checkpoint(ReplicatedSchema schema, String column) {
    Map<Integer, Long> values = new TreeMap<>();
    try {
      for (String row :
          schema.targetColumn(
              "SELECT CONCAT(kafka_partition, ' ', %s) FROM %s.checkpoint"
                  .formatted(column, schema.metadataDatabase()))) {
        String[] both = row.split(" ");
        values.put(Integer.valueOf(both[0]), Long.valueOf(both[1]));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return values;
  }

  /** Waits for writers that stand in the midst of a flush, in every partition. */
  private static void stall(ReplicatedSchema schema, Connection locks) throws SQLException {
    locks.setAutoCommit(false);
    try (var statement = locks.createStatement()) {
      statement.executeQuery("SELECT * FROM frozen.item FOR UPDATE").close();
    }
    schema.source("UPDATE item SET n = n + 100");
    Waiting.until(
        WITHIN,
        () -> {
          try {
            return schema
                .targetColumn(
                    "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK"
                        + " WAIT' AND trx_query LIKE '%`frozen`.`item`%'")
                .equals(List.of(String.valueOf(PARTITIONS)));
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        },
        () -> "all writers wait for rows");
  }

  private void wakeAfterTakeover(
      ReplicatedSchema schema, Work work, ConnectCluster frozen, Map<Integer, Long> had) {
    long begin = System.nanoTime();
    Map<Integer, Long> versionAtTakeover = new TreeMap<>();
    work.until(
        "the other worker has written to its partitions",
        () -> {
          Map<Integer, Long> epochs = epochs(schema);
          Map<Integer, Long> versions = versions(schema);
          boolean all = true;
          for (Map.Entry<Integer, Long> before : had.entrySet()) {
            int partition = before.getKey();
            if (epochs.get(partition) > before.getValue()) {
              versionAtTakeover.putIfAbsent(partition, versions.get(partition));
            }
            Long version = versionAtTakeover.get(partition);
            all &= version != null && versions.get(partition) > version;
          }
          return all;
        });
    long tookMs = (System.nanoTime() - begin) / 1_000_000;
    work.until(
        "it was frozen for so long",
        () -> System.nanoTime() - begin >= FROZEN_SECONDS * 1_000_000_000L);
    long woken = frozen.log().lengthBytes();
    frozen.thaw();
    work.until(
        "the woken worker has partitions again",
        () -> TAKEN.matcher(frozen.log().textFrom(woken)).find());
    System.out.printf(
        "frozen: partitions %s written by the other worker after %d ms, %d writers noticed the"
            + " fence%n",
        had.keySet(),
        tookMs,
        frozen.log().textFrom(woken).lines().filter(line -> line.contains("fence lost")).count());
  }

  /** From the commit of a takeover on, connections of the epoch before change no row. */
  private static void assertNothingTookEffect(
      List<GeneralLog.Statement> log, Map<Integer, Long> epochs) {
    epochs.forEach(
        (partition, epoch) -> {
          Map<Long, Integer> old = GeneralLog.connectionsOf(log, partition, epoch);
          assertFalse(old.isEmpty(), "no writer of epoch " + epoch + " in " + partition);
          for (int i = takeover(log, partition, epoch); i < log.size(); i++) {
            GeneralLog.Statement statement = log.get(i);
            if (old.containsKey(statement.connection()) && !statement.isFenceOf(partition, epoch)) {
              assertFalse(statement.writes(), () -> "a fenced writer sent " + statement);
            }
          }
        });
  }

  /** Number of the COMMIT that took a partition from the writer of an epoch. */
  private static int takeover(List<GeneralLog.Statement> log, int partition, long epoch) {
    int last = -1;
    for (int i = 0; i < log.size(); i++) {
      if (log.get(i).isFenceOf(partition, epoch)) {
        last = i;
        break;
      }
    }
    long taker = -1;
    for (int i = last; i < log.size(); i++) {
      GeneralLog.Statement statement = log.get(i);
      if (statement.raisesEpochOf(partition)) {
        taker = statement.connection();
      } else if (statement.isCommit() && statement.connection() == taker) {
        return i;
      }
    }
    throw new AssertionError("nobody took partition " + partition + " after epoch " + epoch);
  }

  /** It had the fence's row and others, and did not get to its COMMIT. */
  private static void assertFrozenAmidstAFlush(
      List<GeneralLog.Statement> log, Map<Integer, Long> epochs) {
    epochs.forEach(
        (partition, epoch) -> {
          Map<Long, Integer> old = GeneralLog.connectionsOf(log, partition, epoch);
          assertTrue(
              old.values().stream().map(log::get).anyMatch(s -> s.sql().contains("`item`")),
              () -> "no connection of partition " + partition + " ended with rows: " + old);
        });
  }

  /** Transactions that never end, with rows of all partitions and of a table without a key. */
  private static final class Work {
    private final ReplicatedSchema schema;
    private int number;

    Work(ReplicatedSchema schema) {
      this.schema = schema;
    }

    void until(String what, BooleanSupplier condition) {
      Waiting.until(
          WITHIN,
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
