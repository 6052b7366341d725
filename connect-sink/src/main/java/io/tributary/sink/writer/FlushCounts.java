package io.tributary.sink.writer;

import io.tributary.metrics.Metric;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What flushes brought to the target. Thread-safe: the writer's thread counts, any reads. */
final class FlushCounts {
  private final AtomicLong flushes = new AtomicLong();
  private final AtomicLong transactions = new AtomicLong();
  private final Amount rows = new Amount();
  private final Amount bytes = new Amount();
  private final Amount micros = new Amount();

  /** One quantity over all flushes. */
  private static final class Amount {
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong last = new AtomicLong();
    private final AtomicLong max = new AtomicLong();

    void add(long amount) {
      total.addAndGet(amount);
      last.set(amount);
      max.accumulateAndGet(amount, Math::max);
    }
  }

  /**
   * A flush is committed.
   *
   * @param nanos time from its first statement to the answer of its COMMIT
   */
  void committed(List<Admitted> run, long nanos) {
    long runRows = 0;
    long runBytes = 0;
    for (Admitted admitted : run) {
      runRows += admitted.rows();
      runBytes += admitted.bytes();
      if (admitted.apply()) {
        transactions.incrementAndGet();
      }
    }
    flushes.incrementAndGet();
    rows.add(runRows);
    bytes.add(runBytes);
    micros.add(nanos / 1_000);
  }

  List<Metric> metrics() {
    return List.of(
        new Metric("rows-total", "rows", "Row changes written to the target.", rows.total::get),
        new Metric(
            "transactions-total",
            "transactions",
            "Transactions with rows in this partition that were written to the target.",
            transactions::get),
        new Metric(
            "bytes-total",
            "bytes",
            "Size of the Kafka records that were dealt with, skipped ones and heartbeats too.",
            bytes.total::get),
        new Metric("flushes-total", "flushes", "Committed target transactions.", flushes::get),
        new Metric(
            "flush-time-ms-total",
            "milliseconds",
            "Time of all committed target transactions, from BEGIN to the answer of COMMIT.",
            () -> micros.total.get() / 1_000.0),
        new Metric(
            "flush-time-ms-last",
            "milliseconds",
            "Time of the last one.",
            () -> micros.last.get() / 1_000.0),
        new Metric(
            "flush-time-ms-max",
            "milliseconds",
            "Time of the longest one.",
            () -> micros.max.get() / 1_000.0),
        new Metric("flush-rows-last", "rows", "Row changes of the last one.", rows.last::get),
        new Metric("flush-rows-max", "rows", "Row changes of the largest one.", rows.max::get),
        new Metric("flush-bytes-last", "bytes", "Size of the last one.", bytes.last::get),
        new Metric("flush-bytes-max", "bytes", "Size of the largest one.", bytes.max::get));
  }
}
