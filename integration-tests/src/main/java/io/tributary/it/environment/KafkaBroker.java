package io.tributary.it.environment;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One KRaft node, broker and controller, on 127.0.0.1. Port and data outlive kill and start.
 * Thread-safe.
 */
public final class KafkaBroker {
  private static final Duration FORMAT_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration TOOL_TIMEOUT = Duration.ofSeconds(60);
  private static final int HEAP_MB = 512;
  private static final int TOOL_HEAP_MB = 128;

  private final KafkaJvm jvm;
  private final Path folder;
  private final LogFile log;
  private final int port = FreePorts.next();
  private final int controllerPort = FreePorts.next();
  private volatile ChildProcess process;

  KafkaBroker(KafkaJvm jvm, Path folder) {
    this.jvm = jvm;
    this.folder = folder;
    this.log = new LogFile(folder.resolve("broker.log"));
  }

  /** For {@code bootstrap.servers}. */
  public String bootstrap() {
    return "127.0.0.1:" + port;
  }

  public LogFile log() {
    return log;
  }

  public synchronized boolean running() {
    return process != null && process.alive();
  }

  /** Formats the storage at the first start; returns when the broker serves. */
  public synchronized void start() {
    if (running()) {
      return;
    }
    Path settingsFile = folder.resolve("server.properties");
    KafkaJvm.writeSettings(settingsFile, settings());
    if (!Files.exists(data().resolve("meta.properties"))) {
      format(settingsFile);
    }
    process = jvm.start("Kafka broker", log, HEAP_MB, List.of("kafka.Kafka"), settingsFile);
    process.awaitReady(START_TIMEOUT, () -> process.logText().contains("Kafka Server started"));
  }

  /** Clean shutdown. Stop the workers first: they wait for a broker that is gone. */
  public synchronized void stop() {
    if (running()) {
      process.stop(STOP_TIMEOUT);
    }
  }

  /** SIGKILL. */
  public synchronized void kill() {
    if (running()) {
      process.kill();
    }
  }

  /** SIGKILL without waiting, also in the midst of {@link #start}, which fails then. */
  void killNoWait() {
    ChildProcess current = process;
    if (current != null) {
      current.killNoWait();
    }
  }

  /**
   * Deletes all that is readable now of some partitions, as retention does in time; their offsets
   * go on from there.
   */
  public void deleteRecords(String topic, int partitions) {
    String entries =
        IntStream.range(0, partitions)
            .mapToObj(
                partition ->
                    "{\"topic\":\"%s\",\"partition\":%d,\"offset\":-1}".formatted(topic, partition))
            .collect(Collectors.joining(","));
    Path file = folder.resolve("delete-" + topic + ".json");
    write(file, "{\"partitions\":[" + entries + "],\"version\":1}");
    tool(
        List.of(
            "org.apache.kafka.tools.DeleteRecordsCommand",
            "--bootstrap-server",
            bootstrap(),
            "--offset-json-file"),
        file);
  }

  /**
   * Appends one record to a topic, outside all transactions.
   *
   * @param value one line of ASCII
   */
  public void append(String topic, String value) {
    Path file = folder.resolve("append-" + topic + ".txt");
    write(file, value);
    // Not the console producer: it reads standard input, which children here do not have.
    tool(
        List.of(
            "org.apache.kafka.tools.ProducerPerformance",
            "--topic",
            topic,
            "--num-records",
            "1",
            "--throughput",
            "-1",
            "--producer-props",
            "bootstrap.servers=" + bootstrap(),
            "--payload-file"),
        file);
  }

  /** Deletes a topic and makes another of its name. */
  public void makeAnew(String topic, int partitions) {
    Path file = folder.resolve("anew-" + topic + ".properties");
    KafkaJvm.writeSettings(file, Map.of("client.id", "anew"));
    topics(file, List.of("--delete", "--topic", topic));
    // Deletion goes on behind the answer; a topic of that name cannot be made before its end.
    Waiting.until(
        TOOL_TIMEOUT,
        () -> !topics(file, List.of("--list")).lines().toList().contains(topic),
        () -> "the deletion of " + topic);
    topics(
        file,
        List.of(
            "--create",
            "--topic",
            topic,
            "--partitions",
            String.valueOf(partitions),
            "--replication-factor",
            "1"));
  }

  private String topics(Path file, List<String> arguments) {
    List<String> program =
        new ArrayList<>(
            List.of("org.apache.kafka.tools.TopicCommand", "--bootstrap-server", bootstrap()));
    program.addAll(arguments);
    program.add("--command-config");
    return tool(program, file);
  }

