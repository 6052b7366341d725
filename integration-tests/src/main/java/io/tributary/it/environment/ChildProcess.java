package io.tributary.it.environment;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A running child with its log; ended by process id only. Thread-safe. */
final class ChildProcess {
  private static final int TAIL_LINES = 40;

  private final String name;
  private final Process process;
  private final LogFile log;
  private final long logStart;
  private final Watchdog watchdog;

  private ChildProcess(
      String name, Process process, LogFile log, long logStart, Watchdog watchdog) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.logStart = logStart;
    this.watchdog = watchdog;
  }

  /** Standard output and error are appended to the log. */
  static ChildProcess start(String name, List<String> command, LogFile log, Watchdog watchdog) {
    long logStart = log.lengthBytes();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.path().toFile()));
    builder.redirectInput(new File("/dev/null"));
    try {
      Process process = builder.start();
      watchdog.started(process.pid());
      return new ChildProcess(name, process, log, logStart, watchdog);
    } catch (IOException e) {
      throw new EnvironmentException("cannot start " + name + ": " + command.get(0), e);
    }
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** What this run of the child has logged, without that of earlier runs. */
  String logText() {
    return log.textFrom(logStart);
  }

  /** Waits until it is ready; fails at once, with the end of the log, when it ends instead. */
  void awaitReady(Duration timeout, BooleanSupplier ready) {
    Waiting.until(
        timeout,
        () -> {
          if (!process.isAlive()) {
            throw new EnvironmentException(
                name
                    + " ended with exit code "
                    + process.exitValue()
                    + "\n"
                    + log.tail(TAIL_LINES));
          }
          return ready.getAsBoolean();
        },
        () -> name + " ready\n" + log.tail(TAIL_LINES));
  }

  /** Waits for its own end and returns the exit code. */
  int awaitEnd(Duration timeout) {
    if (!ended(timeout)) {
      kill();
      throw new EnvironmentException(
          name + " did not end in " + timeout.toSeconds() + " s\n" + log.tail(TAIL_LINES));
    }
    return process.exitValue();
  }

  /** SIGTERM, after the time SIGKILL. */
  void stop(Duration timeout) {
    process.destroy();
    if (!ended(timeout)) {
      kill();
    }
  }

  /** SIGSTOP: it keeps its connections and locks and does nothing more. */
  void freeze() {
    signal("STOP");
  }

  /** SIGCONT: it goes on where it was. */
  void thaw() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(pid())).start();
      if (kill.waitFor() != 0) {
        throw new EnvironmentException("cannot send SIG" + signal + " to " + name);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot send SIG" + signal + " to " + name, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while " + name + " was sent a signal", e);
    }
  }

  /** SIGKILL, without waiting for the end. */
  void killNoWait() {
    process.destroyForcibly();
  }

  /** SIGKILL; returns when it has ended. */
  void kill() {
    process.destroyForcibly();
    if (!ended(Duration.ofSeconds(30))) {
      throw new EnvironmentException(name + " (process " + pid() + ") survived SIGKILL for 30 s");
    }
  }

  private boolean ended(Duration timeout) {
    try {
      boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (ended) {
        watchdog.ended(pid());
      }
      return ended;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while " + name + " was being stopped", e);
    }
  }
}
