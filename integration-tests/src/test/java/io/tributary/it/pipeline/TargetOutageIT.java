package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A target that does not answer for longer than {@code max.poll.interval.ms}, first frozen, then
 * killed: {@code put()} goes on returning, so the task keeps its place in the group.
 */
@ExtendWith(SharedEnvironment.class)
class TargetOutageIT {
  private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(4);

  /** Longer than the interval; {@code -Dtributary.outage.seconds=3600} for an hour. */
  private static final Duration OUTAGE =
      Duration.ofSeconds(Long.getLong("tributary.outage.seconds", 7));

  /** What came meanwhile takes its time, too. */
  private static final Duration CAUGHT_UP_WITHIN = Duration.ofSeconds(120).plus(OUTAGE);

  private static final Pattern LEFT =
      Pattern.compile("consumer poll timeout has expired|Revoke previously assigned partitions");
  private static final Pattern FENCES = Pattern.compile("outage-\\d: took the fence");

  private final Environment environment;

  TargetOutageIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void aTargetThatIsAwayForLongKeepsTheTaskInItsGroupAndLosesNothing() throws SQLException {
    assumeTrue(environment.target().canBeKilled(), "the target is not the harness's to stop");
    MySqlServer target = environment.target().server().orElseThrow();
    Map<String, String> options =
        Map.of(
            "consumer.override.max.poll.interval.ms",
            String.valueOf(MAX_POLL_INTERVAL.toMillis()),
            // So little that the partition is paused.
            "buffer.max.bytes",
            "20000");
    try (ReplicatedSchema schema =
        new ReplicatedSchema(
            environment,
            environment.mysql("upstream-1"),
            "outage",
            2,
            new ReplicatedSchema.Options(Map.of(), options))) {
      schema.both("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "CREATE TABLE log (n INT)");
      schema.start();
      schema.source("INSERT INTO item VALUES (0, 0)", "INSERT INTO log VALUES (0)");
      schema.pipeline().awaitCaughtUp();
      long logged = environment.sinks().log().lengthBytes();

      target.freeze();
      try {
        work(schema, 1);
      } finally {
        target.thaw();
      }
      schema.pipeline().awaitCaughtUp(1, CAUGHT_UP_WITHIN);
      target.kill();
      try {
        work(schema, 1_000_000);
      } finally {
        target.start();
      }
      schema.pipeline().awaitCaughtUp(1, CAUGHT_UP_WITHIN);

      String log = environment.sinks().log().textFrom(logged);
      assertFalse(LEFT.matcher(log).find(), "the task left its group");
      assertEquals(0, FENCES.matcher(log).results().count(), "a partition was taken anew");
      schema.assertSame("item", "id, n", 1);
      schema.assertSame("log", "n", 0);
      assertEquals(List.of(), sinkFailures(schema));
    }
  }

  private static List<String> sinkFailures(ReplicatedSchema schema) {
    return schema.pipeline().sinkFailure().stream().toList();
  }

  /** Transactions for as long as the target is away. */
  private static void work(ReplicatedSchema schema, int first) throws SQLException {
    long end = System.nanoTime() + OUTAGE.toNanos();
    for (int n = first; System.nanoTime() < end; n++) {
      schema.source(
          "INSERT INTO item VALUES (" + n + ", 0)",
          "UPDATE item SET n = n + 1 WHERE id IN (0, " + n / 2 + ")",
          "INSERT INTO log VALUES (" + n % 7 + "), (" + n % 7 + ")",
          "DELETE FROM log WHERE n = " + n % 5 + " LIMIT 1");
      Waiting.pause();
    }
  }
}
