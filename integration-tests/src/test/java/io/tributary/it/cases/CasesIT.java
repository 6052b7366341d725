package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The project's cases, each with one and with four affinity partitions. */
@ExtendWith(SharedEnvironment.class)
class CasesIT {
  private static final String FAILED = "a case failed; its line above says how";
  private static final Path OWN_CASES =
      ProjectFolder.find().root().resolve("integration-tests/cases");

  /** Those from 90 on are there for the runner's verbs: one run of them will do. */
  private static final Pattern WITHOUT_VERBS = Pattern.compile("^[0-8]");

  private static final List<Division> DIVISIONS =
      List.of(new Division(1, 1), new Division(4, 1), new Division(4, 2), new Division(4, 4));
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));

  @ParameterizedTest(name = "{0} partitions, {1} tasks")
  @CsvSource({"1,1", "4,2"})
  void ownCasesPass(int partitions, int tasks, Environment environment) throws Exception {
    Pattern which = partitions > 1 ? Pattern.compile("") : WITHOUT_VERBS;
    assertTrue(RunCases.run(arguments(OWN_CASES, which, partitions, tasks), environment), FAILED);
  }

  /** Full size: the other divisions of the work, on each kind of target that runs here. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(names = {"MYSQL_LATEST", "MYSQL_8_0"})
  @FullSize
  void ownCasesPassOnEachTargetWithEachDivision(ServerVersion version) throws Exception {
    EnvironmentOptions options = EnvironmentOptions.fromSystemProperties();
    Assumptions.assumeTrue(
        options.target() instanceof EnvironmentOptions.LocalTarget, "the target is given by URL");
    try (Environment environment =
        Environment.start(options.withTarget(new EnvironmentOptions.LocalTarget(version)))) {
      for (Division division : DIVISIONS) {
        System.out.println(version + " as target, " + division);
        CaseArguments arguments =
            arguments(OWN_CASES, WITHOUT_VERBS, division.partitions(), division.tasks());
        assertTrue(RunCases.run(arguments, environment), FAILED);
      }
    }
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

  /** How the sink's work is divided. */
  private record Division(int partitions, int tasks) {}

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
