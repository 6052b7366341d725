package io.tributary.it.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Files of one run of an environment: a folder for each process with its log and data.
 *
 * @param root absolute
 * @param keepData whether the data of servers and broker stays when the run ends; logs always stay
 */
record RunFolder(Path root, boolean keepData) {

  static RunFolder create(Path parent, boolean keepData, Clock clock) {
    String time =
        DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")
            .withZone(ZoneOffset.UTC)
            .format(clock.instant());
    Path root = parent.resolve(time + "-" + ProcessHandle.current().pid()).toAbsolutePath();
    for (int number = 2; Files.exists(root); number++) {
      root = root.resolveSibling(time + "-" + ProcessHandle.current().pid() + "-" + number);
    }
    return new RunFolder(created(root), keepData);
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
