package io.tributary.source;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that the test moves. */
public final class FakeClock extends Clock {
  private long nowMs = 1_000_000;

  public void advanceMs(long ms) {
    nowMs += ms;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(nowMs);
  }
}
