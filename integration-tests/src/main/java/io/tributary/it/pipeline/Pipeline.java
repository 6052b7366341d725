package io.tributary.it.pipeline;

import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.Target;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sources that write to one topic and the sink that reads it.
 *
 * <p>Used by one thread.
 */
public final class Pipeline {
  private static final Duration CAUGHT_UP_WITHIN = Duration.ofSeconds(120);
  private static final Duration STARTED_WITHIN = Duration.ofSeconds(60);
  private static final Duration RESTARTED_WITHIN = Duration.ofSeconds(20);
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";
  private static final AtomicLong SERVER_IDS =
      new AtomicLong(200_000 + ProcessHandle.current().pid() % 10_000 * 100);

  private final Environment environment;
  private final Shape shape;
  private final Map<Integer, MySqlServer> servers = new LinkedHashMap<>();
  private final Map<Integer, Long> serverIds = new LinkedHashMap<>();

  /** Sources that were set back, with the time of their servers' clocks then. */
  private final Map<Integer, Long> resetMicros = new LinkedHashMap<>();

  private int sinkTasks;
  private boolean positionsRepeat;

  /**
   * What a pipeline is made of.
   *
   * @param name prefix of its connectors, and the topic's name
   * @param metadataDatabase the sink's metadata database
   * @param partitions affinity partitions
   * @param tasks tasks of the sink
   * @param source options of every source beyond the usual ones
   * @param sink options of the sink beyond the usual ones
   */
  public record Shape(
      String name,
      String metadataDatabase,
      int partitions,
      int tasks,
      Map<String, String> source,
      Map<String, String> sink) {}

  public Pipeline(Environment environment, Shape shape) {
    this.environment = environment;
    this.shape = shape;
    this.sinkTasks = shape.tasks();
  }

  /** Prefix of the names of its connectors, and the topic's name. */
  public String name() {
    return shape.name();
  }

  /** Affinity partitions. */
  public int partitions() {
    return shape.partitions();
  }

  /** Name of the source connector of an upstream. */
  public String sourceName(int upstream) {
    return shape.name() + "-source-" + upstream;
  }

  /** Name of the sink connector. */
  public String sinkName() {
    return shape.name() + "-sink";
  }

  /** MySQL server id that the source of an upstream registers with. */
  public long serverIdOf(int upstream) {
    return serverIds.get(upstream);
  }

  /** Creates the source of an upstream and waits until its first offset is stored. */
  public void createSource(int upstream, MySqlServer server) {
    servers.put(upstream, server);
    serverIds.put(upstream, SERVER_IDS.incrementAndGet());
    sources().create(sourceName(upstream), sourceConfig(upstream));
    awaitOffset(upstream);
  }

  /** Creates the sink and waits until it runs. */
  public void createSink() {
    sinks().create(sinkName(), sinkConfig());
    sinks().waitForState(sinkName(), "RUNNING", STARTED_WITHIN);
  }

  private Map<String, String> sourceConfig(int upstream) {
    MySqlServer server = servers.get(upstream);
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.tributary.source.MySqlSourceConnector");
    config.put("tasks.max", "1");
    config.put("source.name", sourceName(upstream));
    config.put("topic", shape.name());
    config.put("database.hostname", server.host());
    config.put("database.port", String.valueOf(server.port()));
    config.put("database.user", server.user());
    config.put("database.password", server.password());
    // The servers of the tests have certificates that no authority knows.
    config.put("database.ssl.mode", "preferred");
    config.put("database.server.id", String.valueOf(serverIds.get(upstream)));
    config.put("value.converter", BYTES);
    config.put("affinity.partitions", String.valueOf(shape.partitions()));
    config.put("topic.creation.default.partitions", String.valueOf(shape.partitions()));
    config.put("topic.creation.default.replication.factor", "1");
    config.put("exactly.once.support", "required");
    config.put("transaction.boundary", "connector");
    config.put("heartbeat.interval.ms", "300");
    config.putAll(shape.source());
    return config;
  }

  private Map<String, String> sinkConfig() {
    Target target = environment.target();
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.tributary.sink.TiDbSinkConnector");
    config.put("tasks.max", String.valueOf(sinkTasks));
    config.put("topics", shape.name());
    config.put("connection.url", target.url());
    config.put("connection.user", target.user());
    config.put("connection.password", target.password());
    config.put("metadata.database", shape.metadataDatabase());
    config.put("value.converter", BYTES);
    config.put("consumer.override.isolation.level", "read_committed");
    config.put("consumer.override.auto.offset.reset", "earliest");
    config.putAll(shape.sink());
    return config;
  }

  private void awaitOffset(int upstream) {
    String name = sourceName(upstream);
    Waiting.until(
        STARTED_WITHIN,
        () -> {
          failOn(sources().statusIfKnown(name));
          return !sources().offsets(name).isEmpty();
        },
        () -> "the first offset of " + name + " is stored; " + describe());
  }

  /**
   * Waits until the target shows everything that an upstream has committed so far, and after {@link
   * #resetSource} until the sink has read all of it again.
   */
  public void awaitCaughtUp(int upstream) throws SQLException {
    awaitCaughtUp(upstream, CAUGHT_UP_WITHIN);
  }

