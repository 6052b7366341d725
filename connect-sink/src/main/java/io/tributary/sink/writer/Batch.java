package io.tributary.sink.writer;

import java.util.ArrayList;
import java.util.List;

/** The records of the next flush. Belongs to the writer's thread. */
final class Batch {
  private final WriterSettings settings;
  private final Throttle throttle;
  private final List<Admitted> records = new ArrayList<>();
  private long bytes;
  private long rows;
  private long firstNanos;

  Batch(WriterSettings settings, Throttle throttle) {
    this.settings = settings;
    this.throttle = throttle;
  }

  void add(Admitted admitted) {
    if (records.isEmpty()) {
      firstNanos = System.nanoTime();
    }
    records.add(admitted);
    rows += admitted.rows();
    bytes += admitted.bytes();
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  boolean full() {
    return rows >= throttle.rowsOfFlush(settings.batchMaxRows())
        || bytes >= throttle.bytesOfFlush(settings.batchMaxBytes());
  }

  /** Nanoseconds that the flush still waits for more records; 0 or less when it does not. */
  long lingerNanos() {
    return firstNanos + settings.lingerMs() * 1_000_000 - System.nanoTime();
  }

  /** The records, which are then no longer here. */
  List<Admitted> drain() {
    List<Admitted> drained = List.copyOf(records);
    records.clear();
    bytes = 0;
    rows = 0;
    return drained;
  }
}
