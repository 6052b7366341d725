package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.Target;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.Pipeline;
import io.tributary.it.pipeline.Replica;
import io.tributary.it.pipeline.RivalReplica;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The verbs of {@code -- ACTION} lines. Used by one thread. */
final class CaseActions implements AutoCloseable {
  /** Verbs that this runner knows. */
  static final Set<String> KNOWN =
      Set.of(
          "check",
          "wait-caught-up",
          "stop-source",
          "start-source",
          "restart-source",
          "kill-source",
          "reset-source-to-start",
          "point-source-to",
          "restart-sink",
          "set-sink-tasks",
          "kill-worker",
          "start-worker",
          "restart-upstream",
          "kill-upstream",
          "stop-upstream",
          "start-upstream",
          "stop-target",
          "start-target",
          "target-sql",
          "target-hold",
          "start-rival-replica",
          "stop-rival-replica",
          "expect-task-failure",
          "sleep");

  /** What the client of target-hold prints when it holds its locks. */
  private static final String HELD = "__held__";

  private static final Duration CAUGHT_UP_WITHIN = Duration.ofMinutes(5);

  private final CaseSetting setting;
  private final Pipeline pipeline;
  private final Map<Integer, BinlogPosition> starts;
  private final List<Process> background = new ArrayList<>();
  private final List<RivalReplica> rivals = new ArrayList<>();
  private final Replica replica;
  private final TargetGlobals globals;

  /** Upstreams that sources read from, where it is not the one of their own number. */
  private final Map<Integer, Integer> pointedTo = new TreeMap<>();

  private boolean sourcesKilled;

  /**
   * @param starts where each upstream's binlog ended before the case
   * @param replica the standby that a source can be pointed to; null when there is none
   * @param globals what is put back at the target in the end
   */
  CaseActions(
      CaseSetting setting,
      Pipeline pipeline,
      Map<Integer, BinlogPosition> starts,
      Replica replica,
      TargetGlobals globals) {
    this.setting = setting;
    this.pipeline = pipeline;
    this.starts = starts;
    this.replica = replica;
    this.globals = globals;
  }

  /** Whether the SQL session of the upstream must be opened anew after this verb. */
  static boolean endsSession(String verb) {
    return verb.endsWith("-upstream");
  }

  /**
   * Does what a verb says, except {@code check} and {@code expect-task-failure}, which judge.
   *
   * @param file number of the upstream whose file this stands in
   */
  void run(String verb, String arguments, int file)
      throws IOException, InterruptedException, SQLException {
    Environment environment = setting.environment();
    int upstream = upstream(arguments, file);
    int source = sourceOf(upstream);
    if (verb.contains("-source") || verb.equals("wait-caught-up")) {
      reviveSources();
    }
    switch (verb) {
      case "point-source-to" -> pointSource(sourceOf(file), upstream);
      case "wait-caught-up" -> awaitCaughtUp(source);
      case "stop-source" -> pipeline.stopSource(source);
      case "start-source" -> pipeline.startSource(source);
      case "restart-source" -> pipeline.restartSource(source);
      case "kill-source" -> killSource(source);
      case "reset-source-to-start" -> pipeline.resetSource(source, starts.get(source));
      case "restart-sink" -> pipeline.restartSink();
      case "set-sink-tasks" -> pipeline.setSinkTasks(Integer.parseInt(arguments.strip()));
      case "kill-worker" -> {
        environment.sources().kill();
        environment.sinks().kill();
      }
      case "start-worker" -> {
        environment.sources().start();
        environment.sinks().start();
      }
      case "sleep" -> Thread.sleep(Math.round(Double.parseDouble(arguments.strip()) * 1000));
      default -> runOnServers(verb, arguments, upstream);
    }
  }

  /** The upstream that a verb is about: the one it names, else the one whose file it stands in. */
  static int upstream(String arguments, int file) {
    String words = arguments.strip();
    return words.matches("\\d+") ? Integer.parseInt(words) : file;
  }

  /** The source that reads an upstream now; a server without one belongs to the only source. */
  private int sourceOf(int upstream) {
    for (Map.Entry<Integer, Integer> pointed : pointedTo.entrySet()) {
      if (pointed.getValue() == upstream) {
        return pointed.getKey();
      }
    }
    boolean only = starts.size() == 1 && !starts.containsKey(upstream);
    return only ? starts.keySet().iterator().next() : upstream;
  }

