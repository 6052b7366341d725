package io.tributary.sink;

import io.tributary.metrics.Metric;
import java.time.Clock;
import java.util.List;

/** How long a partition is paused. Thread-safe: the task's thread counts, any reads. */
final class PauseCounts {
  private final Clock clock;
  private long sinceMs = -1;
  private long beforeMs;

  PauseCounts(Clock clock) {
    this.clock = clock;
  }

  synchronized void paused() {
    sinceMs = clock.millis();
  }

  synchronized void resumed() {
    beforeMs = totalMs();
    sinceMs = -1;
  }

  private synchronized long totalMs() {
    return beforeMs + (sinceMs < 0 ? 0 : Math.max(0, clock.millis() - sinceMs));
  }

  private synchronized long now() {
    return sinceMs < 0 ? 0 : 1;
  }

  List<Metric> metrics() {
    return List.of(
        new Metric(
            "paused",
            "flag",
            "1 while the partition is paused: its writer is full, or has no fence yet.",
            this::now),
        new Metric(
            "paused-time-ms-total",
            "milliseconds",
            "How long the partition has been paused, this time and before.",
            this::totalMs));
  }
}
