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
import java.io.UncheckedIOException;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The servers of a run with their tables and proxies, and the connectors around them. Used by one
 * thread.
 */
final class Fleet implements AutoCloseable {
  private static final List<String> SMALL = List.of("--innodb-buffer-pool-size=24M");

  private static final int STARTS_AT_ONCE = 4;
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
    boolean replica =
        options.faults().stream().anyMatch(fault -> fault.label().equals("fail-over"));
    List<CompletableFuture<MySqlServer>> servers = new ArrayList<>();
    ExecutorService starts = Executors.newFixedThreadPool(STARTS_AT_ONCE);
    try {
      for (int number = 1; number <= options.servers(); number++) {
        servers.add(started("chaos-" + number, starts));
      }
      if (replica) {
        servers.add(started("chaos-1-replica", starts));
      }
      for (int number = 1; number <= options.servers(); number++) {
        MySqlServer server = servers.get(number - 1).join();
        execute(server.connect(), tables.sourceStatements(number));
        boolean both = replica && number == 1;
        upstreams.add(
            new Upstream(
                number,
                both ? List.of(server, servers.get(options.servers()).join()) : List.of(server)));
      }
    } finally {
      starts.shutdown();
    }
    if (replica) {
      replicate(upstreams.get(0));
    }
  }

  private CompletableFuture<MySqlServer> started(String server, ExecutorService starts) {
    return CompletableFuture.supplyAsync(() -> environment.mysql(server, SMALL), starts);
  }

  /** Each of the two follows the other, so that the application may go there and back. */
  private static void replicate(Upstream upstream) throws SQLException {
    try {
      Replica.start(upstream.other(), upstream.server());
      Replica.start(upstream.server(), upstream.other()).awaitCaughtUp();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
