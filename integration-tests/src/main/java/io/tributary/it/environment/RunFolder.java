package io.tributary.it.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of one run of an environment: a folder for each process with its log and data.
 *
 * @param root absolute
 * @param keepData whether the data of servers and broker stays when the run ends; logs always stay
 */
record RunFolder(Path root, boolean keepData) {
  private static final Pattern NAME = Pattern.compile("\\d{8}-\\d{6}-(\\d+)(-\\d+)?");
  private static final String KEEP = "keep";

  static RunFolder create(Path parent, boolean keepData, Clock clock) {
    String time =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .withZone(ZoneOffset.UTC)
            .format(clock.instant());
    Path root = parent.resolve(time + "-" + ProcessHandle.current().pid()).toAbsolutePath();
    for (int number = 2; Files.exists(root); number++) {
      root = root.resolveSibling(time + "-" + ProcessHandle.current().pid() + "-" + number);
    }
    deleteDataOfDeadRuns(parent);
    RunFolder folder = new RunFolder(created(root), keepData);
    if (keepData) {
      folder.folder(KEEP);
    }
    return folder;
  }

  /** A run that was killed could not clean up: the next one does, logs aside. */
  private static void deleteDataOfDeadRuns(Path parent) {
    if (!Files.isDirectory(parent)) {
      return;
    }
    try (Stream<Path> runs = Files.list(parent)) {
      for (Path run : runs.filter(RunFolder::ofDeadProcess).toList()) {
        deleteData(run);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot clean up the runs in " + parent, e);
    }
  }

  private static boolean ofDeadProcess(Path run) {
    Matcher name = NAME.matcher(run.getFileName().toString());
    return name.matches()
        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
        && !Files.exists(run.resolve(KEEP));
  }

  private static void deleteData(Path run) throws IOException {
    try (Stream<Path> folders = Files.list(run)) {
      for (Path folder : folders.toList()) {
        Folders.delete(folder.resolve("data"));
        Folders.delete(folder.resolve("data.unfinished"));
      }
    }
    Folders.delete(run.resolve("plugins"));
  }

  /**
   * Everything but logs and settings goes, unless the data is to be kept. The processes must have
   * ended.
   */
  void deleteData() {
    if (keepData) {
      return;
    }
    try {
      deleteData(root);
    } catch (IOException e) {
      throw new EnvironmentException("cannot delete the data of the run " + root, e);
    }
  }

  Path folder(String name) {
    return created(root.resolve(name));
  }

  private static Path created(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new EnvironmentException("cannot create " + folder, e);
    }
  }
}
