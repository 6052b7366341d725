package io.tributary.sink.writer;

import io.tributary.metrics.Metric;
import io.tributary.sink.tidb.RetryCause;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Work that was tried again. Thread-safe: the writer's thread counts, any reads. */
final class RetryCounts {
  private final Clock clock;
  private final Map<RetryCause, AtomicLong> byCause = new EnumMap<>(RetryCause.class);

  /** When the work of now failed first, 0 when it did not. */
  private final AtomicLong failingSinceMs = new AtomicLong();

  RetryCounts(Clock clock) {
    this.clock = clock;
    for (RetryCause cause : RetryCause.values()) {
      byCause.put(cause, new AtomicLong());
    }
  }

  void retried(RetryCause cause, long firstFailureMs) {
    failingSinceMs.set(firstFailureMs);
    byCause.get(cause).incrementAndGet();
  }

  void succeeded() {
    failingSinceMs.set(0);
  }

  List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>();
    for (RetryCause cause : RetryCause.values()) {
      metrics.add(
          new Metric(
              "retries-" + cause.name().toLowerCase(Locale.ROOT) + "-total",
              "retries",
              "Work at the target that failed and was tried again: " + what(cause) + ".",
              byCause.get(cause)::get));
    }
    metrics.add(
        new Metric(
            "retrying-seconds",
            "seconds",
            "How long the work of now has been tried in vain; 0 when it has not. The task stops at"
                + " retry.timeout.ms.",
            this::retryingSeconds));
    return metrics;
  }

  private static String what(RetryCause cause) {
    return switch (cause) {
      case LOCK -> "locks, deadlocks and write conflicts";
      case SCHEMA -> "a schema change at the target";
      case UNAVAILABLE -> "a target that is busy, read-only or without a leader";
      case CONNECTION -> "no connection, or one that was lost";
    };
  }

  private Object retryingSeconds() {
    long since = failingSinceMs.get();
    return since == 0 ? 0.0 : Math.max(0, clock.millis() - since) / 1_000.0;
  }
}
