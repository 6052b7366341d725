package io.tributary.it.chaos.faults;

import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.Waiting;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Restarts what has failed, as somebody on duty does, and keeps the reasons. A stop that no fault
 * explains, such as a gap, is kept apart. Thread-safe.
 */
public final class Operator {
  /** What the sink says of records that it never saw. */
  static final String GAP = ": a gap:";

  /** Reasons that only a fault of the connectors can have, while nobody deletes records. */
  private static final List<String> SUSPICIOUS =
      List.of(GAP, "holds no row like the one", "NullPointerException", "ClassCastException");

  private static final Duration CAUGHT_UP_WITHIN = Duration.ofMinutes(4);
  private static final int SHOWN = 400;

  private final Scene scene;
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final Map<String, Integer> suspicious = new TreeMap<>();
  private String expected = "";

  Operator(Scene scene) {
    this.scene = scene;
  }

  /** A fault of this reason is being made. */
  synchronized void expected(String reason) {
    expected = reason;
  }

  /** Restarts what has failed, unless a fault is busy with the workers. */
  void look() {
    look(Part.SOURCES);
    look(Part.SINKS);
  }

  private void look(Part part) {
    EnumSet<Part> parts = EnumSet.of(part);
    if (!scene.parts().tryTake(parts)) {
      return;
    }
    try {
      restartFailed(part);
    } catch (EnvironmentException e) {
      // The worker is on its way up or down: the next look is soon.
      return;
    } finally {
      scene.parts().giveBack(parts);
    }
  }

  private void restartFailed(Part part) {
    if (part == Part.SOURCES) {
      ConnectRest rest = scene.environment().sources().rest();
      scene.sourceFailures().forEach(failure -> restart(rest, failure));
    } else {
      ConnectRest rest = scene.environment().sinks().rest();
      scene.sinkFailure().ifPresent(failure -> restart(rest, failure));
    }
  }

  private void restart(ConnectRest rest, String failure) {
    String connector = failure.substring(0, failure.indexOf(':'));
    note(failure);
    rest.restartFailed(connector);
  }

  private synchronized void note(String failure) {
    String reason = reason(failure);
    reasons.merge(reason, 1, Integer::sum);
    boolean explained = !expected.isEmpty() && failure.contains(expected);
    if (!explained && SUSPICIOUS.stream().anyMatch(failure::contains)) {
      suspicious.merge(reason, 1, Integer::sum);
    }
  }

  /** The innermost cause, with its numbers left out. */
  private static String reason(String failure) {
    String connector = failure.substring(0, failure.indexOf(':'));
    String cause =
        failure
            .lines()
            .filter(line -> line.startsWith("Caused by: "))
            .reduce((first, second) -> second)
            .orElseGet(() -> failure.lines().findFirst().orElse(failure))
            .replaceFirst("Caused by: [\\w.]+\\.", "");
    return connector + ": " + cause.substring(0, Math.min(SHOWN, cause.length()));
  }

  /**
   * Waits until the target has everything of a source, and restarts what fails meanwhile.
   *
   * @throws EnvironmentException when it does not get there
   */
  public void awaitCaughtUp(int upstream) throws SQLException {
    long end = System.nanoTime() + CAUGHT_UP_WITHIN.toNanos();
    while (true) {
      try {
        scene
            .pipeline()
            .awaitCaughtUp(upstream, Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        return;
      } catch (EnvironmentException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        lookAtAll();
        Waiting.pause();
      }
    }
  }

  private void lookAtAll() {
    try {
      restartFailed(Part.SOURCES);
      restartFailed(Part.SINKS);
    } catch (EnvironmentException e) {
      // A worker is on its way up: asked again soon.
      return;
    }
  }

  /** Why tasks have stopped, and how often. */
  public synchronized Map<String, Integer> reasons() {
    return new TreeMap<>(reasons);
  }

  /** Those that no fault explains. */
  public synchronized Map<String, Integer> suspicious() {
    return new TreeMap<>(suspicious);
  }
}
