package io.tributary.benchmark;

import io.tributary.it.environment.EnvironmentException;
import java.time.Duration;
import java.util.Map;

/**
 * One measured stretch: from the first progress that was seen to the end.
 *
 * @param rowsPerSecond what was done in it, by its time
 * @param cpuMicrosPerRow processor time for each row, microseconds, by process
 * @param residentMb resident memory at the end, MB, by process
 * @param coresUsed processors that all of it kept busy on the average
 */
record Progress(
    double rowsPerSecond,
    Map<String, Double> cpuMicrosPerRow,
    Map<String, Long> residentMb,
    double coresUsed) {
  private static final long PAUSE_MS = 10;

  /** How far something has come, in units of its own. */
  interface Gauge {
    double read() throws Exception;
  }

  /**
   * Watches until the end is reached. What was done when the first progress was seen does not
   * count, nor does the time before it: neither the start of a connector nor its connections.
   *
   * @param from value before any progress
   * @param end value at the end
   * @param rows row changes between the two
   */
  static Progress watch(Gauge gauge, double from, double end, int rows) throws Exception {
    return watch(gauge, from, end, rows, 0);
  }

  /**
   * The same where only the least value of the end is known: it is reached when it stays.
   *
   * @param quietMs how long it stays, which does not count
   */
  static Progress watch(Gauge gauge, double from, double least, int rows, long quietMs)
      throws Exception {
    double first = await(gauge, from);
    long start = System.nanoTime();
    Loads before = Loads.now();
    double value = first;
    long changed = start;
    while (value < least || System.nanoTime() - changed < quietMs * 1_000_000) {
      Thread.sleep(PAUSE_MS);
      double now = gauge.read();
      if (now != value) {
        value = now;
        changed = System.nanoTime();
      }
      expire(start, value);
    }
    double seconds = (changed - start) / 1e9;
    double done = rows * (value - first) / (value - from);
    if (done < 1) {
      throw new EnvironmentException("all was there at the first look: take more rows");
    }
    Loads after = Loads.now();
    Map<String, Double> used = after.since(before);
    double cores = used.values().stream().mapToDouble(each -> each).sum() / seconds;
    used.replaceAll((name, cpuSeconds) -> cpuSeconds * 1e6 / done);
    return new Progress(done / seconds, used, after.residentMb(), cores);
  }

  private static double await(Gauge gauge, double from) throws Exception {
    long start = System.nanoTime();
    double value = gauge.read();
    while (value <= from) {
      Thread.sleep(PAUSE_MS);
      value = gauge.read();
      expire(start, value);
    }
    return value;
  }

  private static void expire(long startNanos, double value) {
    if (System.nanoTime() - startNanos > Duration.ofMinutes(15).toNanos()) {
      throw new EnvironmentException("no end after 15 minutes, at " + value);
    }
  }
}
