package io.tributary.sink.writer;

import java.util.function.LongSupplier;

/**
 * Bounds what all writers of a task bring to the target in a second. Whoever writes goes into debt,
 * and the next one waits until the debt is paid: so no bound is too small for a transaction, and
 * the average holds.
 *
 * <p>Thread-safe.
 */
public final class Throttle {
  private static final double NANOS = 1e9;

  private final long rowsPerSecond;
  private final long bytesPerSecond;
  private final LongSupplier nanoTime;
  private long paidNanos;

  /**
   * @param rowsPerSecond row changes, 0 for any number
   * @param bytesPerSecond bytes of records, 0 for any number
   * @param nanoTime a clock as {@link System#nanoTime}
   */
  public Throttle(long rowsPerSecond, long bytesPerSecond, LongSupplier nanoTime) {
    this.rowsPerSecond = rowsPerSecond;
    this.bytesPerSecond = bytesPerSecond;
    this.nanoTime = nanoTime;
    this.paidNanos = nanoTime.getAsLong();
  }

  /** Bounds nothing. */
  public static Throttle none() {
    return new Throttle(0, 0, () -> 0);
  }

  /**
   * Takes what is about to be written into account.
   *
   * @return milliseconds to wait before it is written
   */
  synchronized long reserveMs(long rows, long bytes) {
    double seconds = Math.max(share(rows, rowsPerSecond), share(bytes, bytesPerSecond));
    if (seconds == 0) {
      return 0;
    }
    long now = nanoTime.getAsLong();
    long start = paidNanos - now > 0 ? paidNanos : now;
    paidNanos = start + (long) (seconds * NANOS);
    return (start - now + 999_999) / 1_000_000;
  }

  /** Waits until so much may be written; ends with the writer. */
  void pace(Mailbox mailbox, long rows, long bytes)
      throws WriterClosedException, InterruptedException {
    long waitMs = reserveMs(rows, bytes);
    if (waitMs > 0) {
      mailbox.pause(waitMs);
    }
  }

  private static double share(long amount, long perSecond) {
    return perSecond == 0 ? 0 : (double) amount / perSecond;
  }

  /** Rows of a flush: about a second's worth at most, so that they come evenly. */
  long rowsOfFlush(long batchMaxRows) {
    return rowsPerSecond == 0 ? batchMaxRows : Math.min(batchMaxRows, rowsPerSecond);
  }

  /** The same in bytes of records. */
  long bytesOfFlush(long batchMaxBytes) {
    return bytesPerSecond == 0 ? batchMaxBytes : Math.min(batchMaxBytes, bytesPerSecond);
  }
}
