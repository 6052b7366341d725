package io.tributary.source.preflight;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What an operator should know of a server that can be read. Pure. */
final class ServerAdvice {
  /** Below that, a weekend's fault outlasts the binlog; a day is the least that can be mended. */
  private static final Duration RETENTION = Duration.ofDays(1);

  /** What a slow answer may make of equal clocks stays below. */
  private static final Duration CLOCKS = Duration.ofSeconds(5);

  private static final int NAMED = 10;

  private ServerAdvice() {}

  /**
   * Answers that change from one moment to the next.
   *
   * @param retentionSeconds after which the server removes binlog files; empty when it keeps them
   * @param prepared XA branches that are prepared now
   * @param ahead the server's clock minus the worker's
   */
  record Moment(OptionalLong retentionSeconds, List<String> prepared, Duration ahead) {}

  static List<Finding> of(ServerFacts facts, Moment moment) {
    List<Finding> advice = new ArrayList<>();
    metadata(facts, advice);
    if (!facts.mariaDb() && !facts.gtids()) {
      add(
          advice,
          "The server writes no GTIDs (gtid_mode is not ON): the source cannot be moved to another"
              + " server, nor go on where a binlog was reset. Turn them on where you can.");
    }
    moment
        .retentionSeconds()
        .ifPresent(
            seconds -> {
              if (seconds < RETENTION.toSeconds()) {
                add(
                    advice,
                    "The server removes binlog files after "
                        + seconds
                        + " s: a source that is down or behind for longer stops for good. Raise"
                        + " binlog_expire_logs_seconds (or expire_logs_days).");
              }
            });
    if (!moment.prepared().isEmpty()) {
      add(
          advice,
          "XA branches are prepared: "
              + named(moment.prepared())
              + ". What they changed is sent when they commit. A start behind the prepare of one, by"
              + " file, GTID set or time, stops at its commit: decide on those that nobody needs"
              + " (XA COMMIT or XA ROLLBACK) before.");
    }
    if (moment.ahead().abs().compareTo(CLOCKS) > 0) {
      add(
          advice,
          "The server's clock is "
              + moment.ahead().abs().toMillis()
              + " ms "
              + (moment.ahead().isNegative() ? "behind" : "ahead of")
              + " the worker's: lag that is told as a time is wrong by that. Let both follow NTP.");
    }
    return advice;
  }

  private static void metadata(ServerFacts facts, List<Finding> advice) {
    if (!"FULL".equalsIgnoreCase(facts.rowMetadata()) && !facts.mariaDb()) {
      String advised =
          facts.rowMetadata() == null
              ? "Change definitions while the source is caught up."
              : "Run SET PERSIST binlog_row_metadata = 'FULL', or change definitions while the"
                  + " source is caught up.";
      add(
          advice,
          "The binlog does not tell the columns of tables (binlog_row_metadata is "
              + (facts.rowMetadata() == null ? "not known there" : facts.rowMetadata())
              + "): they are asked of information_schema, and a definition that changes before its"
              + " rows were read stops the source. "
              + advised);
    }
  }

  private static void add(List<Finding> advice, String message) {
    advice.add(new Finding(PreflightRules.HOST, message));
  }

  private static String named(List<String> branches) {
    String more = branches.size() > NAMED ? " and " + (branches.size() - NAMED) + " more" : "";
    return String.join(", ", branches.subList(0, Math.min(NAMED, branches.size()))) + more;
  }
}
