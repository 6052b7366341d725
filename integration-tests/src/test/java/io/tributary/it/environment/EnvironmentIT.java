package io.tributary.it.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself, proven with connectors that know nothing of Tributary. */
@ExtendWith(SharedEnvironment.class)
class EnvironmentIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final String FILE_SOURCE =
      "org.apache.kafka.connect.file.FileStreamSourceConnector";
  private static final String FILE_SINK = "org.apache.kafka.connect.file.FileStreamSinkConnector";
  private static final String TEXT = "org.apache.kafka.connect.storage.StringConverter";

  @TempDir Path folder;

  @Test
  void serversAreDistinctAndKeepPortAndDataOverKillAndRestart(Environment environment)
      throws SQLException {
    MySqlServer first = environment.mysql("environment-first");
    MySqlServer second = environment.mysql("environment-second", List.of("--gtid-mode=OFF"));
    assertNotEquals(ask(first, "SELECT @@server_id"), ask(second, "SELECT @@server_id"));
    assertNotEquals(ask(first, "SELECT @@server_uuid"), ask(second, "SELECT @@server_uuid"));
    assertEquals("ON", ask(first, "SELECT @@gtid_mode"));
    assertEquals("OFF", ask(second, "SELECT @@gtid_mode"));
    assertEquals("FULL", ask(first, "SELECT @@binlog_row_metadata"));
    int port = first.port();
    run(first, "CREATE DATABASE kept", "CREATE TABLE kept.t (a INT PRIMARY KEY)");
    run(first, "INSERT INTO kept.t VALUES (1)");

    first.kill();
    assertThrows(SQLException.class, first::connect);
    first.start();
    run(first, "INSERT INTO kept.t VALUES (2)");
    first.restart();

    assertEquals(port, first.port());
    assertEquals("2", ask(first, "SELECT COUNT(*) FROM kept.t"));
    assertTrue(second.running(), "the other server was left alone");
  }

  @Test
  void targetIsTheOneGivenOrALocalServer(Environment environment) throws SQLException {
    Target target = environment.target();
    try (Connection connection = target.connect()) {
      assertTrue(connection.isValid(10));
    }
    boolean given = System.getProperty("tributary.target.url") != null;
    assertEquals(!given, target.canBeKilled());
  }

  @Test
  void bothWorkersFindThePlugins(Environment environment) {
    for (ConnectCluster cluster : List.of(environment.sources(), environment.sinks())) {
      List<String> classes =
          cluster.rest().plugins().stream().map(ConnectorPlugin::className).toList();
      assertTrue(classes.contains("io.tributary.source.MySqlSourceConnector"), classes.toString());
      assertTrue(classes.contains("io.tributary.sink.TiDbSinkConnector"), classes.toString());
    }
  }

  @Test
  void linesPassThroughKillsOfBothWorkersAndTheBroker(Environment environment) throws IOException {
    Path in = folder.resolve("in");
    Path out = folder.resolve("out");
    environment.sources().rest().create("lines-in", source(in, "lines"));
    environment.sinks().rest().create("lines-out", sink(out, "lines"));
    append(in, 0, 10);
    await(environment, () -> lines(out).size() >= 10);

    environment.sources().kill();
    assertFalse(environment.sources().running());
    assertTrue(environment.sinks().running(), "the sinks' worker is another process");
    append(in, 10, 20);
    environment.sources().start();
    await(environment, () -> lines(out).contains("line 19"));

    environment.sinks().kill();
    append(in, 20, 30);
    environment.sinks().start();
    await(environment, () -> lines(out).contains("line 29"));

    environment.kafka().kill();
    environment.kafka().start();
    append(in, 30, 40);
    await(environment, () -> lines(out).contains("line 39"));

    List<String> expected = IntStream.range(0, 40).mapToObj(i -> "line " + i).toList();
    assertEquals(expected, lines(out).stream().distinct().toList());
    environment.sources().rest().delete("lines-in");
    environment.sinks().rest().delete("lines-out");
  }

  @Test
  void restClientSpeaksForAConnectorsWholeLife(Environment environment) throws IOException {
    ConnectRest rest = environment.sources().rest();
    Path in = folder.resolve("in");
    append(in, 0, 5);
    rest.create("life", source(in, "life"));
    assertTrue(rest.waitForState("life", "RUNNING", PATIENCE).traces().isEmpty());
    assertTrue(rest.connectors().contains("life"));
    assertEquals("1", rest.config("life").get("topic.creation.default.partitions"));
    RestException twice =
        assertThrows(RestException.class, () -> rest.create("life", source(in, "life")));
    assertEquals(409, twice.status());
    await(environment, () -> !rest.offsets("life").isEmpty());

    rest.pause("life");
    rest.waitForState("life", "PAUSED", PATIENCE);
    rest.resume("life");
    rest.restart("life");
    rest.waitForState("life", "RUNNING", PATIENCE);
    rest.stop("life");
    rest.waitForState("life", "STOPPED", PATIENCE);

    ConnectorOffset offset = rest.offsets("life").get(0);
    assertEquals(in.toString(), offset.partition().path("filename").asText());
    rest.alterOffsets("life", List.of(new ConnectorOffset(offset.partition(), NullNode.instance)));
    assertTrue(rest.offsets("life").isEmpty(), "a null offset takes the entry away");
    rest.resetOffsets("life");
    rest.delete("life");
    await(environment, () -> rest.statusIfKnown("life").isEmpty());
  }

  @Test
  void failedTaskIsToldWithItsTrace(Environment environment) throws IOException {
    Path in = folder.resolve("in");
    append(in, 0, 1);
    environment.sources().rest().create("failure-in", source(in, "failure"));
    ConnectRest rest = environment.sinks().rest();
    rest.create("failure-out", sink(folder.resolve("missing/out"), "failure"));
    String traces = rest.waitForState("failure-out", "FAILED", PATIENCE).traces();
    assertTrue(traces.contains("missing/out"), traces);
    EnvironmentException inVain =
        assertThrows(
            EnvironmentException.class,
            () -> rest.waitForState("failure-out", "RUNNING", PATIENCE));
    assertTrue(inVain.getMessage().contains("missing/out"), inVain.getMessage());
    rest.delete("failure-out");
    environment.sources().rest().delete("failure-in");
  }

  @Test
  void validationNamesTheOptionsThatAreWrong(Environment environment) {
    Map<String, String> config = source(folder.resolve("in"), "validation");
    config.put("name", "validation");
    assertEquals(new ConfigValidation(0, Map.of()), environment.sources().rest().validate(config));
    config.remove("topic");
    config.put("tasks.max", "none");
    ConfigValidation wrong = environment.sources().rest().validate(config);
    assertEquals(Set.of("tasks.max", "topic"), wrong.errors().keySet());
  }

  private static Map<String, String> source(Path file, String topic) {
    Map<String, String> config = new TreeMap<>();
    config.put("connector.class", FILE_SOURCE);
    config.put("file", file.toString());
    config.put("topic", topic);
    config.put("topic.creation.default.partitions", "1");
    config.put("topic.creation.default.replication.factor", "1");
    config.put("value.converter", TEXT);
    return config;
  }

  private static Map<String, String> sink(Path file, String topic) {
    Map<String, String> config = new TreeMap<>();
    config.put("connector.class", FILE_SINK);
    config.put("file", file.toString());
    config.put("topics", topic);
    config.put("value.converter", TEXT);
    return config;
  }

  private static void append(Path file, int from, int to) throws IOException {
    StringBuilder text = new StringBuilder();
    IntStream.range(from, to).forEach(i -> text.append("line ").append(i).append('\n'));
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Environment environment, BooleanSupplier condition) {
    Waiting.until(PATIENCE, condition, () -> "what the test waits for\n" + environment.logTails());
  }

  private static String ask(MySqlServer server, String query) throws SQLException {
    try (Connection connection = server.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void run(MySqlServer server, String... statements) throws SQLException {
    try (Connection connection = server.connect();
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
