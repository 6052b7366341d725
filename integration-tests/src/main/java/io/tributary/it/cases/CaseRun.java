package io.tributary.it.cases;

import io.tributary.it.cases.CaseFolder.Judgement;
import io.tributary.it.cases.UpstreamScript.Chunk;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.Waiting;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.Pipeline;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** One case from its first table to its verdict. Used by one thread. */
final class CaseRun {
  private static final Duration SQL_WITHIN = Duration.ofMinutes(10);
  private static final Duration SENTINEL_WITHIN = Duration.ofSeconds(60);
  private static final Duration SETTLED_WITHIN = Duration.ofSeconds(15);
  private static final Duration FAILURE_WITHIN = Duration.ofSeconds(60);

  private final CaseSetting setting;
  private final CaseFolder folder;
  private final CaseTarget target;
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
    this.moreSqlModes = moreSqlModes;
  }

  /** Content that was looked at on the way and was not right. */
  private static final class WrongContentException extends Exception {
    private static final long serialVersionUID = 1L;

    WrongContentException(String message) {
      super(message);
    }
  }

  Verdict run() throws InterruptedException {
    TreeSet<String> unknown = new TreeSet<>();
    folder
        .upstreams()
        .values()
        .forEach(script -> script.actions().forEach(action -> unknown.add(action.verb())));
    unknown.removeAll(CaseActions.KNOWN);
    if (!unknown.isEmpty()) {
      return Verdict.notRun("unknown verb " + String.join(", ", unknown));
    }
    if (!setting.upstreams().gtid() && (folder.needsGtid() || folder.standbyIsReplica())) {
      return Verdict.notRun("needs gtid_mode=ON");
    }
    if (CaseActions.needsLocalTarget(folder) && !setting.environment().target().canBeKilled()) {
      return Verdict.notRun("stops the target, which a target given by URL does not allow");
    }
    try (TargetGlobals globals = new TargetGlobals(setting.environment().target())) {
      CaseOptions options = CaseOptions.of(folder);
      globals.set(folder.settings().target());
      if (!moreSqlModes.isEmpty()) {
        globals.addSqlModes(moreSqlModes);
      }
      target.create();
      return replicate(options, globals);
    } catch (CaseOptions.UnknownWordsException e) {
      return Verdict.notRun(e.getMessage());
    } catch (IOException | SQLException | RuntimeException e) {
      return Verdict.unclear(e.toString());
    } finally {
      cleanUp();
    }
  }

  private Verdict replicate(CaseOptions options, TargetGlobals globals)
      throws IOException, SQLException, InterruptedException {
    Pipeline pipeline = new Pipeline(setting.environment(), shape(options));
    Map<Integer, BinlogPosition> starts = new TreeMap<>();
    int standby = folder.standby();
    Replica replica =
        folder.standbyIsReplica()
            ? Replica.start(setting.upstream(1), setting.upstream(standby))
            : null;
    try (CaseActions actions = new CaseActions(setting, pipeline, starts, replica, globals)) {
      try {
        if (folder.setupFirst()) {
          runSetup(actions, pipeline);
        }
        for (int upstream : folder.upstreams().keySet()) {
          if (upstream != standby) {
            starts.put(upstream, BinlogPosition.now(setting.upstream(upstream)));
            pipeline.createSource(upstream, setting.upstream(upstream));
          }
        }
        pipeline.createSink();
        if (!folder.setupFirst()) {
          runSetup(actions, pipeline);
        }
        runSteps(actions, pipeline);
        pipeline.awaitCaughtUp();
        if (setting.twice()) {
          deliverAgain(pipeline, starts);
        }
      } catch (EnvironmentException | IOException | SQLException e) {
        return judgeFailure(pipeline, e);
      } catch (WrongContentException e) {
        return Verdict.wrong(e.getMessage());
      } finally {
        sessions.values().forEach(ClientSession::close);
        pipeline.delete();
      }
      return judgeContent();
    }
  }

  /** Everything once more from before the setup: nothing may change. */
  private static void deliverAgain(Pipeline pipeline, Map<Integer, BinlogPosition> starts)
      throws SQLException {
    starts.forEach(pipeline::resetSource);
    pipeline.awaitCaughtUp();
  }

  private Pipeline.Shape shape(CaseOptions options) throws SQLException {
    Map<String, String> source = new LinkedHashMap<>(options.source());
    List<String> whole = target.tablesOfSeveralKeys();
    if (setting.partitions() > 1 && !whole.isEmpty()) {
      source.putIfAbsent("affinity.tables", String.join(",", whole));
    }
    return new Pipeline.Shape(
        "c%s-%s-p%d".formatted(folder.number(), setting.runId(), setting.partitions()),
        setting.metadataDatabase(),
        setting.partitions(),
        setting.tasks(),
        source,
        options.sink());
  }

  private void runSetup(CaseActions actions, Pipeline pipeline)
      throws IOException, SQLException, InterruptedException, WrongContentException {
    for (Map.Entry<Integer, UpstreamScript> upstream : folder.upstreams().entrySet()) {
      runChunks(upstream.getKey(), upstream.getValue().setup(), actions, pipeline);
    }
  }

  private void runSteps(CaseActions actions, Pipeline pipeline)
      throws IOException, SQLException, InterruptedException, WrongContentException {
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
      throws IOException, SQLException, InterruptedException, WrongContentException {
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
      throws IOException, SQLException, InterruptedException, WrongContentException {
    if (CaseActions.endsSession(action.verb()) && sessions.containsKey(upstream)) {
      sessions.remove(upstream).close();
    }
    switch (action.verb()) {
      case "check" -> check(action.arguments());
      case "expect-task-failure" -> expectFailure(pipeline);
      default -> actions.run(action.verb(), action.arguments(), upstream);
    }
  }

  private void check(String number)
      throws IOException, SQLException, InterruptedException, WrongContentException {
    long deadline = System.nanoTime() + SENTINEL_WITHIN.toNanos();
    while (!target.hasSentinel(number)) {
      if (System.nanoTime() > deadline) {
        throw new EnvironmentException("sentinel row " + number + " has not arrived");
      }
      Thread.sleep(50);
    }
    String expected = folder.text("expect-" + number + ".txt", target.tidb());
    String diff = ContentDiff.of(expected, target.query("expect-" + number + ".sql"));
    if (!diff.isEmpty()) {
      throw new WrongContentException("at check " + number + "\n" + diff);
    }
  }

  private void expectFailure(Pipeline pipeline) {
    Waiting.until(
        FAILURE_WITHIN, () -> pipeline.sinkFailure().isPresent(), () -> "the sink has failed");
    failedAsExpected = clear(pipeline.sinkFailure().orElseThrow());
  }

  private boolean clear(String failure) {
    String expected = folder.text("expect-error.txt", target.tidb());
    return expected != null && Pattern.compile(expected.strip()).matcher(failure).find();
  }

  private Verdict judgeFailure(Pipeline pipeline, Exception cause)
      throws IOException, InterruptedException {
    String failure = pipeline.failure().orElse(cause.toString());
    Judgement judgement = folder.judgement();
    if (definitionNotKnown(failure)) {
      return Verdict.passed("refused clearly: " + firstLine(failure));
    }
    boolean allowed = judgement == Judgement.EITHER || judgement == Judgement.ERROR;
    if (!allowed || !clear(failure)) {
      return Verdict.unclear(failure);
    }
    if (judgement == Judgement.ERROR) {
      String diff = settledDiff();
      return diff.isEmpty()
          ? Verdict.passed("failed clearly: " + firstLine(failure))
          : Verdict.wrong("failed clearly, but the target holds something else\n" + diff);
    }
    return Verdict.passed("refused clearly: " + firstLine(failure));
  }

  /**
   * With MINIMAL metadata a definition that changed cannot always be known: a stop that says so is
   * right there, whatever the case asks for with FULL.
   */
  private boolean definitionNotKnown(String failure) {
    return !setting.upstreams().fullMetadata()
        && folder.changesDefinitions()
        && failure.contains("binlog_row_metadata");
  }

  private Verdict judgeContent() throws IOException, InterruptedException {
    String diff = contentDiff();
    if (!diff.isEmpty()) {
      return Verdict.wrong(diff);
    }
    String untrue = upstreamDiff();
    if (!untrue.isEmpty()) {
      return Verdict.unclear("the upstream itself does not hold what expect.txt says\n" + untrue);
    }
    return switch (folder.judgement()) {
      case CONTENT, EITHER -> Verdict.passed(stretch());
      case ERROR -> Verdict.unclear("a clear failure was due, and no task failed");
      case ERROR_THEN_CONTENT ->
          failedAsExpected
              ? Verdict.passed(stretch())
              : Verdict.unclear("no task failed with what expect-error.txt says");
    };
  }

  private String contentDiff() throws IOException, InterruptedException {
    return ContentDiff.of(folder.text("expect.txt", target.tidb()), target.query("expect.sql"));
  }

  /** By the query that says it of the upstream, where there is one. */
  private String upstreamDiff() throws IOException, InterruptedException {
    String truth = folder.text("truth.sql", false);
    if (truth == null || folder.upstreams().size() != 1) {
      return "";
    }
    ClientSession.Output output =
        ClientSession.runOnce(setting.client(), setting.login(setting.upstream(1)), truth);
    return ContentDiff.of(folder.text("expect.txt", false), output.text());
  }

  /** Wishes beyond the case are told apart and fail nothing. */
  private String stretch() throws IOException, InterruptedException {
    String expected = folder.text("expect-stretch.txt", target.tidb());
    if (expected == null) {
      return "";
    }
    String diff = ContentDiff.of(expected, target.query("expect-stretch.sql"));
    return diff.isEmpty() ? "stretch: fulfilled" : "stretch: not fulfilled\n" + diff;
  }

  /** What came before a failed source may still be on its way through Kafka. */
  private String settledDiff() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SETTLED_WITHIN.toNanos();
    String diff = contentDiff();
    while (!diff.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(500);
      diff = contentDiff();
    }
    return diff;
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private void cleanUp() {
    try {
      target.drop();
    } catch (SQLException | EnvironmentException e) {
      System.err.println(folder.name() + ": could not drop its schemas: " + e.getMessage());
    }
  }
}
