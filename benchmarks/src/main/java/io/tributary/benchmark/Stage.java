package io.tributary.benchmark;

import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Servers, broker and workers, and the connectors that are measured on them. One thread. */
final class Stage implements AutoCloseable {
  static final String USAGE =
      """
        --target-url URL, --target-user USER, --target-password PASSWORD
                       a TiDB or MySQL to write to (default: a MySQL of its own)
        --heap MB      heap of each Connect worker (default 1024)""";
  static final List<String> OPTIONS =
      List.of("target-url", "target-user", "target-password", "heap");

  /** Room for what is written and read again, so that no disk is measured. */
  private static final List<String> SERVER_OPTIONS =
      List.of(
          "--innodb-buffer-pool-size=768M",
          "--loose-innodb-redo-log-capacity=1G",
          "--innodb-log-buffer-size=64M",
          "--max-allowed-packet=64M");

  private static final Duration STARTED_WITHIN = Duration.ofSeconds(60);
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final Environment environment;
  private final MySqlServer source;
  private final Target target;
  private final Topics topics;
  private int names;

  private Stage(Environment environment, boolean givenTarget) {
    this.environment = environment;
    this.source = environment.mysql("source", ServerVersion.MYSQL_LATEST, SERVER_OPTIONS);
    this.target = givenTarget ? environment.target() : ownTarget(environment);
    this.topics = new Topics(environment.kafka().bootstrap());
    System.out.println("target: " + target.description());
  }

  private static Target ownTarget(Environment environment) {
    MySqlServer server = environment.mysql("target", ServerVersion.MYSQL_LATEST, SERVER_OPTIONS);
    return new Target(
        server.jdbcUrl(),
        server.user(),
        server.password(),
        server.version(),
        "local binaries",
        Optional.of(server));
  }

  static Stage start(Arguments arguments) {
    EnvironmentOptions options =
        EnvironmentOptions.fromSystemProperties()
            .withWorkerHeapMb(arguments.number("heap", 1024))
            .withProgress(System.out::println);
    String url = arguments.text("target-url", "");
    if (!url.isEmpty()) {
      options =
          options.withTarget(
              new EnvironmentOptions.GivenTarget(
                  url,
                  arguments.text("target-user", "root"),
                  arguments.text("target-password", "")));
    }
    System.out.printf(
        "%d processors, Java %s, load before: %.1f%n",
        Runtime.getRuntime().availableProcessors(),
        Runtime.version(),
        java.lang.management.ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    return new Stage(
        Environment.start(options), options.target() instanceof EnvironmentOptions.GivenTarget);
  }

  Environment environment() {
    return environment;
  }

  MySqlServer source() {
    return source;
  }

  Target target() {
    return target;
  }

  Topics topics() {
    return topics;
  }

  /** A name that was not given before. */
  String name(String prefix) {
    return prefix + "-" + ++names;
  }

  /** Options of our source that reads a backlog into a topic. */
  Map<String, String> source(String name, Backlog backlog, String topic, int partitions) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.tributary.source.MySqlSourceConnector");
    config.put("tasks.max", "1");
    config.put("source.name", name);
    config.put("topic", topic);
    config.put("database.hostname", source.host());
    config.put("database.port", String.valueOf(source.port()));
    config.put("database.user", source.user());
    config.put("database.password", source.password());
    config.put("database.ssl.mode", "disabled");
    config.put("database.server.id", String.valueOf(10_000 + names));
    config.put(
        "start.position", "file:" + backlog.start().fileName() + ":" + backlog.start().offset());
    config.put("value.converter", BYTES);
    config.put("affinity.partitions", String.valueOf(partitions));
    config.put("topic.creation.default.partitions", String.valueOf(partitions));
    config.put("topic.creation.default.replication.factor", "1");
    config.put("producer.override.compression.type", "lz4");
    return config;
  }

  /** The same within Kafka transactions. */
  Map<String, String> exactlyOnce(Map<String, String> config) {
    config.put("exactly.once.support", "required");
    config.put("transaction.boundary", "connector");
    return config;
  }

  /** Options of our sink that reads a topic. */
  Map<String, String> sink(String metadata, String topic, int tasks) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.tributary.sink.TiDbSinkConnector");
    config.put("tasks.max", String.valueOf(tasks));
    config.put("topics", topic);
    config.put("connection.url", target.url());
    config.put("connection.user", target.user());
    config.put("connection.password", target.password());
    config.put("metadata.database", metadata);
    config.put("value.converter", BYTES);
    config.put("consumer.override.isolation.level", "read_committed");
    config.put("consumer.override.auto.offset.reset", "earliest");
    return config;
  }

  ConnectRest sources() {
    return environment.sources().rest();
  }

  ConnectRest sinks() {
    return environment.sinks().rest();
  }

  /** Reads a backlog into a new topic and returns the topic's name. */
  String fill(Backlog backlog, int partitions) throws Exception {
    String topic = name("topic");
    topics.create(topic, partitions);
    String name = name("fill");
    sources().create(name, source(name, backlog, topic, partitions));
    Progress.watch(
        () -> topics.end(topic, partitions), 0, backlog.transactions(), backlog.rows(), 2_000);
    sources().delete(name);
    return topic;
  }

  /** An empty table for a workload at the target, with nothing of its schema left. */
  void emptyTarget(Workload workload) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + Backlog.SCHEMA);
      statement.execute("CREATE DATABASE " + Backlog.SCHEMA);
      statement.execute(workload.ddl(Backlog.SCHEMA));
    }
  }

  void dropAtTarget(String database) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + database);
    }
  }

  /** Fails unless source and target hold the same rows of a workload. */
  void compare(Workload workload) throws SQLException {
    String sql =
        "SELECT COUNT(*), COALESCE(SUM(version), 0), COALESCE(SUM(id), 0) FROM "
            + workload.table(Backlog.SCHEMA);
    String wanted;
    String found;
    try (Connection connection = source.connect()) {
      wanted = row(connection, sql);
    }
    try (Connection connection = target.connect()) {
      found = row(connection, sql);
    }
    if (!wanted.equals(found)) {
      throw new EnvironmentException(
          "rows, versions, ids at the source: " + wanted + ", at the target: " + found);
    }
  }

  private static String row(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1) + ", " + rows.getString(2) + ", " + rows.getString(3);
    }
  }

  /** Creates a connector and waits until it runs. */
  void create(ConnectRest rest, String name, Map<String, String> config) {
    rest.create(name, config);
    rest.waitForState(name, "RUNNING", STARTED_WITHIN);
  }

  @Override
  public void close() {
    topics.close();
    environment.close();
  }
}
