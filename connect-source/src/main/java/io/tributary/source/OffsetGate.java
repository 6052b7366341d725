package io.tributary.source;

import java.time.Clock;
import java.util.function.BooleanSupplier;

/**
 * Holds data back until Connect has stored the source's first offset: without one, a start at the
 * end of the binlog that is followed by a restart would find another end, and lose what lies
 * between. Not thread-safe.
 */
final class OffsetGate {
  /** The question goes to Kafka, and an offset is stored once in offset.flush.interval.ms. */
  private static final long ASK_INTERVAL_MS = 200;

  private final BooleanSupplier stored;
  private final Clock clock;
  private long nextAskMs;
  private boolean open;

  private OffsetGate(BooleanSupplier stored, Clock clock, boolean open) {
    this.stored = stored;
    this.clock = clock;
    this.open = open;
  }

  /** Data may pass at once: an offset was stored before this start. */
  static OffsetGate opened() {
    return new OffsetGate(() -> true, Clock.systemUTC(), true);
  }

  /** Data waits until the question whether the offset is stored is answered with yes. */
  static OffsetGate closedUntil(BooleanSupplier stored, Clock clock) {
    return new OffsetGate(stored, clock, false);
  }

  /** Whether data may pass. */
  boolean open() {
    if (!open && clock.millis() >= nextAskMs) {
      nextAskMs = clock.millis() + ASK_INTERVAL_MS;
      open = stored.getAsBoolean();
    }
    return open;
  }
}
