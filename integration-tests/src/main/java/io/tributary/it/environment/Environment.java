package io.tributary.it.environment;

import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A broker, one Connect cluster for sources and one for sinks, a target, and as many MySQL servers
 * as are asked for. All of it ends with {@link #close}, with the JVM, or when the JVM is killed.
 * Thread-safe.
 */
public final class Environment implements AutoCloseable {
  private static final int TAIL_LINES = 60;
  private static final long FIRST_SERVER_ID = 100;
  private static final long TARGET_SERVER_ID = 99;

  private final EnvironmentOptions options;
  private final RunFolder runFolder;
  private final Watchdog watchdog;
  private final ServerProvider servers;
  private final String kafkaVersion;
  private final KafkaBroker broker;
  private final ConnectCluster sources;
  private final ConnectCluster sinks;
  private final ConnectCluster moreSinks;
  private final Map<String, CompletableFuture<MySqlServer>> mysqlByName = new LinkedHashMap<>();
  private final Thread shutdownHook = new Thread(this::killAll, "tributary-environment-end");
  private Target target;
  private boolean closed;

  private Environment(EnvironmentOptions options, ProjectFolder project) {
    this.options = options;
    this.runFolder =
        RunFolder.create(
            options.runsFolder().orElse(project.runs()), options.keepData(), Clock.systemUTC());
    this.watchdog = new Watchdog(runFolder.root());
    this.servers = new LocalServers(project, runFolder, watchdog);
    KafkaJvm jvm = new KafkaJvm(project.kafkaClassPath(options.kafka()), watchdog);
    this.kafkaVersion = jvm.kafkaVersion();
    this.broker = new KafkaBroker(jvm, runFolder.folder("kafka"));
    Path pluginPath = runFolder.folder("plugins");
    for (Path plugin : project.pluginFolders()) {
      // A copy: a build that runs meanwhile must not pull the jars away from under the workers.
      Folders.copy(plugin, pluginPath.resolve(plugin.getFileName()));
    }
    options.replacedClasses().ifPresent(classes -> ReplacedClasses.put(classes, pluginPath));
    this.sources = cluster("sources", pluginPath, jvm);
    this.sinks = cluster("sinks", pluginPath, jvm);
    this.moreSinks = worker("sinks", "connect-sinks-2", pluginPath, jvm);
    Runtime.getRuntime().addShutdownHook(shutdownHook);
  }

  private ConnectCluster cluster(String name, Path pluginPath, KafkaJvm jvm) {
    return worker(name, "connect-" + name, pluginPath, jvm);
  }

  private ConnectCluster worker(String name, String folder, Path pluginPath, KafkaJvm jvm) {
    return new ConnectCluster(
        new ConnectCluster.WorkerSpec(
            name, broker.bootstrap(), pluginPath, options.workerHeapMb(), options.workerSettings()),
        jvm,
        runFolder.folder(folder));
  }

  /**
   * Starts broker and workers side by side; servers and target come when they are first asked for.
   */
  public static Environment start(EnvironmentOptions options) {
    Environment environment = new Environment(options, ProjectFolder.find());
    try {
      environment.startKafka();
      return environment;
    } catch (RuntimeException e) {
      environment.close();
      throw e;
    }
  }

  private void startKafka() {
    long start = System.nanoTime();
    List<CompletableFuture<Void>> starts =
        List.of(
            CompletableFuture.runAsync(broker::start, Environment::inThread),
            CompletableFuture.runAsync(sources::start, Environment::inThread),
            CompletableFuture.runAsync(sinks::start, Environment::inThread));
    starts.forEach(Environment::joined);
    options
        .progress()
        .accept(
            "Kafka "
                + kafkaVersion
                + " and two Connect workers are up after "
                + elapsedMs(start)
                + " ms");
  }

  /** A server with the default options, started when it is first asked for. */
  public MySqlServer mysql(String name) {
    return mysql(name, List.of());
  }

  /** A server by its name; the options count when it is first asked for, and it is started then. */
  public MySqlServer mysql(String name, List<String> serverOptions) {
    return mysql(name, ServerVersion.MYSQL_LATEST, serverOptions);
  }

  /**
   * As above, of a given version. Several threads may start several servers at the same time; those
   * that ask for the same one wait for its first start. A server that was stopped since is given as
   * it is.
   */
  public MySqlServer mysql(String name, ServerVersion version, List<String> serverOptions) {
    CompletableFuture<MySqlServer> future = new CompletableFuture<>();
    long serverId;
    synchronized (mysqlByName) {
      CompletableFuture<MySqlServer> earlier = mysqlByName.putIfAbsent(name, future);
      if (earlier != null) {
        return joined(earlier);
      }
      serverId = FIRST_SERVER_ID + mysqlByName.size();
    }
    try {
      MySqlServer server = servers.create(new ServerSpec(name, version, serverId, serverOptions));
      startServer(server);
      future.complete(server);
      return server;
    } catch (RuntimeException e) {
      future.completeExceptionally(e);
      throw e;
    }
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void startServer(MySqlServer server) {
    long start = System.nanoTime();
    server.start();
    options
        .progress()
        .accept(
            "%s: server %s from %s on %s:%d after %d ms"
                .formatted(
                    server.name(),
                    server.version(),
                    servers.road(),
                    server.host(),
                    server.port(),
                    elapsedMs(start)));
  }

  /** The database for the sink: the one given by URL, else a local MySQL server. */
  public synchronized Target target() {
    if (target == null) {
      target =
          options.target() instanceof EnvironmentOptions.LocalTarget local
              ? localTarget(local.version())
              : Target.given((EnvironmentOptions.GivenTarget) options.target());
      options.progress().accept("target: " + target.description());
    }
    return target;
  }

  private Target localTarget(ServerVersion version) {
    MySqlServer server =
        servers.create(new ServerSpec("target", version, TARGET_SERVER_ID, List.of()));
    startServer(server);
    return Target.local(server, servers.road());
  }

  /** Folder of the client programs mysql, mysqlbinlog, mysqldump. */
  public Path programs() {
    return servers.programs();
  }

  public ConnectCluster sources() {
    return sources;
  }

  public ConnectCluster sinks() {
    return sinks;
  }

  /** A second worker of the sinks' cluster, which is not started unless a test does. */
  public ConnectCluster moreSinks() {
    return moreSinks;
  }

  public KafkaBroker kafka() {
    return broker;
  }

  /** Version of broker and workers. */
  public String kafkaVersion() {
    return kafkaVersion;
  }

  /** Logs and data of this run. */
  public Path folder() {
    return runFolder.root();
  }

  /** The ends of all logs, to be shown after a failure. */
  public String logTails() {
    StringBuilder tails = new StringBuilder();
    tails.append(broker.log().tail(TAIL_LINES / 4)).append('\n');
    servers.logs().forEach(log -> tails.append(log.tail(TAIL_LINES / 4)).append('\n'));
    tails.append(sources.log().tail(TAIL_LINES)).append('\n');
    tails.append(sinks.log().tail(TAIL_LINES)).append('\n');
    if (moreSinks.log().lengthBytes() > 0) {
      tails.append(moreSinks.log().tail(TAIL_LINES)).append('\n');
    }
    return tails.toString();
  }

  /** SIGKILL for everything; logs stay, data goes unless it is to be kept. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    killAll();
    sources.kill();
    sinks.kill();
    moreSinks.kill();
    broker.kill();
    servers.close();
    watchdog.close();
    runFolder.deleteData();
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      // The JVM is ending already and runs the hook itself.
      return;
    }
  }

  private void killAll() {
    sources.killNoWait();
    sinks.killNoWait();
    moreSinks.killNoWait();
    broker.killNoWait();
    servers.killNoWait();
  }

  private static void inThread(Runnable start) {
    Thread thread = new Thread(start, "tributary-environment-start");
    thread.setDaemon(true);
    thread.start();
  }

  private static long elapsedMs(long startNanos) {
    return (System.nanoTime() - startNanos) / 1_000_000;
  }
}
