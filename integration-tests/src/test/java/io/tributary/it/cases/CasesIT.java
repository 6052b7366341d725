package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.SharedEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The project's cases, each with one and with four affinity partitions. */
@ExtendWith(SharedEnvironment.class)
class CasesIT {
  private static final String FAILED = "a case failed; its line above says how";
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));

  @ParameterizedTest(name = "{0} partitions, {1} tasks")
  @CsvSource({"1,1", "4,2"})
  void ownCasesPass(int partitions, int tasks, Environment environment) throws Exception {
    Path folder = ProjectFolder.find().root().resolve("integration-tests/cases");
    // Those from 90 on are there for the runner's verbs: one run of them will do every day.
    Pattern which = Pattern.compile(FULL || partitions > 1 ? "" : "^[0-8]");
    assertTrue(RunCases.run(arguments(folder, which, partitions, tasks), environment), FAILED);
  }

  /** Full size: also a folder named by -Dtributary.cases, or one that lies beside the clone. */
  @ParameterizedTest(name = "{0} partitions, {1} tasks")
  @CsvSource({"1,1", "4,4"})
  void casesBesideTheClonePass(int partitions, int tasks) throws Exception {
    Path beside = ProjectFolder.find().root().resolveSibling("shared").resolve("cases");
    Path folder = Path.of(System.getProperty("tributary.cases", beside.toString()));
    String reason =
        FULL ? "no folder of cases at " + folder : "further cases run with -Dtributary.size=full";
    boolean wanted = FULL && Files.isDirectory(folder);
    if (!wanted) {
      System.out.println("skipped: " + reason);
    }
    Assumptions.assumeTrue(wanted, reason);
    // On workers of its own, with the heap that case 13 needs.
    assertTrue(RunCases.run(arguments(folder, Pattern.compile(""), partitions, tasks)), FAILED);
  }

  private static CaseArguments arguments(Path folder, Pattern which, int partitions, int tasks) {
    return new CaseArguments(
        folder,
        which,
        partitions,
        tasks,
        false,
        4,
        UpstreamServers.shared(true, true),
        EnvironmentOptions.fromSystemProperties(),
        false);
  }
}
