package io.tributary.it.cases;

import io.tributary.it.cases.UpstreamScript.Chunk;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.Waiting;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.Pipeline;
import io.tributary.it.pipeline.Replica;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** One case from its first table to its verdict. Used by one thread. */
final class CaseRun {
  private static final Duration SQL_WITHIN = Duration.ofMinutes(30);
  private static final Duration SENTINEL_WITHIN = Duration.ofMinutes(2);
  private static final Duration FAILURE_WITHIN = Duration.ofMinutes(2);

  private final CaseSetting setting;
  private final CaseFolder folder;
  private final CaseTarget target;
  private final CaseJudge judge;
  private final Map<Integer, ClientSession> sessions = new TreeMap<>();
  private final String moreSqlModes;
  private boolean failedAsExpected;

  /**
   * @param moreSqlModes what the target's {@code sql_mode} has in addition; empty: nothing
   */
  CaseRun(CaseSetting setting, CaseFolder folder, String moreSqlModes) {
    this.setting = setting;
    this.folder = folder;
    this.target = new CaseTarget(setting, folder);
    this.judge = new CaseJudge(setting, folder, target);
    this.moreSqlModes = moreSqlModes;
  }

  /** What was looked at on the way was not right. */
  private static final class WrongOnTheWayException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    WrongOnTheWayException(Verdict verdict) {
      super(verdict.detail());
      this.verdict = verdict;
    }
  }

  Verdict run() throws InterruptedException {
    try {
      Optional<String> reason = notRunBecause();
      if (reason.isPresent()) {
        return Verdict.notRun(reason.get());
      }
      return runWithGlobals();
    } catch (CaseWords.UnknownWordsException e) {
      return Verdict.notRun(e.getMessage());
    } catch (IOException | SQLException | RuntimeException e) {
      return Verdict.unclear(e.toString());
    }
  }

  private Optional<String> notRunBecause() {
    TreeSet<String> unknown = new TreeSet<>();
    folder
        .upstreams()
        .values()
        .forEach(script -> script.actions().forEach(action -> unknown.add(action.verb())));
    unknown.removeAll(CaseActions.KNOWN);
    if (!unknown.isEmpty()) {
      return Optional.of("unknown verb " + String.join(", ", unknown));
    }
    if (!folder.settings().unknown().isEmpty()) {
      String clauses = String.join("; ", folder.settings().unknown());
      return Optional.of("cannot set what its case.md asks of the servers: " + clauses);
    }
    if (folder.judgement() == Judgement.UNKNOWN) {
      return Optional.of("its case.md is judged by words that the runner does not know");
    }
    if (!setting.upstreams().gtid() && (folder.needsGtid() || folder.standbyIsReplica())) {
      return Optional.of("needs gtid_mode=ON");
    }
    if (setting.twice() && folder.losesBinlogs()) {
      return Optional.of("takes its binlogs away, so nothing can be delivered twice");
    }
    if (CaseActions.needsLocalTarget(folder) && !setting.environment().target().canBeKilled()) {
      return Optional.of("stops the target, which a target given by URL does not allow");
    }
    String oldest = folder.settings().oldestVersion();
    boolean tooOld =
        !oldest.isEmpty() && !ServerSettings.atLeast(setting.upstream(1).version(), oldest);
    return tooOld
        ? Optional.of("needs MySQL " + oldest + ", this is " + setting.upstream(1).version())
        : Optional.empty();
  }

  private Verdict runWithGlobals()
      throws IOException, SQLException, InterruptedException, CaseWords.UnknownWordsException {
    try (TargetGlobals globals = new TargetGlobals(setting.environment().target())) {
      CaseOptions options = CaseOptions.of(folder);
      globals.set(folder.settings().target());
      if (!moreSqlModes.isEmpty()) {
        globals.addSqlModes(moreSqlModes);
      }
      target.create();
      return replicate(options, globals);
    } finally {
      cleanUp();
    }
  }

  private Verdict replicate(CaseOptions options, TargetGlobals globals)
      throws IOException, SQLException, InterruptedException {
    Pipeline pipeline = new Pipeline(setting.environment(), shape(options));
    if (folder.losesBinlogs()) {
      pipeline.positionsRepeat();
    }
    Map<Integer, BinlogPosition> starts = new TreeMap<>();
    int standby = folder.standby();
    Replica replica =
        folder.standbyIsReplica()
            ? Replica.start(setting.upstream(1), setting.upstream(standby))
            : null;
    try {
      Optional<Verdict> ended = runScripts(pipeline, starts, replica, globals);
      return ended.isPresent() ? ended.get() : judge.content(failedAsExpected);
    } finally {
      sessions.values().forEach(ClientSession::close);
    }
  }

  /** The verdict when the case did not come to its end. */
  private Optional<Verdict> runScripts(
      Pipeline pipeline,
      Map<Integer, BinlogPosition> starts,
      Replica replica,
      TargetGlobals globals)
      throws IOException, SQLException, InterruptedException {
    try (DeletedAtEnd deleted = new DeletedAtEnd(pipeline);
        CaseActions actions = new CaseActions(setting, pipeline, starts, replica, globals)) {
      try {
        if (folder.setupFirst()) {
          runSetup(actions, pipeline);
        }
        for (int upstream : folder.upstreams().keySet()) {
          if (upstream != folder.standby()) {
            starts.put(upstream, BinlogPosition.now(setting.upstream(upstream)));
            pipeline.createSource(upstream, setting.upstream(upstream));
          }
        }
        pipeline.createSink();
        if (!folder.setupFirst()) {
          runSetup(actions, pipeline);
        }
        runSteps(actions, pipeline);
        actions.awaitAllCaughtUp();
        if (setting.twice()) {
          deliverAgain(actions, starts);
        }
      } catch (EnvironmentException | IOException | SQLException e) {
        return Optional.of(judge.failure(pipeline, e));
      } catch (WrongOnTheWayException e) {
        return Optional.of(e.verdict);
      }
    }
    return Optional.empty();
  }

  /** Deletes the connectors when the workers are up again. */
  private record DeletedAtEnd(Pipeline pipeline) implements AutoCloseable {
    @Override
    public void close() {
      pipeline.delete();
    }
  }

  /** Everything once more from before the setup: nothing may change. */
  private static void deliverAgain(CaseActions actions, Map<Integer, BinlogPosition> starts)
      throws IOException, SQLException, InterruptedException {
    for (int source : starts.keySet()) {
      actions.run("reset-source-to-start", "", source);
    }
    actions.awaitAllCaughtUp();
  }

  private Pipeline.Shape shape(CaseOptions options) throws SQLException {
    Map<String, String> source = new LinkedHashMap<>();
    String waitTimeout = folder.settings().target().get("wait_timeout");
    if (waitTimeout != null) {
      // Else the heartbeats that the sink stores would keep its connection from being idle.
      long idleMs = 2000 * Long.parseLong(waitTimeout);
      source.put("heartbeat.interval.ms", String.valueOf(idleMs));
    }
    source.putAll(options.source());
    List<String> whole = target.tablesOfSeveralKeys();
    if (setting.partitions() > 1 && !whole.isEmpty()) {
      source.putIfAbsent("affinity.tables", String.join(",", whole));
    }
    return new Pipeline.Shape(
        "c%s-%s-p%d".formatted(folder.number(), setting.runId(), setting.partitions()),
        setting.metadataDatabase(),
        setting.partitions(),
        folder.changesSinkTasks() ? 1 : setting.tasks(),
        source,
        options.sink());
  }

  private void runSetup(CaseActions actions, Pipeline pipeline)
      throws IOException, SQLException, InterruptedException, WrongOnTheWayException {
    for (Map.Entry<Integer, UpstreamScript> upstream : folder.upstreams().entrySet()) {
      runChunks(upstream.getKey(), upstream.getValue().setup(), actions, pipeline);
    }
  }

  private void runSteps(CaseActions actions, Pipeline pipeline)
      throws IOException, SQLException, InterruptedException, WrongOnTheWayException {
    TreeSet<Integer> steps = new TreeSet<>();
    folder.upstreams().values().forEach(script -> steps.addAll(script.steps().keySet()));
    for (int step : steps) {
      for (Map.Entry<Integer, UpstreamScript> upstream : folder.upstreams().entrySet()) {
        List<Chunk> chunks = upstream.getValue().steps().getOrDefault(step, List.of());
        runChunks(upstream.getKey(), chunks, actions, pipeline);
      }
    }
  }

  private void runChunks(int upstream, List<Chunk> chunks, CaseActions actions, Pipeline pipeline)
      throws IOException, SQLException, InterruptedException, WrongOnTheWayException {
    for (Chunk chunk : chunks) {
      if (chunk instanceof Chunk.Sql sql) {
        session(upstream).run(sql.text(), SQL_WITHIN);
      } else if (chunk instanceof Chunk.Action action) {
        runAction(upstream, action, actions, pipeline);
      }
    }
  }

  private ClientSession session(int upstream) throws IOException {
    ClientSession session = sessions.get(upstream);
    if (session == null) {
      session =
          new ClientSession(
              setting.client(),
              setting.login(setting.upstream(upstream)),
              folder.upstreams().get(upstream).force());
      sessions.put(upstream, session);
    }
    return session;
  }

  private void runAction(int upstream, Chunk.Action action, CaseActions actions, Pipeline pipeline)
      throws IOException, SQLException, InterruptedException, WrongOnTheWayException {
    int named = CaseActions.upstream(action.arguments(), upstream);
    if (CaseActions.endsSession(action.verb()) && sessions.containsKey(named)) {
      sessions.remove(named).close();
    }
    switch (action.verb()) {
      case "check" -> check(action.arguments());
      case "expect-task-failure" -> expectFailure(pipeline);
      default -> actions.run(action.verb(), action.arguments(), upstream);
    }
  }

  private void check(String number)
      throws IOException, SQLException, InterruptedException, WrongOnTheWayException {
    long deadline = System.nanoTime() + SENTINEL_WITHIN.toNanos();
    while (!target.hasSentinel(number)) {
      if (System.nanoTime() > deadline) {
        throw new EnvironmentException("sentinel row " + number + " has not arrived");
      }
      Thread.sleep(50);
    }
    String diff = judge.differenceAt(number);
    if (!diff.isEmpty()) {
      throw new WrongOnTheWayException(Verdict.wrong("at check " + number + "\n" + diff));
    }
  }

  private void expectFailure(Pipeline pipeline) throws WrongOnTheWayException {
    Waiting.until(
        FAILURE_WITHIN, () -> pipeline.sinkFailure().isPresent(), () -> "the sink has failed");
    String failure = pipeline.sinkFailure().orElseThrow();
    if (!judge.clear(failure)) {
      throw new WrongOnTheWayException(
          Verdict.unclear("the sink should have failed otherwise: " + failure));
    }
    failedAsExpected = true;
  }

  private void cleanUp() {
    try {
      target.drop();
    } catch (SQLException | RuntimeException e) {
      System.err.println(folder.name() + ": could not drop its schemas: " + e.getMessage());
    }
  }
}
