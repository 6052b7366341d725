package io.tributary.it.environment;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The log of a child process; it grows while it is read, and over restarts. */
public record LogFile(Path path) {

  /** Length in bytes now; 0 when nothing was written yet. */
  public long lengthBytes() {
    try {
      return Files.exists(path) ? Files.size(path) : 0;
    } catch (IOException e) {
      throw new EnvironmentException("cannot read the log " + path, e);
    }
  }

  public String text() {
    return textFrom(0);
  }

  /**
   * What was written from that byte on: take {@link #lengthBytes()} before an action to see only
   * what it caused.
   */
  public String textFrom(long offset) {
    if (!Files.exists(path)) {
      return "";
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      long length = Math.max(0, file.length() - offset);
      byte[] bytes = new byte[(int) Math.min(length, Integer.MAX_VALUE - 8)];
      file.seek(Math.min(offset, file.length()));
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new EnvironmentException("cannot read the log " + path, e);
    }
  }

  /** The last lines, headed by the path of the file. */
  public String tail(int lines) {
    long length = lengthBytes();
    List<String> all = textFrom(Math.max(0, length - 400L * lines)).lines().toList();
    return "--- "
        + path
        + "\n"
        + String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
  }
}
