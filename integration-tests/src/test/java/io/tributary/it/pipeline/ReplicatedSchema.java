package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.ConnectorOffset;
import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One schema on one source server and at the target, with the pipeline between. All of it, and the
 * sink's metadata database, is dropped at the end.
 */
final class ReplicatedSchema implements AutoCloseable {
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(40);
  private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(30);

  private final Environment environment;
  private final String name;
  private final MySqlServer server;
  private final int partitions;
  private final Pipeline pipeline;
  private final Map<String, String> sourceOptions;

  /** Options of both connectors beyond the usual ones. */
  record Options(Map<String, String> source, Map<String, String> sink) {}

  /** The schemas are empty; the connectors are created by {@link #start}. */
  ReplicatedSchema(
      Environment environment, String name, int partitions, Map<String, String> sourceOptions)
      throws SQLException {
    this(environment, environment.mysql("upstream-1"), name, partitions, sourceOptions);
  }

  /** The same from another server. */
  ReplicatedSchema(
      Environment environment,
      MySqlServer server,
      String name,
      int partitions,
      Map<String, String> sourceOptions)
      throws SQLException {
    this(environment, server, name, partitions, new Options(sourceOptions, Map.of()));
  }

  /** The same with options of the sink. */
  ReplicatedSchema(
      Environment environment, MySqlServer server, String name, int partitions, Options options)
      throws SQLException {
    this.environment = environment;
    this.name = name;
    this.server = server;
    this.partitions = partitions;
    this.sourceOptions = new java.util.LinkedHashMap<>(options.source());
    sourceOptions.put("table.include.list", name + "\\..*");
    this.pipeline =
        new Pipeline(
            environment,
            new Pipeline.Shape(
                name, metadataDatabase(), partitions, 1, sourceOptions, options.sink()));
    source("CREATE DATABASE " + name);
    target("CREATE DATABASE " + name);
  }

  /** An option of the source that is to be created. */
  void sourceOption(String option, String value) {
    sourceOptions.put(option, value);
  }

  void start() {
    pipeline.createSource(1, server);
    pipeline.createSink();
  }

  String name() {
    return name;
  }

  MySqlServer server() {
    return server;
  }

  int partitions() {
    return partitions;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  String metadataDatabase() {
    return "tributary_" + name;
  }

  /** Runs statements at the source, in one session that uses the schema. */
  void source(String... statements) throws SQLException {
    try (Connection connection = server.connect()) {
      run(connection, statements);
    }
  }

  /** Runs statements at the target. */
  void target(String... statements) throws SQLException {
    try (Connection connection = environment.target().connect()) {
      run(connection, statements);
    }
  }

  /** The same statements on both sides: tables that are alike. */
  void both(String... statements) throws SQLException {
    source(statements);
    target(statements);
  }

  private void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // Not for ever: a test that failed may have left a prepared transaction with locks.
      statement.execute("SET SESSION lock_wait_timeout = 20");
      if (!statements[0].contains(" DATABASE ")) {
        statement.execute("USE " + name);
      }
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** First columns of what a query finds at the target. */
  List<String> targetColumn(String sql) throws SQLException {
    try (Connection connection = environment.target().connect()) {
      return column(connection, sql);
    }
  }

  /** The same at the source. */
  List<String> sourceColumn(String sql) throws SQLException {
    try (Connection connection = server.connect()) {
      return column(connection, sql);
    }
  }

  private List<String> column(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute("USE " + name);
      try (ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
    }
    return values;
  }

  /** Waits until the sink has failed. */
  String sinkFailure() {
    ConnectorStatus failed = sinks().waitForState(pipeline.sinkName(), "FAILED", FAILED_WITHIN);
    return failed.traces();
  }

  /** Waits until all that the server has committed is in Kafka. */
  void awaitWritten() throws SQLException {
    BinlogPosition end = BinlogPosition.now(server);
    String source = pipeline.sourceName(1);
    // The offset is stored with or after the records before it.
    Waiting.until(
        WRITTEN_WITHIN,
        () ->
            environment.sources().rest().offsets(source).stream()
                .map(ConnectorOffset::offset)
                .anyMatch(end::reachedBy),
        () -> source + " at " + end + ": " + environment.sources().rest().offsets(source));
  }

  void stopSink() {
    sinks().stop(pipeline.sinkName());
    // Not waitForState: the sink may have failed before.
    Waiting.until(
        FAILED_WITHIN,
        () -> sinks().status(pipeline.sinkName()).all("STOPPED"),
        () -> sinks().status(pipeline.sinkName()).toString());
  }

  void startSink() {
    sinks().resume(pipeline.sinkName());
  }

  /** Changes one option of the sink, which starts its tasks again. */
  void sinkOption(String option, String value) {
    Map<String, String> config = sinks().config(pipeline.sinkName());
    config.put(option, value);
    sinks().putConfig(pipeline.sinkName(), config);
  }

  ConnectRest sinks() {
    return environment.sinks().rest();
  }

  /** Fails unless a table is the same on both sides. */
  void assertSame(String table, String columns, int keyColumns) throws SQLException {
    String qualified = name + "." + table;
    UnionComparison.Result result =
        UnionComparison.compare(
            List.of(new UnionComparison.Part(server::connect, qualified)),
            new UnionComparison.Part(environment.target()::connect, qualified),
            List.of(columns.split(",\\s*")),
            keyColumns);
    assertTrue(result.equal(), () -> qualified + ": " + result);
    assertTrue(result.rows() > 0, () -> qualified + " is empty");
  }

  @Override
  public void close() throws SQLException {
    pipeline.delete();
    target("DROP DATABASE IF EXISTS " + name, "DROP DATABASE IF EXISTS " + metadataDatabase());
    source("DROP DATABASE IF EXISTS " + name);
  }
}
