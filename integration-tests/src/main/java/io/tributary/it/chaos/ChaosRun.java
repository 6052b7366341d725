package io.tributary.it.chaos;

import io.tributary.it.chaos.faults.FaultSchedule;
import io.tributary.it.chaos.faults.Scene;
import io.tributary.it.chaos.oracle.Oracle;
import io.tributary.it.chaos.oracle.Verdict;
import io.tributary.it.chaos.oracle.WholeTransactions;
import io.tributary.it.chaos.workload.Journal;
import io.tributary.it.chaos.workload.Traffic;
import io.tributary.it.chaos.workload.Upstream;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.TopicFollower;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.Watermark;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Traffic and faults for a time, with quiet points at which everything must be right. Used by one
 * thread.
 */
public final class ChaosRun {
  private static final Verdict NOT_JUDGED = new Verdict(0, 0, 0, 0, 0, 0, List.of());

  private final Environment environment;
  private final ChaosOptions options;
  private final Consumer<String> print;
  private final long startNanos = System.nanoTime();
  private final List<Duration> recoveries = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  /**
   * @param print takes each line of the log
   */
  public ChaosRun(Environment environment, ChaosOptions options, Consumer<String> print) {
    this.environment = environment;
    this.options = options;
    this.print = print;
  }

  /** Runs until the time is over, or until something is wrong. */
  public ChaosReport run() throws IOException, SQLException, InterruptedException {
    log("seed " + options.seed() + ", " + options.duration().toSeconds() + " s");
    Optional<BinlogPosition> targetStart = targetPosition();
    try (Fleet fleet = new Fleet(environment, options)) {
      fleet.start();
      WholeTransactions seen = new WholeTransactions();
      try (TopicFollower follower =
              environment.kafka().follow(fleet.pipeline().name(), seen::accept);
          Traffic traffic =
              new Traffic(
                  fleet.upstreams(),
                  fleet.tables(),
                  options.seed(),
                  options.transactionsPerSecond())) {
        Oracle oracle =
            new Oracle(
                environment,
                fleet.upstreams(),
                fleet.tables(),
                new Oracle.Logs(seen, fleet.metadataDatabase(), targetStart));
        return drive(fleet, traffic, oracle, follower);
      }
    }
  }

  private Optional<BinlogPosition> targetPosition() throws SQLException {
    return environment.target().server().isPresent()
        ? Optional.of(BinlogPosition.now(environment.target().server().get()))
        : Optional.empty();
  }

  private ChaosReport drive(Fleet fleet, Traffic traffic, Oracle oracle, TopicFollower follower)
      throws SQLException, InterruptedException {
    Scene scene =
        new Scene(
            environment,
            fleet.pipeline(),
            fleet.upstreams(),
            traffic,
            fleet.proxies(),
            options.duration().dividedBy(4));
    scene.markPositions();
    FaultSchedule schedule = new FaultSchedule(scene, options.faults(), options.seed(), this::log);
    log("traffic and faults begin");
    long end = System.nanoTime() + options.duration().toNanos();
    traffic.start();
    holdBack(fleet, schedule);
    Verdict verdict = NOT_JUDGED;
    while (System.nanoTime() < end && wrong.isEmpty() && verdict.clean()) {
      long quiet = System.nanoTime() + options.quietEvery().toNanos();
      // The last stretch is not cut into pieces.
      boolean last = quiet > end - options.quietEvery().toNanos() / 2;
      schedule.until(last ? end : quiet);
      verdict = judge(fleet, scene, schedule, oracle, last);
      if (!follower.alive()) {
        wrong.add("the reader of the topic has ended");
      }
    }
    return report(traffic.journal(), scene, schedule, verdict);
  }

  /** The last source stands still while the others go on. */
  private void holdBack(Fleet fleet, FaultSchedule schedule) throws InterruptedException {
    if (options.heldBack().isZero()) {
      return;
    }
    int last = options.servers();
    fleet.pipeline().stopSource(last);
    log("source " + last + " is held back for " + options.heldBack().toSeconds() + " s");
    schedule.until(System.nanoTime() + options.heldBack().toNanos());
    log("before it goes on: " + watermark(fleet).describe());
    fleet.pipeline().startSource(last);
  }

  private Watermark watermark(Fleet fleet) {
    return new Watermark(
        environment.target(),
        fleet.metadataDatabase(),
        fleet.pipeline().sinkName(),
        fleet.pipeline().name());
  }

  private Verdict judge(
      Fleet fleet, Scene scene, FaultSchedule schedule, Oracle oracle, boolean last)
      throws SQLException, InterruptedException {
    Traffic traffic = scene.traffic();
    log("quiet: " + watermark(fleet).describe());
    schedule.finish();
    traffic.hold();
    try {
      traffic.settle(last);
      long start = System.nanoTime();
      for (Upstream upstream : fleet.upstreams()) {
        scene.operator().awaitCaughtUp(upstream.number());
      }
      recoveries.add(Duration.ofNanos(System.nanoTime() - start));
      Verdict verdict = oracle.judge(traffic, last);
      log("judged: " + verdict);
      scene.markPositions();
      return verdict;
    } catch (EnvironmentException e) {
      wrong.add("the target does not catch up: " + e.getMessage());
      return oracle.judge(traffic, last);
    } finally {
      traffic.release();
    }
  }

  private ChaosReport report(
      Journal journal, Scene scene, FaultSchedule schedule, Verdict verdict) {
    scene.operator().suspicious().forEach((reason, times) -> wrong.add("stopped: " + reason));
    if (schedule.unnoticedGap()) {
      wrong.add("records were deleted and nobody has noticed: " + schedule.broken());
    }
    ChaosReport report =
        new ChaosReport(
            options.seed(),
            schedule.made(),
            journal.transactions(),
            journal.rows(),
            journal.moves(),
            verdict,
            recoveries,
            scene.operator().reasons(),
            wrong,
            schedule.broken());
    report.lines().forEach(print);
    return report;
  }

  private void log(String line) {
    print.accept("%7.1f s  %s".formatted((System.nanoTime() - startNanos) / 1e9, line));
  }
}
