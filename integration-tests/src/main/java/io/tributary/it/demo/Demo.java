package io.tributary.it.demo;

import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.Target;
import io.tributary.it.environment.Waiting;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.ExampleConfig;
import io.tributary.it.pipeline.UnionComparison;
import io.tributary.it.pipeline.Watermark;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Two MySQL servers with two shard tables each, connectors made from {@code config-examples}, one
 * merged table, and the proof that it equals the union of the shards. Used by one thread.
 */
final class Demo {
  private static final String SINK = "orders-tidb";
  private static final String TOPIC = "orders";
  private static final Duration CAUGHT_UP_WITHIN = Duration.ofSeconds(120);
  private static final List<String> COLUMNS =
      List.of("id", "buyer", "amount", "state", "note", "CAST(placed AS CHAR)");

  private final Environment environment;
  private final long seed;
  private final Consumer<String> print;
  private final String schema = "tributary_demo";
  private final String metadataDatabase = "tributary_demo_metadata";

  Demo(Environment environment, long seed, Consumer<String> print) {
    this.environment = environment;
    this.seed = seed;
    this.print = print;
  }

  /** Replicates traffic of some seconds; true when nothing is lost, doubled or bent. */
  boolean run(int seconds) throws IOException, SQLException {
    List<MySqlServer> servers = servers();
    for (MySqlServer server : servers) {
      OrderTraffic.createShards(server);
    }
    try (Connection connection = environment.target().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + schema);
      statement.execute(OrderTraffic.mergedTable(schema));
    }
    createConnectors(servers);
    print.accept("traffic for " + seconds + " s, seed " + seed);
    try (OrderTraffic traffic = new OrderTraffic(servers, seed)) {
      drive(traffic, seconds);
      awaitCaughtUp(servers);
      return conclude(servers, traffic.counts());
    }
  }

  private List<MySqlServer> servers() {
    return List.of(environment.mysql("mysql-1"), environment.mysql("mysql-2"));
  }

  private void createConnectors(List<MySqlServer> servers) throws IOException {
    Path examples = ProjectFolder.find().root().resolve("config-examples");
    ConnectRest sources = environment.sources().rest();
    for (int i = 0; i < servers.size(); i++) {
      MySqlServer server = servers.get(i);
      ExampleConfig example =
          ExampleConfig.read(examples.resolve("source-orders-" + (i + 1) + ".json"))
              .with(
                  // The demo's servers have certificates that no authority knows.
                  Map.of(
                      "database.ssl.mode",
                      "preferred",
                      "database.hostname",
                      server.host(),
                      "database.port",
                      String.valueOf(server.port()),
                      "database.user",
                      server.user(),
                      "database.password",
                      server.password(),
                      "routes.orders.to",
                      schema + ".orders",
                      "topic.creation.default.replication.factor",
                      "1",
                      "heartbeat.interval.ms",
                      "500"));
      sources.create(example.name(), example.config());
      Waiting.until(
          Duration.ofSeconds(60),
          () -> !sources.offsets(example.name()).isEmpty(),
          () -> example.name() + " has stored its first offset: " + sources.status(example.name()));
      print.accept("created " + example.name() + " over REST, " + sources.status(example.name()));
    }
    Target target = environment.target();
    ExampleConfig sink =
        ExampleConfig.read(examples.resolve("sink-orders.json"))
            .with(
                Map.of(
                    "connection.url", target.url(),
                    "connection.user", target.user(),
                    "connection.password", target.password(),
                    "metadata.database", metadataDatabase,
                    "merge.tables", schema + ".orders"));
    environment.sinks().rest().create(sink.name(), sink.config());
    environment.sinks().rest().waitForState(sink.name(), "RUNNING", Duration.ofSeconds(60));
    print.accept("created " + sink.name() + " over REST");
  }

  private void drive(OrderTraffic traffic, int seconds) throws SQLException {
    long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    long nextLine = System.nanoTime() + Duration.ofSeconds(2).toNanos();
    Watermark watermark = watermark();
    while (System.nanoTime() < end) {
      traffic.step();
      if (System.nanoTime() > nextLine) {
        nextLine += Duration.ofSeconds(2).toNanos();
        OrderTraffic.Counts counts = traffic.counts();
        print.accept(
            "%6d transactions, %6d rows changed, %4d moves between servers, %4d between tables; %s"
                .formatted(
                    counts.transactions,
                    counts.rows,
                    counts.movesBetweenServers,
                    counts.movesBetweenTables,
                    watermark.describe()));
      }
    }
  }

  private Watermark watermark() {
    return new Watermark(environment.target(), metadataDatabase, SINK, TOPIC);
  }

  private void awaitCaughtUp(List<MySqlServer> servers) throws SQLException {
    Watermark watermark = watermark();
    for (int i = 0; i < servers.size(); i++) {
      String source = "orders-" + (i + 1);
      BinlogPosition end = BinlogPosition.now(servers.get(i));
      Waiting.until(
          CAUGHT_UP_WITHIN,
          () -> {
            failOnFailedTask();
            return watermark.reached(source, end);
          },
          () -> "caught up with " + source + " at " + end + "; " + watermark.describe());
    }
  }

  private void failOnFailedTask() {
    for (String source : List.of("orders-1", "orders-2")) {
      failOn(environment.sources().rest(), source);
    }
    failOn(environment.sinks().rest(), SINK);
  }

  private static void failOn(ConnectRest rest, String connector) {
    var status = rest.status(connector);
    if (status.anyFailed()) {
      throw new EnvironmentException(status + "\n" + status.traces());
    }
  }

  private boolean conclude(List<MySqlServer> servers, OrderTraffic.Counts counts)
      throws SQLException {
    List<UnionComparison.Part> shards = new ArrayList<>();
    for (MySqlServer server : servers) {
      for (int table = 0; table < OrderTraffic.TABLES; table++) {
        shards.add(new UnionComparison.Part(server::connect, OrderTraffic.table(table)));
      }
    }
    UnionComparison.Part merged =
        new UnionComparison.Part(environment.target()::connect, schema + ".orders");
    UnionComparison.Result result = UnionComparison.compare(shards, merged, COLUMNS, 1);
    print.accept(
        "%d transactions changed %d rows: %d moves between servers by XA, %d between tables of one server, %d rolled back"
            .formatted(
                counts.transactions,
                counts.rows,
                counts.movesBetweenServers,
                counts.movesBetweenTables,
                counts.rolledBack));
    print.accept(
        "target "
            + environment.target().description()
            + " against the union of the 4 shard tables: "
            + result);
    print.accept(
        result.equal()
            ? "nothing is lost, doubled or bent"
            : "THE TARGET IS NOT THE UNION OF THE SHARDS");
    return result.equal();
  }

  void describeAddresses() {
    for (MySqlServer server : servers()) {
      print.accept(
          server.name() + ": " + server.jdbcUrl() + " user " + server.user() + ", schema shop");
    }
    print.accept(
        "target: "
            + environment.target().url()
            + " user "
            + environment.target().user()
            + ", schemas "
            + schema
            + " and "
            + metadataDatabase);
    print.accept("Kafka: " + environment.kafka().bootstrap() + ", topic " + TOPIC);
    print.accept("Connect (sources): " + environment.sources().rest().base());
    print.accept("Connect (sink): " + environment.sinks().rest().base());
    print.accept("logs: " + environment.folder());
  }

  /** Drops what the demo made on the target. */
  void dropSchemas() throws SQLException {
    try (Connection connection = environment.target().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION lock_wait_timeout = 10");
      statement.execute("DROP DATABASE IF EXISTS " + schema);
      statement.execute("DROP DATABASE IF EXISTS " + metadataDatabase);
    }
  }
}
