package io.tributary.it.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.chaos.faults.Fault;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Chaos of bounded length, both in full size: a short one with a fixed seed, of faults that pass
 * quickly, and a longer one with a random seed and all faults. {@code run-chaos --seed N} repeats a
 * run.
 */
@ExtendWith(SharedEnvironment.class)
class ChaosIT {
  private static final Set<String> QUICK =
      Set.of(
          "kill-sources",
          "kill-sinks",
          "restart-sink",
          "change-tasks",
          "reset-source",
          "kill-server",
          "fail-over",
          "flush-logs",
          "clock-back",
          "kill-target",
          "hold-rows",
          "cut-in-event",
          "cut-in-commit");

  private final Environment environment;

  ChaosIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  @FullSize
  void nothingIsLostInAShortChaos() throws Exception {
    List<Fault> quick =
        Fault.all().stream().filter(fault -> QUICK.contains(fault.label())).toList();
    check(ChaosOptions.of(7, Duration.ofSeconds(25)).withFaults(quick));
  }

  @Test
  @FullSize
  void nothingIsLostInALongChaos() throws Exception {
    long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
    check(ChaosOptions.of(seed, Duration.ofMinutes(5)));
  }

  private void check(ChaosOptions options) throws Exception {
    ChaosReport report = new ChaosRun(environment, options, System.out::println).run();
    assertTrue(report.passed(), () -> String.join("\n", report.lines()));
    assertTrue(report.verdict().rows() > 0, () -> "seed " + options.seed() + ": no rows");
  }
}
