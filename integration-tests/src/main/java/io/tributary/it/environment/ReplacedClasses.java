package io.tributary.it.environment;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Puts other classes into a run's own copy of the plugins. */
final class ReplacedClasses {
  private ReplacedClasses() {}

  /**
   * Replaces classes in every jar that has them.
   *
   * @throws EnvironmentException when a class is in no jar, or a jar cannot be written
   */
  static void put(Path classes, Path pluginPath) {
    for (Path file : files(classes, ".class")) {
      String name = classes.relativize(file).toString();
      int replaced = 0;
      for (Path jar : files(pluginPath, ".jar")) {
        replaced += put(file, name, jar) ? 1 : 0;
      }
      if (replaced == 0 && !name.contains("$")) {
        throw new EnvironmentException("no plugin has a class " + name);
      }
    }
  }

  private static boolean put(Path file, String name, Path jar) {
    String outer = name.replaceFirst("(\\$.*)?\\.class$", ".class");
    try (FileSystem archive = FileSystems.newFileSystem(jar)) {
      if (!Files.exists(archive.getPath(outer))) {
        return false;
      }
      Files.copy(file, archive.getPath(name), StandardCopyOption.REPLACE_EXISTING);
      return true;
    } catch (IOException e) {
      throw new EnvironmentException("cannot put " + name + " into " + jar, e);
    }
  }

  private static List<Path> files(Path folder, String end) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).toList();
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + folder, e);
    }
  }
}
