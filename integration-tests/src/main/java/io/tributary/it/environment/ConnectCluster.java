package io.tributary.it.environment;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A Connect cluster of one distributed worker process, with its own group and storage topics; or a
 * further worker of such a cluster. Connectors and offsets live in Kafka and outlive kill, stop and
 * start. Thread-safe.
 */
public final class ConnectCluster {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final WorkerSpec spec;
  private final KafkaJvm jvm;
  private final Path folder;
  private final LogFile log;
  private final int port = FreePorts.next();
  private final ConnectRest rest;
  private volatile ChildProcess process;

  /**
   * @param name of the cluster: sources or sinks
   * @param bootstrap of the broker
   * @param pluginPath folder that holds one folder for each plugin
   * @param extra further or other settings of the worker
   */
  record WorkerSpec(
      String name, String bootstrap, Path pluginPath, int heapMb, Map<String, String> extra) {}

  ConnectCluster(WorkerSpec spec, KafkaJvm jvm, Path folder) {
    this.spec = spec;
    this.jvm = jvm;
    this.folder = folder;
    this.log = new LogFile(folder.resolve("worker.log"));
    this.rest = new ConnectRest(URI.create("http://127.0.0.1:" + port));
  }

  public String name() {
    return spec.name();
  }

  public ConnectRest rest() {
    return rest;
  }

  /** Log of the worker, over all its lives. */
  public LogFile log() {
    return log;
  }

  public synchronized boolean running() {
    return process != null && process.alive();
  }

  /** Process id of the running worker. */
  public synchronized long pid() {
    if (!running()) {
      throw new IllegalStateException("worker " + name() + " is not running");
    }
    return process.pid();
  }

  /** Returns when REST answers for the herder; connectors and tasks may still be on their way. */
  public synchronized void start() {
    if (running()) {
      return;
    }
    Path settingsFile = folder.resolve("worker.properties");
    KafkaJvm.writeSettings(settingsFile, settings());
    process =
        jvm.start(
            "Connect worker " + name(),
            log,
            spec.heapMb(),
            List.of("org.apache.kafka.connect.cli.ConnectDistributed"),
            settingsFile);
    // The REST port answers earlier than the herder behind it.
    process.awaitReady(START_TIMEOUT, rest::ready);
  }

  /** Clean shutdown: tasks are stopped and offsets committed. */
  public synchronized void stop() {
    if (running()) {
      process.stop(STOP_TIMEOUT);
    }
  }

  /** SIGKILL: no offset is committed, no task is stopped. */
  public synchronized void kill() {
    if (running()) {
      process.kill();
    }
  }

  /** SIGSTOP: it keeps its connections and misses its heartbeats. */
  public synchronized void freeze() {
    process.freeze();
  }

  /** SIGCONT. */
  public synchronized void thaw() {
    process.thaw();
  }

  public synchronized void restart() {
    stop();
    start();
  }

  /** SIGKILL without waiting, also in the midst of {@link #start}, which fails then. */
  void killNoWait() {
    ChildProcess current = process;
    if (current != null) {
      current.killNoWait();
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("bootstrap.servers", spec.bootstrap());
    settings.put("group.id", "tributary-" + name());
    for (String storage : List.of("config", "offset", "status")) {
      settings.put(storage + ".storage.topic", "connect-" + name() + "-" + storage);
      settings.put(storage + ".storage.replication.factor", "1");
    }
    settings.put("offset.storage.partitions", "4");
    settings.put("status.storage.partitions", "1");
    settings.put("offset.flush.interval.ms", "1000");
    settings.put("exactly.once.source.support", "enabled");
    settings.put("key.converter", BYTES);
    settings.put("value.converter", BYTES);
    settings.put("plugin.path", spec.pluginPath().toString());
    settings.put("plugin.discovery", "service_load");
    settings.put("listeners", "http://127.0.0.1:" + port);
    settings.put("rest.advertised.host.name", "127.0.0.1");
    settings.put("rest.advertised.port", Integer.toString(port));
    // A killed member is missed for the session's time; 6 s is the least that brokers allow by
    // default.
    settings.put("session.timeout.ms", "6000");
    settings.put("heartbeat.interval.ms", "1500");
    settings.put("consumer.session.timeout.ms", "6000");
    settings.put("consumer.heartbeat.interval.ms", "1500");
    // A worker that comes back after SIGKILL reads the offsets' topic to its end, which waits until
    // the Kafka transactions that its former life left open have run out; 60 s by default.
    settings.put("producer.transaction.timeout.ms", "10000");
    // A sink may be created before its topic.
    settings.put("consumer.metadata.max.age.ms", "5000");
    settings.put("scheduled.rebalance.max.delay.ms", "0");
    settings.putAll(spec.extra());
    return settings;
  }
}
