package io.tributary.it.environment;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Ends the children when this JVM dies without running its shutdown hooks (SIGKILL, out of memory).
 * A shell reads the process ids from a pipe that only this JVM holds; when the pipe ends it kills
 * what is still listed. A process is killed only while its command line still names the run folder,
 * so a process id that was given to somebody else in the meantime is left alone.
 *
 * <p>Thread-safe.
 */
final class Watchdog implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP
      pids=' '
      while read -r sign pid; do
        case $sign in
          +) pids="$pids$pid " ;;
          -) case $pids in *" $pid "*) pids="${pids%% $pid *} ${pids#* $pid }" ;; esac ;;
        esac
      done
      for pid in $pids; do
        grep -qaF -- "$1" /proc/$pid/cmdline 2>/dev/null && kill -9 $pid
      done
      exit 0
      """;

  private final Process shell;
  private final Writer pipe;

  Watchdog(Path runFolder) {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", SCRIPT, "tributary-watchdog", runFolder.toString());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    try {
      shell = builder.start();
    } catch (IOException e) {
      throw new EnvironmentException("cannot start sh for the watchdog of child processes", e);
    }
    pipe = new OutputStreamWriter(shell.getOutputStream(), StandardCharsets.US_ASCII);
  }

  void started(long pid) {
    tell("+ " + pid);
  }

  void ended(long pid) {
    tell("- " + pid);
  }

  private synchronized void tell(String line) {
    try {
      pipe.write(line + "\n");
      pipe.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the watchdog of child processes has ended", e);
    }
  }

  /** Kills what is still listed and ends. */
  @Override
  public synchronized void close() {
    try {
      pipe.close();
      shell.waitFor();
    } catch (IOException e) {
      shell.destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
