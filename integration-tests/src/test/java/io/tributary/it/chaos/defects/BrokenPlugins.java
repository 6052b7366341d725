package io.tributary.it.chaos.defects;

import io.tributary.it.environment.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles a source file of the plugins with some words replaced. */
final class BrokenPlugins {
  private BrokenPlugins() {}

  /**
   * Returns the folder of the class files.
   *
   * @param folder an empty one
   * @throws IllegalStateException when the words do not stand there once: the defect must follow
   *     the source
   */
  static Path compile(Defect defect, Path folder) throws IOException {
    Path root = ProjectFolder.find().root();
    String text = Files.readString(root.resolve(defect.file()));
    int at = text.indexOf(defect.words());
    if (at < 0 || text.indexOf(defect.words(), at + 1) >= 0) {
      throw new IllegalStateException(
          defect.name() + ": not once in " + defect.file() + ":\n" + defect.words());
    }
    Path source = folder.resolve(Path.of(defect.file()).getFileName());
    Files.writeString(source, text.replace(defect.words(), defect.instead()));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int code =
        compiler.run(
            null,
            null,
            null,
            "-nowarn",
            "-proc:none",
            "-d",
            classes.toString(),
            "-cp",
            classPath(root),
            source.toString());
    if (code != 0) {
      throw new IllegalStateException(defect.name() + " does not compile");
    }
    return classes;
  }

  private static String classPath(Path root) throws IOException {
    String kafka =
        Files.readString(root.resolve("integration-tests/kafka-runtime/target/kafka.classpath"));
    return Stream.concat(jars(root).stream().map(Path::toString), Stream.of(kafka.strip()))
        .collect(Collectors.joining(":"));
  }

  private static List<Path> jars(Path root) throws IOException {
    List<Path> jars = new java.util.ArrayList<>();
    for (String module : List.of("connect-source", "connect-sink")) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("target"))) {
        files.filter(file -> file.toString().matches(".*/lib/[^/]+\\.jar")).forEach(jars::add);
      }
    }
    return jars;
  }
}
