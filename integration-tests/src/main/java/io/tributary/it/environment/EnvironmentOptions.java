package io.tributary.it.environment;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an {@link Environment} is made of.
 *
 * @param target where the target comes from
 * @param runsFolder where the folder of this run is made; empty for the build's folder
 * @param keepData keep the data of servers and broker after the end
 * @param workerHeapMb heap of each Connect worker, MB
 * @param workerSettings further or other settings of both workers
 * @param replacedClasses class files, in the folders of their packages, that take the place of
 *     those of the plugins: to see what a defect does; empty for the plugins as they are
 * @param kafka which broker and workers
 * @param progress takes one line for each thing that came up
 */
public record EnvironmentOptions(
    TargetChoice target,
    Optional<Path> runsFolder,
    boolean keepData,
    int workerHeapMb,
    Map<String, String> workerSettings,
    Optional<Path> replacedClasses,
    KafkaRelease kafka,
    Consumer<String> progress) {

  /** Where the target comes from. */
  public sealed interface TargetChoice permits GivenTarget, LocalTarget {}

  /** A TiDB or MySQL that is already there. */
  public record GivenTarget(String url, String user, String password) implements TargetChoice {}

  /** A server that the harness starts, and may stop and kill. */
  public record LocalTarget(ServerVersion version) implements TargetChoice {}

  public EnvironmentOptions {
    workerSettings = Map.copyOf(workerSettings);
  }

  /** Local servers only, quiet. */
  public static EnvironmentOptions defaults() {
    return new EnvironmentOptions(
        new LocalTarget(ServerVersion.MYSQL_LATEST),
        Optional.empty(),
        false,
        512,
        Map.of(),
        Optional.empty(),
        KafkaRelease.NEWEST,
        line -> {});
  }

  /**
   * As the system properties say: {@code tributary.target.url}, {@code tributary.target.user}
   * (root), {@code tributary.target.password} (empty), {@code tributary.keep.data} (false), {@code
   * tributary.runs.folder}.
   */
  public static EnvironmentOptions fromSystemProperties() {
    EnvironmentOptions options = defaults();
    String url = System.getProperty("tributary.target.url", "");
    if (!url.isBlank()) {
      String user = System.getProperty("tributary.target.user", "root");
      String password = System.getProperty("tributary.target.password", "");
      options = options.withTarget(new GivenTarget(url, user, password));
    }
    String runs = System.getProperty("tributary.runs.folder", "");
    if (!runs.isBlank()) {
      options = options.withRunsFolder(Path.of(runs));
    }
    return options.withKeepData(Boolean.getBoolean("tributary.keep.data"));
  }

  public EnvironmentOptions withTarget(TargetChoice choice) {
    return new EnvironmentOptions(
        choice,
        runsFolder,
        keepData,
        workerHeapMb,
        workerSettings,
        replacedClasses,
        kafka,
        progress);
  }

  public EnvironmentOptions withRunsFolder(Path folder) {
    return new EnvironmentOptions(
        target,
        Optional.of(folder),
        keepData,
        workerHeapMb,
        workerSettings,
        replacedClasses,
        kafka,
        progress);
  }

  public EnvironmentOptions withKeepData(boolean keep) {
    return new EnvironmentOptions(
        target, runsFolder, keep, workerHeapMb, workerSettings, replacedClasses, kafka, progress);
  }

  public EnvironmentOptions withWorkerHeapMb(int heapMb) {
    return new EnvironmentOptions(
        target, runsFolder, keepData, heapMb, workerSettings, replacedClasses, kafka, progress);
  }

  public EnvironmentOptions withWorkerSetting(String name, String value) {
    Map<String, String> settings = new HashMap<>(workerSettings);
    settings.put(name, value);
    return new EnvironmentOptions(
        target, runsFolder, keepData, workerHeapMb, settings, replacedClasses, kafka, progress);
  }

  public EnvironmentOptions withReplacedClasses(Path folder) {
    return new EnvironmentOptions(
        target,
        runsFolder,
        keepData,
        workerHeapMb,
        workerSettings,
        Optional.of(folder),
        kafka,
        progress);
  }

  public EnvironmentOptions withKafka(KafkaRelease release) {
    return new EnvironmentOptions(
        target,
        runsFolder,
        keepData,
        workerHeapMb,
        workerSettings,
        replacedClasses,
        release,
        progress);
  }

  public EnvironmentOptions withProgress(Consumer<String> lines) {
    return new EnvironmentOptions(
        target, runsFolder, keepData, workerHeapMb, workerSettings, replacedClasses, kafka, lines);
  }
}
