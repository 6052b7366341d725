package io.tributary.source.reader;

/**
 * How a lost connection is made anew.
 *
 * @param timeoutMs how long it is tried before reading fails; 0 fails at the first loss
 * @param firstBackoffMs wait before the second try; it doubles with each try
 * @param maxBackoffMs longest wait between two tries
 * @param steadyMs a connection that lived so long counts as made: the timeout begins anew
 */
public record ReconnectPolicy(
    long timeoutMs, long firstBackoffMs, long maxBackoffMs, long steadyMs) {
  /** Tries after 0.1 s to 10 s; 30 s count as steady. */
  public static ReconnectPolicy within(long timeoutMs) {
    return new ReconnectPolicy(timeoutMs, 100, 10_000, 30_000);
  }

  /** Wait before the next try. */
  long backoffMs(int failedTries) {
    return Math.min(maxBackoffMs, firstBackoffMs << Math.min(20, Math.max(0, failedTries - 1)));
  }
}
