package io.tributary.it.environment;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A {@code read_committed} reader that follows a topic from its beginning. Thread-safe. */
public final class TopicFollower implements AutoCloseable {
  private final Process process;
  private final Watchdog watchdog;
  private final Thread thread;

  /**
   * @param lines takes each record's value, in one thread
   */
  TopicFollower(Process process, Watchdog watchdog, Consumer<String> lines) {
    this.process = process;
    this.watchdog = watchdog;
    this.thread = new Thread(() -> follow(lines), "topic-follower");
    thread.setDaemon(true);
    thread.start();
  }

  private void follow(Consumer<String> lines) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        // Values are JSON objects; what else is printed is the program's own.
        if (line.startsWith("{")) {
          lines.accept(line);
        }
      }
    } catch (IOException e) {
      // It was ended by close().
      return;
    }
  }

  /** Whether it still reads. */
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
      watchdog.ended(process.pid());
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while a reader was being ended", e);
    }
  }
}
