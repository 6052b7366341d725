package io.tributary.it.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path folder;

  @Test
  void killsTheChildrenOfAParentThatWasKilled() throws IOException, InterruptedException {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long pid;
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      pid = Long.parseLong(output.readLine());
    }
    assertTrue(alive(pid), "the child runs while its parent does");

    parent.destroyForcibly().waitFor();

    Waiting.until(SOON, () -> !alive(pid), () -> "process " + pid + " ended with its parent");
  }

  @Test
  void sparesWhatHasEndedAndWhatIsNotOfItsRunFolder() throws IOException {
    Process foreign = new ProcessBuilder("sleep", "600").start();
    try {
      Watchdog watchdog = new Watchdog(folder);
      ChildProcess first = sleeper(folder, watchdog);
      ChildProcess second = sleeper(folder, watchdog);
      first.kill();
      first.kill();
      watchdog.started(foreign.pid());

      watchdog.close();

      Waiting.until(SOON, () -> !second.alive(), () -> "the second child ended");
      assertTrue(foreign.isAlive(), "a process that does not name the run folder lives on");
    } finally {
      foreign.destroyForcibly();
    }
  }

  @Test
  void childThatEndsInsteadOfGettingReadyIsReportedWithItsLog() {
    Watchdog watchdog = new Watchdog(folder);
    LogFile log = new LogFile(folder.resolve("child.log"));
    ChildProcess child =
        ChildProcess.start(
            "a child", List.of("sh", "-c", "echo no such port; exit 7"), log, watchdog);
    EnvironmentException failure = null;
    try {
      child.awaitReady(SOON, () -> false);
    } catch (EnvironmentException e) {
      failure = e;
    }
    watchdog.close();
    assertFalse(failure == null, "it must not count as ready");
    assertEquals(
        "a child ended with exit code 7\n--- " + log.path() + "\nno such port",
        failure.getMessage());
  }

  private static ChildProcess sleeper(Path folder, Watchdog watchdog) {
    LogFile log = new LogFile(folder.resolve("sleeper.log"));
    // The trailing command keeps the shell, whose command line names the folder.
    List<String> command = List.of("sh", "-c", "sleep 600; true", "sleeper", folder.toString());
    return ChildProcess.start("sleeper", command, log, watchdog);
  }

  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** The parent that gets killed: starts one child, tells its process id, waits. */
  static final class Parent {
    public static void main(String[] arguments) throws InterruptedException {
      Path folder = Path.of(arguments[0]);
      System.out.println(sleeper(folder, new Watchdog(folder)).pid());
      Thread.sleep(600_000);
    }
  }
}
