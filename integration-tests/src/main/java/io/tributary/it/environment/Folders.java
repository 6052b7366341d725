package io.tributary.it.environment;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Whole folders copied and deleted. */
final class Folders {
  private Folders() {}

  /** The target appears under its name only when it is complete. */
  static void copy(Path from, Path to) {
    Path unfinished = to.resolveSibling(to.getFileName() + ".unfinished");
    try {
      delete(unfinished);
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                throws IOException {
              Files.createDirectories(unfinished.resolve(from.relativize(folder).toString()));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.copy(file, unfinished.resolve(from.relativize(file).toString()));
              return FileVisitResult.CONTINUE;
            }
          });
      Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new EnvironmentException("cannot copy " + from + " to " + to, e);
    }
  }

  /** No effect when it does not exist. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
