package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Command line: runs a folder of cases and prints a line for each; exit code 0 only when none
 * failed.
 */
public final class RunCases {
  private RunCases() {}

  /**
   * Entry point; see {@code run-cases --help}.
   *
   * @param arguments options of the command line
   */
  public static void main(String[] arguments) throws Exception {
    CaseArguments parsed;
    try {
      parsed = CaseArguments.parse(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.println(CaseArguments.USAGE);
      System.exit(2);
      return;
    }
    if (parsed.help()) {
      System.out.println(CaseArguments.USAGE);
      return;
    }
    System.exit(run(parsed) ? 0 : 1);
  }

  /** Runs the cases on servers of their own; true when none failed. */
  static boolean run(CaseArguments arguments) throws Exception {
    EnvironmentOptions options =
        arguments.environment().withWorkerHeapMb(1024).withProgress(System.out::println);
    try (Environment environment = Environment.start(options)) {
      return run(arguments, environment);
    }
  }

  /** Runs the cases on servers that are there; true when none failed. */
  static boolean run(CaseArguments arguments, Environment environment) throws Exception {
    List<CaseFolder> cases = CaseFolder.all(arguments.folder(), arguments.filter());
    if (cases.isEmpty()) {
      System.err.println("no case matches in " + arguments.folder());
      return false;
    }
    CaseSetting setting =
        new CaseSetting(
            environment,
            Long.toString(System.currentTimeMillis() % 2_000_000_000L, 36),
            arguments.partitions(),
            arguments.tasks(),
            arguments.twice(),
            arguments.upstreams());
    startServers(setting, cases);
    try {
      return report(runAll(setting, cases, arguments.parallel()));
    } finally {
      dropMetadata(setting);
      dropMetadata(setting.again());
    }
  }

  /** Before the cases begin, since several of them would ask for a server at the same time. */
  private static void startServers(CaseSetting setting, List<CaseFolder> cases) {
    setting.environment().target();
    int upstreams = cases.stream().mapToInt(c -> c.upstreams().size()).max().orElse(1);
    for (int number = 1; number <= upstreams; number++) {
      setting.upstream(number);
    }
    // Servers of a case's own are started when the case runs.
  }

  private record Finished(CaseFolder folder, Verdict verdict) {}

  private static List<Finished> runAll(CaseSetting setting, List<CaseFolder> cases, int parallel)
      throws InterruptedException, ExecutionException {
    List<Finished> finished = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(parallel);
    try {
      List<Future<Finished>> together = new ArrayList<>();
      for (CaseFolder folder : cases) {
        if (!folder.alone()) {
          together.add(pool.submit(() -> runOne(setting, folder, "")));
        }
      }
      for (Future<Finished> one : together) {
        finished.add(one.get());
      }
    } finally {
      pool.shutdownNow();
    }
    clearBranches(setting, cases);
    for (CaseFolder folder : cases) {
      if (folder.alone()) {
        finished.add(runOne(setting, folder, ""));
        if (!folder.settings().againSqlModes().isEmpty()) {
          finished.add(runOne(setting.again(), folder, folder.settings().againSqlModes()));
        }
        clearBranches(setting, List.of(folder));
      }
    }
    return finished;
  }

  /** When no case runs: a branch that a case has left keeps its schemas from being dropped. */
  private static void clearBranches(CaseSetting setting, List<CaseFolder> cases) {
    int upstreams = cases.stream().mapToInt(c -> c.upstreams().size()).max().orElse(1);
    try {
      int branches = 0;
      for (int number = 1; number <= upstreams; number++) {
        branches += LeftBranches.rollBack(setting.upstream(number));
      }
      if (branches > 0) {
        for (CaseFolder folder : cases) {
          new CaseTarget(setting, folder).drop();
        }
      }
    } catch (SQLException e) {
      System.err.println("could not roll back prepared XA branches: " + e.getMessage());
    }
  }

  private static Finished runOne(CaseSetting setting, CaseFolder folder, String moreSqlModes)
      throws InterruptedException {
    long start = System.nanoTime();
    Verdict verdict = new CaseRun(setting.of(folder), folder, moreSqlModes).run();
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    String detail = verdict.detail().isEmpty() ? "" : ": " + verdict.detail().stripTrailing();
    if (!folder.settings().remarks().isEmpty()) {
      detail += " [remarks: " + String.join("; ", folder.settings().remarks()) + "]";
    }
    System.out.printf(
        "%s%s: %s (%d.%d s)%s%n",
        folder.name(),
        moreSqlModes.isEmpty() ? "" : " again with sql_mode " + moreSqlModes,
        verdict.outcome().words(),
        took.toSeconds(),
        took.toMillisPart() / 100,
        detail);
    return new Finished(folder, verdict);
  }

  private static boolean report(List<Finished> finished) {
    long passed =
        finished.stream().filter(f -> f.verdict().outcome() == Verdict.Outcome.PASSED).count();
    long failed = finished.stream().filter(f -> f.verdict().failed()).count();
    System.out.printf(
        "%d passed, %d failed, %d skipped%n", passed, failed, finished.size() - passed - failed);
    return failed == 0;
  }

  private static void dropMetadata(CaseSetting setting) throws IOException {
    try (Connection connection = setting.environment().target().connect();
        var statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + setting.metadataDatabase());
    } catch (SQLException e) {
      throw new IOException(
          "could not drop " + setting.metadataDatabase() + " on the target: " + e.getMessage(), e);
    }
  }
}
