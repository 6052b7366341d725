package io.tributary.it.environment;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Bounded waiting for the state of another process. */
public final class Waiting {
  private static final long PAUSE_MS = 30;

  private Waiting() {}

  /**
   * Polls until the condition holds.
   *
   * @param failure what to say when it did not hold in time; asked only then
   * @throws EnvironmentException when the time has passed, or the thread was interrupted
   */
  public static void until(Duration timeout, BooleanSupplier condition, Supplier<String> failure) {
    long end = System.nanoTime() + timeout.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new EnvironmentException(
            "after " + timeout.toMillis() + " ms still not: " + failure.get());
      }
      pause(PAUSE_MS);
    }
  }

  /** The pause between two looks. */
  public static void pause() {
    pause(PAUSE_MS);
  }

  static void pause(long pauseMs) {
    try {
      Thread.sleep(pauseMs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while waiting", e);
    }
  }
}
