package io.tributary.it.chaos.defects;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.chaos.ChaosOptions;
import io.tributary.it.chaos.ChaosReport;
import io.tributary.it.chaos.ChaosRun;
import io.tributary.it.chaos.faults.Fault;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.EnvironmentOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The chaos against each deliberate defect: it must not pass. Two minutes each, so it runs when it
 * is asked for: {@code -Dtributary.defects=all}, or the names of some with commas between them.
 */
@EnabledIfSystemProperty(
    named = "tributary.defects",
    matches = ".+",
    disabledReason = "long: runs with -Dtributary.defects=all")
class DefectsIT {
  private static final Duration TRAFFIC =
      Duration.ofSeconds(Integer.getInteger("tributary.defects.seconds", 40));

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.tributary.it.chaos.defects.Defect#all")
  void theChaosNotices(Defect defect) throws Exception {
    String asked = System.getProperty("tributary.defects");
    assumeTrue(asked.equals("all") || List.of(asked.split(",")).contains(defect.name()));
    EnvironmentOptions options =
        EnvironmentOptions.fromSystemProperties()
            .withReplacedClasses(BrokenPlugins.compile(defect, folder));
    List<Fault> faults =
        Fault.all().stream().filter(fault -> defect.faults().contains(fault.label())).toList();
    try (Environment environment = Environment.start(options)) {
      ChaosReport report =
          new ChaosRun(
                  environment,
                  ChaosOptions.of(defect.seed(), TRAFFIC).withFaults(faults),
                  System.out::println)
              .run();
      System.out.println(
          "DEFECT " + defect + " (" + defect.breaks() + "): passed " + report.passed());
      assertFalse(report.passed(), () -> defect + " was not noticed");
    } catch (EnvironmentException e) {
      // The connectors refuse to go on at all: noticed, too.
      System.out.println("DEFECT " + defect + ": stopped: " + e.getMessage());
    }
  }
}
