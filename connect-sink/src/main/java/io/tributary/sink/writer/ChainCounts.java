package io.tributary.sink.writer;

import io.tributary.metrics.Metric;
import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.SourceState;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the sources' chains showed, and how far behind the sources are. Thread-safe: the writer's
 * thread counts, any reads.
 */
final class ChainCounts {
  private final Clock clock;
  private final AtomicLong replayed = new AtomicLong();
  private final AtomicLong suspended = new AtomicLong();
  private final AtomicLong gaps = new AtomicLong();
  private final AtomicLong deadLetters = new AtomicLong();
  private final Map<String, Seen> sources = new ConcurrentHashMap<>();

  /**
   * What is in the target of one source.
   *
   * @param micros time at the source up to which it is; 0 when the source has not written since the
   *     fence was taken
   */
  private record Seen(long micros, boolean suspended) {}

  ChainCounts(Clock clock) {
    this.clock = clock;
  }

  /** The fence was taken. */
  void begin(Checkpoint checkpoint) {
    sources.clear();
    checkpoint
        .sources()
        .forEach(state -> sources.put(state.source(), new Seen(0, state.suspended())));
  }

  void judged(Verdict.Outcome outcome) {
    if (outcome == Verdict.Outcome.REPLAY) {
      replayed.incrementAndGet();
    } else if (outcome == Verdict.Outcome.SKIP) {
      suspended.incrementAndGet();
    }
  }

  void gap() {
    gaps.incrementAndGet();
  }

  void deadLettered() {
    deadLetters.incrementAndGet();
  }

  /** What the records of a run brought is in the target. */
  void committed(List<Admitted> run) {
    for (Admitted admitted : run) {
      SourceState state = admitted.state();
      long micros = Math.max(state.watermarkMicros(), state.commitMicros());
      sources.put(state.source(), new Seen(micros, state.suspended()));
    }
  }

  List<Metric> metrics() {
    return List.of(
        new Metric(
            "lag-seconds",
            "seconds",
            "Age of the last commit or watermark that is in the target, of the source that is"
                + " farthest behind; of sources that wrote since this task has the partition, -1"
                + " when none did. By the clocks of the source's server and of the worker.",
            this::lagSeconds),
        new Metric(
            "replayed-records-total",
            "records",
            "Records that were seen before and skipped: Kafka or the source brought them again.",
            replayed::get),
        new Metric(
            "suspended-records-total",
            "records",
            "Records skipped because their source is suspended (gap.policy=suspend).",
            suspended::get),
        new Metric(
            "gaps-total",
            "gaps",
            "Places where records of a source were missing, whatever became of it: stopped,"
                + " suspended, or passed by an operator's leave.",
            gaps::get),
        new Metric(
            "suspended-sources",
            "sources",
            "Sources that are suspended in this partition.",
            () -> sources.values().stream().filter(Seen::suspended).count()),
        new Metric(
            "dead-letters-total",
            "records",
            "Transactions of this partition that went to the dead letter queue.",
            deadLetters::get));
  }

  private Object lagSeconds() {
    long oldest =
        sources.values().stream().mapToLong(Seen::micros).filter(m -> m > 0).min().orElse(0);
    return oldest == 0 ? -1.0 : Math.max(0, clock.millis() - oldest / 1_000) / 1_000.0;
  }
}
