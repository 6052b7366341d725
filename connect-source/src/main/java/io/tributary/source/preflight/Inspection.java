package io.tributary.source.preflight;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one server all questions that decide whether it can be replicated. What refuses is returned,
 * what only warns is logged. Immutable; a server is asked by the calling thread.
 */
public final class Inspection {
  private static final Logger LOG = LoggerFactory.getLogger(Inspection.class);

  private final Subject subject;
  private final Clock clock;

  public Inspection(Subject subject, Clock clock) {
    this.subject = subject;
    this.clock = clock;
  }

  /** What keeps the server itself from being read; quick, whatever it holds. */
  public List<Finding> server(SourceServer server, ServerFacts facts) throws SourceServerException {
    List<Finding> refusals = new ArrayList<>(PreflightRules.check(facts, subject.ownServerId()));
    if (facts.nativeForeignKeys()) {
      refusals.addAll(CascadeRules.check(facts, server.cascadingKeys(), subject.captured()));
    }
    if (facts.logBin() && facts.replicationClient()) {
      ServerAdvice.Moment moment =
          new ServerAdvice.Moment(
              server.retentionSeconds(), server.preparedBranches(), ahead(server));
      log(ServerAdvice.of(facts, moment));
    }
    return refusals;
  }

  /**
   * What is wrong with its tables; takes long where there are many. A server that does not answer
   * is no reason to refuse it: the first row of a table tells, too.
   *
   * @param current whether reading begins with the tables as they are now; otherwise what is found
   *     is only logged, since the changes that come first may be of older tables
   */
  public List<Finding> tables(SourceServer server, ServerFacts facts, boolean current) {
    List<Finding> refusals = tables(server, facts);
    if (current) {
      return refusals;
    }
    log(refusals);
    return List.of();
  }

  private List<Finding> tables(SourceServer server, ServerFacts facts) {
    if (subject.routing() == null) {
      return List.of();
    }
    try {
      Findings findings = TableRules.check(facts, server.tables(), subject);
      log(findings.warnings());
      return findings.refusals();
    } catch (SourceServerException e) {
      LOG.warn("The tables of the server could not be looked at: {}", e.getMessage());
      return List.of();
    }
  }

  private Duration ahead(SourceServer server) throws SourceServerException {
    Instant now = Instant.EPOCH.plus(server.timedEnd().micros(), ChronoUnit.MICROS);
    return Duration.between(clock.instant(), now);
  }

  private static void log(List<Finding> warnings) {
    warnings.forEach(each -> LOG.warn("{}: {}", each.option(), each.message()));
  }
}