  /** Until the target shows all that every upstream has. */
  void awaitAllCaughtUp() throws SQLException, IOException {
    reviveSources();
    for (int source : starts.keySet()) {
      awaitCaughtUp(source);
    }
  }

  private void awaitCaughtUp(int source) throws SQLException, IOException {
    if (replica != null && pointedTo.containsKey(source)) {
      replica.awaitCaughtUp();
    }
    pipeline.awaitCaughtUp(source, CAUGHT_UP_WITHIN);
  }

  /**
   * All sources of a run live in one worker: the others go on without the one that was killed,
   * which is stopped before it is started again.
   */
  private void killSource(int source) {
    setting.environment().sources().kill();
    sourcesKilled = true;
    if (starts.size() > 1) {
      reviveSources();
      pipeline.stopSource(source);
    }
  }

  private void reviveSources() {
    if (sourcesKilled) {
      setting.environment().sources().start();
      sourcesKilled = false;
    }
  }

  private void pointSource(int source, int upstream) throws IOException, SQLException {
    if (replica != null) {
      replica.awaitCaughtUp();
    }
    pipeline.moveSource(source, setting.upstream(upstream));
    if (upstream == source) {
      pointedTo.remove(source);
    } else {
      pointedTo.put(source, upstream);
    }
  }

  private void runOnServers(String verb, String arguments, int upstream)
      throws IOException, InterruptedException, SQLException {
    MySqlServer server = setting.upstream(upstream);
    switch (verb) {
      case "restart-upstream" -> server.restart();
      case "kill-upstream" -> server.kill();
      case "stop-upstream" -> server.stop();
      case "start-upstream" -> server.start();
      case "stop-target" -> localTarget().stop();
      case "start-target" -> {
        localTarget().start();
        globals.targetRestarted();
      }
      case "target-sql" -> onTarget(arguments);
      case "target-hold" -> holdTarget(arguments);
      case "start-rival-replica" -> startRival(upstream);
      case "stop-rival-replica" -> rivals.forEach(RivalReplica::close);
      default -> throw new IOException("no such verb: " + verb);
    }
  }

  /** Whether a case needs a target that can be stopped, and this one cannot. */
  static boolean needsLocalTarget(CaseFolder folder) {
    return folder.upstreams().values().stream()
        .flatMap(script -> script.actions().stream())
        .anyMatch(action -> Pattern.matches("(stop|start)-target", action.verb()));
  }

  private MySqlServer localTarget() {
    Target target = setting.environment().target();
    return target
        .server()
        .orElseThrow(() -> new IllegalStateException("a target given by URL cannot be stopped"));
  }

  private void onTarget(String sql) throws IOException, InterruptedException, SQLException {
    globals.beforeStatement(sql);
    ClientSession.Output output =
        ClientSession.runOnce(setting.client(), setting.targetLogin(), sql);
    if (output.exitCode() != 0) {
      throw new IOException("target-sql " + sql + ": " + output.text());
    }
  }

  /** Returns when the query has run, so that its locks are held. */
  private void holdTarget(String arguments) throws IOException {
    String[] words = arguments.split(" ", 2);
    String query = words[1].strip().replaceFirst(";$", "");
    String sql =
        "BEGIN; %s; SELECT '%s'; SELECT SLEEP(%s); ROLLBACK;\n".formatted(query, HELD, words[0]);
    List<String> command = new ArrayList<>(setting.targetLogin().command(setting.client()));
    command.addAll(List.of("-N", "-B", "-n", "-e", sql));
    Process client = setting.targetLogin().start(command);
    background.add(client);
    // Ends also when the query fails: the client does then.
    StringBuilder output = new StringBuilder();
    BufferedReader lines = client.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); !HELD.equals(line); line = lines.readLine()) {
      if (line == null) {
        throw new IOException("target-hold " + query + ": " + output);
      }
      output.append(line).append('\n');
    }
  }

  private void startRival(int upstream) throws IOException, SQLException {
    rivals.add(
        RivalReplica.start(
            setting.environment(),
            setting.upstream(upstream),
            pipeline.serverIdOf(sourceOf(upstream))));
  }

  /** Everything that a case may have ended runs again. */
  @Override
  public void close() {
    background.forEach(Process::destroyForcibly);
    rivals.forEach(RivalReplica::close);
    setting.environment().target().server().ifPresent(MySqlServer::start);
    if (!setting.environment().sources().running()) {
      setting.environment().sources().start();
    }
    if (!setting.environment().sinks().running()) {
      setting.environment().sinks().start();
    }
  }
}
