package io.tributary.it.chaos;

import io.tributary.it.chaos.faults.Proxies;
import io.tributary.it.chaos.faults.Proxy;
import io.tributary.it.chaos.workload.ShardTables;
import io.tributary.it.chaos.workload.Upstream;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.Target;
import io.tributary.it.environment.Waiting;
import io.tributary.it.pipeline.Pipeline;
import io.tributary.it.pipeline.Replica;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The servers of a run with their tables and proxies, and the connectors around them. Used by one
 * thread.
 */
final class Fleet implements AutoCloseable {
  private static final List<String> SMALL = List.of("--innodb-buffer-pool-size=24M");

  private static final Duration DELETED_WITHIN = Duration.ofSeconds(90);

  private final Environment environment;
  private final ChaosOptions options;
  private final ShardTables tables;
  private final String name;
  private final List<Upstream> upstreams = new ArrayList<>();
  private Proxies proxies;
  private Pipeline pipeline;

  Fleet(Environment environment, ChaosOptions options) {
    this.environment = environment;
    this.options = options;
    this.tables = new ShardTables(options.servers(), options.tables());
    this.name = "chaos" + options.seed();
  }

  ShardTables tables() {
    return tables;
  }

  List<Upstream> upstreams() {
    return upstreams;
  }

  Proxies proxies() {
    return proxies;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  String metadataDatabase() {
    return "tributary_" + name;
  }

  void start() throws IOException, SQLException {
    startServers();
    onTarget(tables.targetStatements(ownerColumn()));
    openProxies();
    pipeline = new Pipeline(environment, shape());
    for (Upstream upstream : upstreams) {
      pipeline.createSource(upstream.number(), proxies.reached(upstream.server()));
    }
    pipeline.createSink();
  }

  /** Either road of the merged table, by the seed. */
  private boolean ownerColumn() {
    return options.seed() % 2 == 1;
  }

  private void startServers() throws SQLException {
    List<CompletableFuture<MySqlServer>> servers = new ArrayList<>();
    // A number of servers that are on their way is not more than the machine bears.
    for (int number = 1; number <= options.servers() + 1; number++) {
      String server = number <= options.servers() ? "chaos-" + number : "chaos-1-replica";
      servers.add(CompletableFuture.supplyAsync(() -> environment.mysql(server, SMALL)));
    }
    for (int number = 1; number <= options.servers(); number++) {
      MySqlServer server = servers.get(number - 1).join();
      execute(server.connect(), tables.sourceStatements(number));
      List<MySqlServer> both = new ArrayList<>(List.of(server));
      if (number == 1) {
        both.add(servers.get(options.servers()).join());
      }
      upstreams.add(new Upstream(number, both));
    }
    MySqlServer first = upstreams.get(0).server();
    MySqlServer second = upstreams.get(0).other();
    try {
      Replica.start(second, first);
      Replica.start(first, second).awaitCaughtUp();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void openProxies() throws IOException {
    Map<MySqlServer, Proxy> sources = new HashMap<>();
    for (Upstream upstream : upstreams) {
      for (MySqlServer server : upstream.servers()) {
        sources.put(server, new Proxy(server.host(), server.port()));
      }
    }
    URI target = targetAddress();
    proxies = new Proxies(sources, new Proxy(target.getHost(), target.getPort()));
  }

  private URI targetAddress() {
    return URI.create(environment.target().url().substring("jdbc:".length()));
  }

  private Pipeline.Shape shape() {
    Target target = environment.target();
    Map<String, String> source = new HashMap<>(tables.sourceOptions());
    // In plain text, so that a proxy can cut where it wants to.
    source.put("database.ssl.mode", "disabled");
    source.put("buffer.max.bytes", "8000000");
    source.put("record.max.bytes", "100000");
    Map<String, String> sink = new HashMap<>(tables.sinkOptions());
    sink.put("connection.ssl.mode", "disabled");
    sink.put(
        "connection.url",
        target
            .url()
            .replace(targetAddress().getAuthority(), "127.0.0.1:" + proxies.target().port()));
    sink.put("consumer.override.max.poll.interval.ms", "10000");
    return new Pipeline.Shape(
        name, metadataDatabase(), options.partitions(), options.tasks(), source, sink);
  }

  private void onTarget(List<String> statements) throws SQLException {
    execute(environment.target().connect(), statements);
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** A leader that was frozen or cut off refuses at first; the next one does it. */
  private void deleteConnectors() {
    Waiting.until(
        DELETED_WITHIN,
        () -> {
          try {
            pipeline.delete();
            return true;
          } catch (EnvironmentException e) {
            return false;
          }
        },
        () -> "the connectors of " + name + " are deleted");
  }

  /** Deletes connectors and what was made on the target; the servers' schemas go, too. */
  @Override
  public void close() throws SQLException {
    if (pipeline != null) {
      deleteConnectors();
    }
    if (proxies != null) {
      proxies.close();
    }
    onTarget(
        List.of(
            "SET SESSION lock_wait_timeout = 20",
            "DROP DATABASE IF EXISTS " + ShardTables.SCHEMA,
            "DROP DATABASE IF EXISTS " + metadataDatabase()));
    for (Upstream upstream : upstreams) {
      for (MySqlServer server : upstream.servers()) {
        if (upstream.hasReplica()) {
          execute(server.connect(), List.of("STOP REPLICA", "RESET REPLICA ALL"));
        }
        execute(
            server.connect(),
            List.of(
                "SET SESSION lock_wait_timeout = 20, sql_log_bin = 0",
                "DROP DATABASE IF EXISTS " + ShardTables.SCHEMA));
      }
    }
  }
}
