package io.tributary.sink.writer;

import io.tributary.metrics.Metric;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one partition's writer counts, from its start to its end. Thread-safe: writer and task
 * count, any thread reads.
 */
public final class WriterMetrics {
  private final FlushCounts flushes = new FlushCounts();
  private final RetryCounts retries;
  private final ChainCounts chain;
  private final AtomicLong fencesTaken = new AtomicLong();
  private final AtomicLong fencesLost = new AtomicLong();

  /**
   * @param clock the worker's time, for ages
   */
  public WriterMetrics(Clock clock) {
    this.retries = new RetryCounts(clock);
    this.chain = new ChainCounts(clock);
  }

  FlushCounts flushes() {
    return flushes;
  }

  RetryCounts retries() {
    return retries;
  }

  ChainCounts chain() {
    return chain;
  }

  void fenceTaken() {
    fencesTaken.incrementAndGet();
  }

  void fenceLost() {
    fencesLost.incrementAndGet();
  }

  List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>(flushes.metrics());
    metrics.addAll(chain.metrics());
    metrics.addAll(retries.metrics());
    metrics.add(
        new Metric(
            "fences-taken-total",
            "takeovers",
            "How often this task took the partition's fence; more than once after a loss.",
            fencesTaken::get));
    metrics.add(
        new Metric(
            "fences-lost-total",
            "losses",
            "How often another writer had taken the fence, or a checkpoint was altered: work since"
                + " the last commit was given up.",
            fencesLost::get));
    return metrics;
  }
}
