package io.tributary.it.environment;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Command lines for the programs of Kafka in JVMs of their own, quick to start rather than quick at
 * length unless the system property {@code tributary.jvm.options} says otherwise.
 */
record KafkaJvm(String classPath, Watchdog watchdog) {
  /** System property with other JVM options, separated by a space each: benchmarks set it. */
  private static final String JVM_OPTIONS = "tributary.jvm.options";

  private static final String QUICK_TO_START = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";
  private static final Pattern CLIENT_JAR = Pattern.compile("kafka-clients-([0-9][^/:]*)\\.jar");

  /**
   * Loggers that fill the log with the settings of every client and with every request otherwise.
   */
  private static final List<String> QUIET =
      List.of(
          "clients.admin",
          "clients.consumer.ConsumerConfig",
          "clients.producer.ProducerConfig",
          "common.config.AbstractConfig",
          "common.metrics",
          "common.telemetry",
          "common.utils.AppInfoParser",
          "connect.runtime.WorkerInfo",
          "connect.runtime.rest.RestServer");

  /**
   * @param settingsFile last argument of the program; its path is also how the watchdog knows the
   *     process
   */
  ChildProcess start(
      String name, LogFile log, int heapMb, List<String> program, Path settingsFile) {
    return ChildProcess.start(name, command(heapMb, program, settingsFile), log, watchdog);
  }

  /** The command line of {@link #start}. */
  List<String> command(int heapMb, List<String> program, Path settingsFile) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMb + "m");
    command.addAll(List.of(System.getProperty(JVM_OPTIONS, QUICK_TO_START).split(" ")));
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
    command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS");
    QUIET.forEach(
        logger -> command.add("-Dorg.slf4j.simpleLogger.log.org.apache.kafka." + logger + "=warn"));
    command.add("-cp");
    command.add(classPath);
    command.addAll(program);
    command.add(settingsFile.toString());
    return command;
  }

  /** From the name of the client's jar. */
  String kafkaVersion() {
    Matcher name = CLIENT_JAR.matcher(classPath);
    return name.find() ? name.group(1) : "(unknown version)";
  }

  static void writeSettings(Path file, Map<String, String> settings) {
    StringWriter text = new StringWriter();
    settings.forEach(
        (key, value) ->
            text.append(key).append('=').append(value.replace("\\", "\\\\")).append('\n'));
    try {
      Files.writeString(file, text.toString());
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + file, e);
    }
  }
}
