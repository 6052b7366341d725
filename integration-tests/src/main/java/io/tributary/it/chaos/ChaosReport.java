package io.tributary.it.chaos;

import io.tributary.it.chaos.oracle.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Outcome of a run.
 *
 * @param seed of the run
 * @param faults made, by kind
 * @param transactions committed
 * @param changes rows changed
 * @param moves rows moved between servers or tables
 * @param verdict what the oracle found at the end, or at the quiet point that ended the run
 * @param recoveries how long it took from the end of the faults until the target had everything
 * @param stops why tasks have stopped, and how often they were restarted
 * @param suspicious what is wrong beside the verdict: stops that no fault explains, a gap that
 *     nobody noticed, a target that did not catch up
 * @param brokenFaults faults that did not go as they should
 */
public record ChaosReport(
    long seed,
    Map<String, Integer> faults,
    long transactions,
    long changes,
    long moves,
    Verdict verdict,
    List<Duration> recoveries,
    Map<String, Integer> stops,
    List<String> suspicious,
    List<String> brokenFaults) {

  /** Whether nothing is lost, doubled or bent, and nothing unexplained has happened. */
  public boolean passed() {
    return verdict.clean() && suspicious.isEmpty();
  }

  /** All of it, for people; the last line sums up. */
  public List<String> lines() {
    List<String> lines = new java.util.ArrayList<>();
    stops.forEach((reason, times) -> lines.add("stopped %d times: %s".formatted(times, reason)));
    brokenFaults.forEach(text -> lines.add("a fault that broke off: " + text));
    suspicious.forEach(text -> lines.add("WRONG: " + text));
    verdict.examples().forEach(text -> lines.add("WRONG: " + text));
    lines.add("faults: " + faults);
    lines.add("recovered after (ms): " + recoveries.stream().map(Duration::toMillis).toList());
    lines.add(
        "seed %d, %d faults, %d transactions, %d changes, %d moves, %d rows: %d lost, %d doubled, %d bent, %d torn transactions, %d fenced writes: %s"
            .formatted(
                seed,
                faults.values().stream().mapToInt(Integer::intValue).sum(),
                transactions,
                changes,
                moves,
                verdict.rows(),
                verdict.lost(),
                verdict.doubled(),
                verdict.bent(),
                verdict.torn(),
                verdict.fenced(),
                passed() ? "passed" : "FAILED"));
    return lines;
  }
}
