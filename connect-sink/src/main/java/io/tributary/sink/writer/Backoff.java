package io.tributary.sink.writer;

import java.util.random.RandomGenerator;

/**
 * The pauses between the attempts of one piece of work: each twice the one before, up to the
 * longest, and each cut by chance by up to a half, so that writers that failed at the same time do
 * not try again at the same time. Not thread-safe.
 */
final class Backoff {
  private static final long FIRST_MS = 100;

  private final long maxMs;
  private final RandomGenerator random;
  private long fullMs;

  Backoff(long maxMs, RandomGenerator random) {
    this.maxMs = maxMs;
    this.random = random;
    this.fullMs = Math.min(FIRST_MS, maxMs);
  }

  /** The next pause, in milliseconds. */
  long nextMs() {
    long pauseMs = fullMs - random.nextLong(fullMs / 2 + 1);
    fullMs = Math.min(fullMs * 2, maxMs);
    return pauseMs;
  }
}