  /** The same with a bound of its own. */
  public void awaitCaughtUp(int upstream, Duration within) throws SQLException {
    BinlogPosition end = BinlogPosition.now(servers.get(upstream));
    long sinceMicros =
        positionsRepeat
            ? clockMicros(servers.get(upstream))
            : resetMicros.getOrDefault(upstream, 0L);
    Watermark watermark =
        new Watermark(environment.target(), shape.metadataDatabase(), sinkName(), shape.name());
    Waiting.until(
        within,
        () -> {
          failOn(sources().statusIfKnown(sourceName(upstream)));
          failOn(sinks().statusIfKnown(sinkName()));
          return watermark.reached(sourceName(upstream), end, sinceMicros);
        },
        () ->
            "the target has everything of "
                + sourceName(upstream)
                + " up to "
                + end
                + "; it has "
                + watermark.describe()
                + "; "
                + describe());
  }

  /**
   * Binlogs are reset on the way: a position in the target may be one of before. From now on waits
   * are for a watermark that is later than their beginning.
   */
  public void positionsRepeat() {
    positionsRepeat = true;
  }

  /** Waits until every upstream is caught up. */
  public void awaitCaughtUp() throws SQLException {
    for (int upstream : servers.keySet()) {
      awaitCaughtUp(upstream);
    }
  }

  /** Why connectors or tasks failed; empty when none did. */
  public Optional<String> failure() {
    List<String> traces = new ArrayList<>();
    for (int upstream : servers.keySet()) {
      sources()
          .statusIfKnown(sourceName(upstream))
          .filter(ConnectorStatus::anyFailed)
          .ifPresent(status -> traces.add(status.name() + ": " + status.traces()));
    }
    sinkFailure().ifPresent(traces::add);
    return traces.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", traces));
  }

  /** Why the sink or a task of it failed; empty when none did. */
  public Optional<String> sinkFailure() {
    return sinks()
        .statusIfKnown(sinkName())
        .filter(ConnectorStatus::anyFailed)
        .map(status -> status.name() + ": " + status.traces());
  }

  public void stopSource(int upstream) {
    sources().stop(sourceName(upstream));
    sources().waitForState(sourceName(upstream), "STOPPED", STARTED_WITHIN);
  }

  public void startSource(int upstream) {
    sources().resume(sourceName(upstream));
    sources().waitForState(sourceName(upstream), "RUNNING", STARTED_WITHIN);
  }

  /** Points the source of an upstream to another server; one that is stopped stays so. */
  public void moveSource(int upstream, MySqlServer server) {
    servers.put(upstream, server);
    sources().putConfig(sourceName(upstream), sourceConfig(upstream));
  }

  /** Restarts a source; what it failed with before is forgotten, it may fail again. */
  public void restartSource(int upstream) {
    String name = sourceName(upstream);
    sources().restart(name);
    awaitNewStatus(sources(), name);
  }

  /** The status topic tells of the failure before for a moment longer. */
  private static void awaitNewStatus(ConnectRest rest, String name) {
    long end = System.nanoTime() + RESTARTED_WITHIN.toNanos();
    while (rest.statusIfKnown(name).filter(ConnectorStatus::anyFailed).isPresent()
        && System.nanoTime() < end) {
      Waiting.pause();
    }
  }

  /**
   * Sets a source back so that it reads everything again from a position. A watermark that is later
   * than this moment comes after all of it.
   */
  public void resetSource(int upstream, BinlogPosition start) throws SQLException {
    stopSource(upstream);
    sources().resetOffsets(sourceName(upstream));
    Map<String, String> config = sourceConfig(upstream);
    config.put("start.position", "file:" + start.fileName() + ":" + start.offset());
    sources().putConfig(sourceName(upstream), config);
    resetMicros.put(upstream, clockMicros(servers.get(upstream)));
    startSource(upstream);
  }

  private static long clockMicros(MySqlServer server) throws SQLException {
    String sql = "SELECT CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS SIGNED)";
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  public void restartSink() {
    sinks().restart(sinkName());
    awaitNewStatus(sinks(), sinkName());
    sinks().waitForState(sinkName(), "RUNNING", STARTED_WITHIN);
  }

  public void setSinkTasks(int tasks) {
    sinkTasks = tasks;
    sinks().putConfig(sinkName(), sinkConfig());
  }

  /** Deletes all connectors of the pipeline. */
  public void delete() {
    for (int upstream : servers.keySet()) {
      if (sources().statusIfKnown(sourceName(upstream)).isPresent()) {
        sources().delete(sourceName(upstream));
      }
    }
    if (sinks().statusIfKnown(sinkName()).isPresent()) {
      sinks().delete(sinkName());
    }
  }

  private String describe() {
    List<String> states = new ArrayList<>();
    servers
        .keySet()
        .forEach(
            n -> sources().statusIfKnown(sourceName(n)).ifPresent(s -> states.add(s.toString())));
    sinks().statusIfKnown(sinkName()).ifPresent(s -> states.add(s.toString()));
    return String.join("; ", states);
  }

  private static void failOn(Optional<ConnectorStatus> status) {
    if (status.isPresent() && status.get().anyFailed()) {
      throw new EnvironmentException(status.get() + "\n" + status.get().traces());
    }
  }

  private ConnectRest sources() {
    return environment.sources().rest();
  }

  private ConnectRest sinks() {
    return environment.sinks().rest();
  }
}