  /** A topic's records as text, each with its headers before its value. */
  public String recordsWithHeaders(String topic) {
    return read(topic, Map.of(), List.of("--property", "print.headers=true"));
  }

  /** What a new {@code read_committed} reader finds in a topic now, from its beginning. */
  public List<String> committedRecords(String topic) {
    return read(topic, Map.of("isolation.level", "read_committed"), List.of())
        .lines()
        .filter(line -> line.startsWith("{"))
        .toList();
  }

  /** A {@code read_committed} reader of a topic, from its beginning, that goes on until closed. */
  public TopicReader followCommitted(String topic) {
    LogFile output = new LogFile(folder.resolve("follow-" + topic + ".log"));
    Path file = readerSettings("follow-" + topic, Map.of("isolation.level", "read_committed"));
    List<String> program = consoleConsumer(topic);
    program.add("--consumer.config");
    return new TopicReader(
        jvm.start("reader of " + topic, output, TOOL_HEAP_MB, program, file), output);
  }

  /**
   * The same for a topic of any length: nothing is kept of what was read. It outlives restarts of
   * the broker.
   *
   * @param lines takes each value, in a thread of the reader's
   */
  public TopicFollower follow(String topic, Consumer<String> lines) {
    Path file = readerSettings("tail-" + topic, Map.of("isolation.level", "read_committed"));
    List<String> program = consoleConsumer(topic);
    program.add("--consumer.config");
    try {
      Process process =
          new ProcessBuilder(jvm.command(TOOL_HEAP_MB, program, file))
              .redirectInput(new File("/dev/null"))
              .redirectError(folder.resolve("tail-" + topic + ".log").toFile())
              .start();
      jvm.watchdog().started(process.pid());
      return new TopicFollower(process, jvm.watchdog(), lines);
    } catch (IOException e) {
      throw new EnvironmentException("cannot start a reader of " + topic, e);
    }
  }

  private String read(String topic, Map<String, String> consumer, List<String> arguments) {
    Path file = readerSettings("read-" + topic, consumer);
    List<String> program = consoleConsumer(topic);
    program.addAll(List.of("--timeout-ms", "4000"));
    program.addAll(arguments);
    program.add("--consumer.config");
    return tool(program, file);
  }

  private Path readerSettings(String name, Map<String, String> consumer) {
    Path file = folder.resolve(name + ".properties");
    Map<String, String> settings = new TreeMap<>(consumer);
    settings.put("group.id", "reader-" + UUID.randomUUID());
    KafkaJvm.writeSettings(file, settings);
    return file;
  }

  private List<String> consoleConsumer(String topic) {
    return new ArrayList<>(
        List.of(
            "org.apache.kafka.tools.consumer.ConsoleConsumer",
            "--bootstrap-server",
            bootstrap(),
            "--topic",
            topic,
            "--from-beginning"));
  }

  private String tool(List<String> program, Path file) {
    String name = program.get(0).replaceFirst(".*\\.", "");
    LogFile toolLog = new LogFile(folder.resolve(name + ".log"));
    ChildProcess process = jvm.start(name, toolLog, TOOL_HEAP_MB, program, file);
    if (process.awaitEnd(TOOL_TIMEOUT) != 0) {
      throw new EnvironmentException(name + " failed\n" + toolLog.tail(40));
    }
    return process.logText();
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + file, e);
    }
  }

  private Path data() {
    return folder.resolve("data");
  }

  private void format(Path settingsFile) {
    LogFile formatLog = new LogFile(folder.resolve("format.log"));
    ChildProcess format =
        jvm.start(
            "format of Kafka's storage",
            formatLog,
            256,
            List.of("kafka.tools.StorageTool", "format", "-t", clusterId(), "-c"),
            settingsFile);
    if (format.awaitEnd(FORMAT_TIMEOUT) != 0) {
      throw new EnvironmentException("cannot format Kafka's storage\n" + formatLog.tail(40));
    }
  }

  /** A Kafka Uuid is the base64url text of 16 bytes; a leading dash would be read as an option. */
  private static String clusterId() {
    while (true) {
      UUID uuid = UUID.randomUUID();
      byte[] bytes =
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array();
      String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      if (!id.startsWith("-")) {
        return id;
      }
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put(
        "listeners", "PLAINTEXT://" + bootstrap() + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", "PLAINTEXT://" + bootstrap());
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("log.dirs", data().toString());
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    settings.put("group.initial.rebalance.delay.ms", "0");
    // A broker that comes back after SIGKILL is fenced until the session of its former life has
    // ended.
    settings.put("broker.session.timeout.ms", "2000");
    settings.put("broker.heartbeat.interval.ms", "500");
    settings.put("auto.create.topics.enable", "false");
    return settings;
  }
}
