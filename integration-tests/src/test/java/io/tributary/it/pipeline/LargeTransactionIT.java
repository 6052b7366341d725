package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.ConnectorOffset;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions that are larger than anything that holds them (hazards 14 to 16): the source spills
 * them and sends them over several Kafka transactions, the sink spills them and applies them in
 * several of the target's. Both workers are killed in the midst of it.
 *
 * <p>Everyday one with tiny bounds. In full size one of 200 MB with workers of 144 MB heap and
 * otherwise default options; {@code -Dtributary.large.mb=5000} makes it one of 5 GB and 512 MB heap
 * (some 50 GB of disk, an hour or more), whose binlog file passes the 4 GiB that the protocol can
 * name; {@code -Dtributary.large.kills=false} leaves the kills out.
 */
@ExtendWith(SharedEnvironment.class)
class LargeTransactionIT {
  private static final int MEGABYTES = Integer.getInteger("tributary.large.mb", 200);
  private static final boolean KILLS =
      Boolean.parseBoolean(System.getProperty("tributary.large.kills", "true"));
  private static final Duration SOON = Duration.ofSeconds(60);
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

  @ParameterizedTest
  @ValueSource(strings = {"enabled", "disabled"})
  @FullSize
  void hazard14_15_16_farLargerThanTheHeapOfTheWorkers(String exactlyOnce) throws SQLException {
    EnvironmentOptions options =
        EnvironmentOptions.fromSystemProperties()
            .withWorkerHeapMb(MEGABYTES > 1_000 ? 512 : 144)
            .withWorkerSetting("exactly.once.source.support", exactlyOnce)
            .withProgress(System.out::println);
    boolean required = exactlyOnce.equals("enabled");
    Map<String, String> source =
        // Rare heartbeats: the source's offset stays at the end of the last transaction.
        Map.of(
            "exactly.once.support",
            required ? "required" : "requested",
            "heartbeat.interval.ms",
            "20000");
    try (Environment environment = Environment.start(options)) {
      Duration within = Duration.ofSeconds(300 + 2L * MEGABYTES);
      Size size = new Size(source, Map.of(), MEGABYTES * 1_000L / 3, 1_000, within);
      boolean passed = false;
      try {
        moreMemory(environment);
        run(environment, required ? "huge" : "hugetwice", size);
        passed = true;
      } finally {
        if (!passed) {
          System.out.println(environment.logTails());
        }
      }
    }
  }

  /** The servers are set up for little work; gigabytes would take them hours. */
  private static void moreMemory(Environment environment) throws SQLException {
    if (MEGABYTES > 1_000) {
      moreMemory(environment.mysql("upstream-1"));
      if (environment.target().server().isPresent()) {
        moreMemory(environment.target().server().get());
      }
    }
  }

  private static void moreMemory(MySqlServer server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL innodb_redo_log_capacity = 2147483648");
      statement.execute("SET GLOBAL innodb_buffer_pool_size = 1073741824");
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
      Duration within) {
    /** Whether the binlog file that holds it is larger than 4 GiB. */
    boolean passesWireOffsets() {
      return rows * 3 * textBytes > 1L << 32;
    }
  }

  private static void run(Environment environment, String name, Size size) throws SQLException {
    Map<String, String> sink = new HashMap<>(size.sink());
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
          "CREATE TABLE log (id INT, n INT, " + text + ")",
          "CREATE TABLE beside (id INT PRIMARY KEY)");
      schema.start();
      long sourceLog = environment.sources().log().lengthBytes();
      long sinkLog = environment.sinks().log().lengthBytes();
      long begin = System.nanoTime();
      new LargeTransaction(schema, size.rows(), size.textBytes()).commit(size.passesWireOffsets());
      said(name, "written", begin);
      if (KILLS) {
        killSending(environment.sources(), sourceLog, size.within());
        said(name, "source killed while it sends", begin);
      }
      if (size.passesWireOffsets()) {
        goOnBeyondWireOffsets(environment.sources(), schema, size.within());
        said(name, "source stopped and started behind it", begin);
      }
      if (KILLS) {
        killApplying(environment.sinks(), schema, size.within());
        said(name, "sink killed while it applies", begin);
      }
      schema.pipeline().awaitCaughtUp(1, size.within());
      said(name, "in the target", begin);
      for (String table : List.of("item", "merged", "log")) {
        assertEquals(digest(schema, table, true), digest(schema, table, false), table);
      }
      if (size.passesWireOffsets()) {
        schema.assertSame("beside", "id", 1);
      }
      assertEquals(List.of(), partly(schema));
      if (KILLS) {
        assertWentOn(environment.sinks().log().textFrom(sinkLog));
      }
    }
  }

  private static void said(String name, String what, long beginNanos) {
    System.out.printf("%s: %s after %.1f s%n", name, what, (System.nanoTime() - beginNanos) / 1e9);
  }

  /**
   * The source is stopped where it stands behind the large transaction, in the same file, beyond
   * the 4 GiB that a request for the binlog can name, and goes on from there.
   */
  private static void goOnBeyondWireOffsets(
      ConnectCluster sources, ReplicatedSchema schema, Duration within) throws SQLException {
    Waiting.until(
        within, () -> sources.log().text().contains(SENT), () -> SENT + sources.log().tail(30));
    String source = schema.pipeline().sourceName(1);
    Waiting.until(
        SOON,
        () -> beyondWireOffsets(sources.rest().offsets(source)),
        () -> "an offset beyond 4 GiB: " + sources.rest().offsets(source));
    schema.pipeline().stopSource(1);
    List<ConnectorOffset> stored = sources.rest().offsets(source);
    assertTrue(beyondWireOffsets(stored), stored::toString);
    System.out.println("the source goes on from " + stored);
    schema.source("INSERT INTO beside VALUES (0)");
    schema.pipeline().startSource(1);
  }

  private static boolean beyondWireOffsets(List<ConnectorOffset> offsets) {
    return offsets.stream().anyMatch(offset -> offset.offset().path("offset").asLong() > 1L << 32);
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

  private static List<String> digest(ReplicatedSchema schema, String table, boolean target)
      throws SQLException {
    String sql =
        "SELECT CONCAT(COUNT(*), ' ', SUM(CRC32(CONCAT_WS('#', id, n, text))), ' ',"
            + " BIT_XOR(CRC32(CONCAT_WS('#', n, id, text)))) FROM "
            + table;
    return target ? schema.targetColumn(sql) : schema.sourceColumn(sql);
  }
}
