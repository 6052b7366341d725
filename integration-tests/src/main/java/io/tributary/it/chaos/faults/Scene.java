package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.workload.Traffic;
import io.tributary.it.chaos.workload.Upstream;
import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.Pipeline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What faults act on. Thread-safe where the parts that a fault needs are its own. */
public final class Scene {
  private final Environment environment;
  private final Pipeline pipeline;
  private final List<Upstream> upstreams;
  private final Traffic traffic;
  private final Map<MySqlServer, Proxy> sourceProxies;
  private final Proxy targetProxy;
  private final Duration longest;
  private final Parts parts = new Parts();
  private final Operator operator = new Operator(this);

  /** Where a source may be set back to, by server. */
  private final Map<MySqlServer, BinlogPosition> starts = new ConcurrentHashMap<>();

  private final Map<MySqlServer, BinlogPosition> recent = new ConcurrentHashMap<>();

  /**
   * @param longest how long a source may be stopped
   */
  public Scene(
      Environment environment,
      Pipeline pipeline,
      List<Upstream> upstreams,
      Traffic traffic,
      Proxies proxies,
      Duration longest) {
    this.environment = environment;
    this.pipeline = pipeline;
    this.upstreams = List.copyOf(upstreams);
    this.traffic = traffic;
    this.sourceProxies = proxies.sources();
    this.targetProxy = proxies.target();
    this.longest = longest;
  }

  Environment environment() {
    return environment;
  }

  Pipeline pipeline() {
    return pipeline;
  }

  List<Upstream> upstreams() {
    return upstreams;
  }

  public Traffic traffic() {
    return traffic;
  }

  /** Who restarts what has failed. */
  public Operator operator() {
    return operator;
  }

  Parts parts() {
    return parts;
  }

  Duration longest() {
    return longest;
  }

  Proxy proxyOf(Upstream upstream) {
    return sourceProxies.get(upstream.server());
  }

  Proxy targetProxy() {
    return targetProxy;
  }

  /** The server as its source reaches it. */
  MySqlServer proxied(MySqlServer server) {
    return new ProxiedServer(server, sourceProxies.get(server).port());
  }

  /** Where a source that is set back to its start begins. */
  BinlogPosition start(MySqlServer server) {
    return starts.get(server);
  }

  /** A position of not long ago of which everything before is in the target. */
  BinlogPosition recent(MySqlServer server) {
    return recent.get(server);
  }

  /** To be called when the target has everything and nobody writes. */
  public void markPositions() throws SQLException {
    for (Upstream upstream : upstreams) {
      for (MySqlServer server : upstream.servers()) {
        BinlogPosition now = BinlogPosition.now(server);
        starts.putIfAbsent(server, now);
        recent.put(server, now);
      }
    }
  }

  /** Whatever a fault that broke off has left is undone. */
  public void restoreAll() {
    sourceProxies.values().forEach(Proxy::pass);
    targetProxy.pass();
    upstreams.forEach(
        upstream -> {
          upstream.servers().forEach(MySqlServer::start);
          traffic.setClockBack(upstream.number(), Duration.ZERO);
        });
    environment.target().server().ifPresent(MySqlServer::start);
    environment.kafka().start();
    environment.moreSinks().stop();
    for (ConnectCluster worker : List.of(environment.sources(), environment.sinks())) {
      worker.start();
    }
    for (Upstream upstream : upstreams) {
      resume(environment.sources(), pipeline.sourceName(upstream.number()));
    }
    resume(environment.sinks(), pipeline.sinkName());
  }

  private static void resume(ConnectCluster worker, String connector) {
    worker
        .rest()
        .statusIfKnown(connector)
        .filter(status -> List.of("PAUSED", "STOPPED").contains(status.state()))
        .ifPresent(status -> worker.rest().resume(connector));
  }

  /** Why connectors have failed, by worker that must be asked; empty when none did. */
  List<String> failures() {
    List<String> failures = new ArrayList<>(sourceFailures());
    sinkFailure().ifPresent(failures::add);
    return failures;
  }

  List<String> sourceFailures() {
    List<String> failures = new ArrayList<>();
    for (Upstream upstream : upstreams) {
      failure(environment.sources(), pipeline.sourceName(upstream.number()))
          .ifPresent(failures::add);
    }
    return failures;
  }

  Optional<String> sinkFailure() {
    return failure(environment.sinks(), pipeline.sinkName());
  }

  private static Optional<String> failure(ConnectCluster worker, String connector) {
    return worker
        .rest()
        .statusIfKnown(connector)
        .filter(ConnectorStatus::anyFailed)
        .map(status -> connector + ": " + status.traces());
  }
}
