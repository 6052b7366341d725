package io.tributary.source.reader;

/**
 * How a lost connection is made anew.
 *
 * @param timeoutMs how long it is tried before reading fails; 0 fails at the first loss, {@link
 *     #FOR_EVER} never
 * @param firstBackoffMs wait before the second try; it doubles with each try
 * @param maxBackoffMs longest wait between two tries
 * @param steadyMs a connection that lived so long counts as made: the timeout begins anew
 */
public record ReconnectPolicy(
    long timeoutMs, long firstBackoffMs, long maxBackoffMs, long steadyMs) {
  /** No timeout. */
  public static final long FOR_EVER = -1;

  /** Tries after 0.1 s to 10 s; 30 s count as steady. */
  public static ReconnectPolicy within(long timeoutMs) {
    return new ReconnectPolicy(timeoutMs, 100, 10_000, 30_000);
  }

  /** Whether it has been tried long enough. */
  boolean over(long failingMs) {
    return timeoutMs != FOR_EVER && failingMs >= timeoutMs;
  }

  /** Wait before the next try. */
  long backoffMs(int failedTries) {
    return Math.min(maxBackoffMs, firstBackoffMs << Math.min(20, Math.max(0, failedTries - 1)));
  }
}
