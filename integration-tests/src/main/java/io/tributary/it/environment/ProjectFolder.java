package io.tributary.it.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The clone of the repository that this code runs in: where the build put plugins and class paths.
 */
public record ProjectFolder(Path root) {
  private static final String BUILD =
      "; build it with: mvn -B -pl integration-tests -am -DskipTests package";

  /** From the system property {@code tributary.root}, else upwards from the working directory. */
  public static ProjectFolder find() {
    String named = System.getProperty("tributary.root");
    Path start = Path.of(named == null ? "" : named).toAbsolutePath().normalize();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("integration-tests/servers"))
          && Files.exists(folder.resolve("connect-source/pom.xml"))) {
        return new ProjectFolder(folder);
      }
    }
    throw new EnvironmentException(
        "no clone of Tributary at or above "
            + start
            + "; start inside the clone or name it with -Dtributary.root=FOLDER");
  }

  Path serverScripts() {
    return root.resolve("integration-tests/servers");
  }

  /** Jars of a broker and a Connect worker, as the argument of {@code java -cp}. */
  String kafkaClassPath(KafkaRelease release) {
    Path file = root.resolve("integration-tests/" + release.module() + "/target/kafka.classpath");
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new EnvironmentException("no class path of Kafka in " + file + BUILD, e);
    }
  }

  /** Unpacked plugins, one folder each, as the build of the two connectors left them. */
  List<Path> pluginFolders() {
    return List.of(pluginFolder("connect-source"), pluginFolder("connect-sink"));
  }

  /**
   * The assembly plugin makes a folder of the name within a folder of the name; the inner one holds
   * lib.
   */
  private Path pluginFolder(String module) {
    Path target = root.resolve(module).resolve("target");
    String missing = "no plugin folder in " + target + BUILD;
    if (!Files.isDirectory(target)) {
      throw new EnvironmentException(missing);
    }
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("tributary-" + module + "-"))
          .map(file -> file.resolve(file.getFileName()))
          .filter(file -> Files.isDirectory(file.resolve("lib")))
          .findFirst()
          .orElseThrow(() -> new EnvironmentException(missing));
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + target, e);
    }
  }

  /** Under the build's own folder, so that {@code mvn clean} takes the runs away. */
  Path runs() {
    return root.resolve("integration-tests/target/runs");
  }
}
