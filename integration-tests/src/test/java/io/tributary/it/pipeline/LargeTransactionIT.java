package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Transactions that are larger than anything that holds them (hazards 14 to 16): the source spills
 * them and sends them over several Kafka transactions, the sink spills them and applies them in
 * several of the target's. Both workers are killed in the midst of it.
 *
 * <p>Everyday one with tiny bounds. In full size one of 200 MB with workers of 144 MB heap and
 * otherwise default options; {@code -Dtributary.large.mb=5000} makes it one of 5 GB and 512 MB heap
 * (some 60 GB of disk, an hour or more).
 */
@ExtendWith(SharedEnvironment.class)
class LargeTransactionIT {
  private static final String SENT = "sent over several groups is complete";
  private static final Pattern SENDING = Pattern.compile("are sent over several groups");
  private static final Pattern APPLYING =
      Pattern.compile("is applied in several, from change (\\d+) on");

  private static final Map<String, String> TINY_SOURCE =
      Map.of("buffer.max.bytes", "10000", "record.max.bytes", "20000", "group.max.bytes", "100000");

  private static final Map<String, String> TINY_SINK =
      Map.of("buffer.max.bytes", "20000", "batch.max.bytes", "30000", "batch.max.rows", "100");

  @Test
  void hazard15_16_killedInTheMidstOfSendingAndOfApplying(Environment environment)
      throws SQLException {
    run(
        environment,
        "spilled",
        new Size(TINY_SOURCE, TINY_SINK, 12_000, 40, Duration.ofMinutes(2)));
  }

  @Test
  @FullSize
  void hazard14_15_16_farLargerThanTheHeapOfTheWorkers() throws SQLException {
    int megabytes = Integer.getInteger("tributary.large.mb", 200);
    EnvironmentOptions options =
        EnvironmentOptions.fromSystemProperties()
            .withWorkerHeapMb(megabytes > 1_000 ? 512 : 144)
            .withProgress(System.out::println);
    try (Environment environment = Environment.start(options)) {
      Duration within = Duration.ofSeconds(300 + 2L * megabytes);
      Size size = new Size(Map.of(), Map.of(), megabytes * 1_000L / 3, 1_000, within);
      boolean passed = false;
      try {
        run(environment, "huge", size);
        passed = true;
      } finally {
        if (!passed) {
          System.out.println(environment.logTails());
        }
      }
    }
  }

  /**
   * How large.
   *
   * @param rows of each of three tables, at least
   * @param textBytes of each row's text
   */
  private record Size(
      Map<String, String> source,
      Map<String, String> sink,
      long rows,
      int textBytes,
      Duration within) {}

  private static void run(Environment environment, String name, Size size) throws SQLException {
    Map<String, String> sink = new java.util.HashMap<>(size.sink());
    sink.put("merge.tables", name + ".merged");
    try (ReplicatedSchema schema =
        new ReplicatedSchema(
            environment,
            environment.mysql("upstream-1"),
            name,
            2,
            new ReplicatedSchema.Options(size.source(), sink))) {
      String text = "text VARCHAR(" + size.textBytes() + ")";
      schema.both(
          "CREATE TABLE item (id INT PRIMARY KEY, n INT, " + text + ")",
          "CREATE TABLE merged (id INT PRIMARY KEY, n INT, " + text + ")",
          "CREATE TABLE log (id INT, n INT, " + text + ")");
      schema.start();
      long sourceLog = environment.sources().log().lengthBytes();
      long sinkLog = environment.sinks().log().lengthBytes();
      long begin = System.nanoTime();
      writeOneTransaction(schema, size);
      said(name, "written", begin);
      killSending(environment.sources(), sourceLog, size.within());
      said(name, "source killed while it sends", begin);
      killApplying(environment.sinks(), schema, size.within());
      said(name, "sink killed while it applies", begin);
      schema.pipeline().awaitCaughtUp(1, size.within());
      said(name, "in the target", begin);
      for (String table : List.of("item", "merged", "log")) {
        assertEquals(digest(schema, table, true), digest(schema, table, false), table);
      }
      assertEquals(List.of(), partly(schema));
      assertWentOn(environment.sinks().log().textFrom(sinkLog));
    }
  }

  private static void said(String name, String what, long beginNanos) {
    System.out.printf("%s: %s after %.1f s%n", name, what, (System.nanoTime() - beginNanos) / 1e9);
  }

  private static void killSending(ConnectCluster sources, long from, Duration within) {
    Waiting.until(
        within,
        () -> SENDING.matcher(sources.log().textFrom(from)).find(),
        () -> "the source says: " + SENDING + "\n" + sources.log().tail(30));
    sources.kill();
    assertFalse(sources.log().textFrom(from).contains(SENT), "killed too late");
    sources.start();
  }

  private static void killApplying(ConnectCluster sinks, ReplicatedSchema schema, Duration within)
      throws SQLException {
    Waiting.until(
        within,
        () -> !partly(schema).isEmpty(),
        () -> "a part is in the target\n" + sinks.log().tail(30));
    sinks.kill();
    assertFalse(partly(schema).isEmpty(), "killed too late");
    sinks.start();
  }

  /** How many changes are in the target of transactions that are not there as a whole. */
  private static List<String> partly(ReplicatedSchema schema) {
    try {
      return schema.targetColumn(
          "SELECT change_index FROM "
              + schema.metadataDatabase()
              + ".checkpoint WHERE change_of IS NOT NULL");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** After the kill the sink began at a later change than the first. */
  private static void assertWentOn(String log) {
    assertTrue(
        APPLYING.matcher(log).results().anyMatch(match -> !match.group(1).equals("0")),
        "no transaction was continued in its midst");
  }

  /** Inserts, changes and deletes of all three tables, with a savepoint that is rolled back to. */
  private static void writeOneTransaction(ReplicatedSchema schema, Size size) throws SQLException {
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + schema.name());
      statement.execute("SET SESSION innodb_lock_wait_timeout = 1000");
      statement.execute("BEGIN");
      for (String table : List.of("item", "merged", "log")) {
        statement.execute(
            "INSERT INTO %s VALUES (1, 1, RPAD('row', %d, 'abcdefgh'))"
                .formatted(table, size.textBytes()));
        long rows = 1;
        for (; rows < size.rows(); rows *= 2) {
          long more = Math.min(rows, size.rows() - rows);
          statement.execute(
              "INSERT INTO %1$s SELECT id + %2$d, n + %2$d, text FROM %1$s WHERE id <= %3$d"
                  .formatted(table, rows, more));
        }
      }
      statement.execute("UPDATE item SET n = -n WHERE id % 7 = 0");
      statement.execute("SAVEPOINT before_all");
      statement.execute("UPDATE merged SET n = 0 WHERE id % 2 = 0");
      statement.execute("ROLLBACK TO before_all");
      statement.execute("DELETE FROM merged WHERE id % 5 = 0");
      statement.execute("UPDATE log SET n = n + 1 WHERE id <= 50");
      statement.execute("DELETE FROM log WHERE id BETWEEN 60 AND 90");
      statement.execute("COMMIT");
    }
  }

  private static List<String> digest(ReplicatedSchema schema, String table, boolean target)
      throws SQLException {
    String sql =
        "SELECT CONCAT(COUNT(*), ' ', SUM(CRC32(CONCAT_WS('#', id, n, text))), ' ',"
            + " BIT_XOR(CRC32(CONCAT_WS('#', n, id, text)))) FROM "
            + table;
    return target ? schema.targetColumn(sql) : schema.sourceColumn(sql);
  }
}
