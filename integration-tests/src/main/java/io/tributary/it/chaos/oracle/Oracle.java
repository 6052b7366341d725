package io.tributary.it.chaos.oracle;

import io.tributary.it.chaos.workload.ShardTables;
import io.tributary.it.chaos.workload.Traffic;
import io.tributary.it.chaos.workload.Upstream;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.Waiting;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.UnionComparison;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a fleet whose traffic is held and of which the target has everything. Used by one thread.
 */
public final class Oracle {
  private static final int SHOWN = 5;
  private static final Duration READER_WITHIN = Duration.ofSeconds(60);

  private final Environment environment;
  private final List<Upstream> upstreams;
  private final ShardTables tables;
  private final WholeTransactions seen;
  private final Logs logs;

  /**
   * What is read beside the tables.
   *
   * @param seen what a reader of the topic sees
   * @param metadataDatabase of the sink
   * @param targetStart where the target's log was before the run; empty when it cannot be read
   */
  public record Logs(
      WholeTransactions seen, String metadataDatabase, Optional<BinlogPosition> targetStart) {}

  public Oracle(Environment environment, List<Upstream> upstreams, ShardTables tables, Logs logs) {
    this.environment = environment;
    this.upstreams = List.copyOf(upstreams);
    this.tables = tables;
    this.seen = logs.seen();
    this.logs = logs;
  }

  /**
   * Compares everything.
   *
   * @param withLog whether the target's log is read, too, which takes its time; only that of a
   *     local target can be
   */
  public Verdict judge(Traffic traffic, boolean withLog) throws SQLException {
    long rows = 0;
    long lost = 0;
    long doubled = 0;
    long bent = 0;
    List<String> examples = new ArrayList<>();
    for (ShardTables.Merged table : tables.merged()) {
      UnionComparison.Result result = compare(table);
      rows += result.rows();
      lost += result.missing();
      doubled += result.extra();
      bent += result.different();
      if (!result.equal()) {
        examples.add(table.target() + ": " + result);
      }
    }
    List<String> torn = torn(traffic);
    List<String> fenced = withLog ? fenced() : List.of();
    torn.stream().limit(SHOWN).forEach(examples::add);
    fenced.stream().limit(SHOWN).forEach(examples::add);
    return new Verdict(rows, lost, doubled, bent, torn.size(), fenced.size(), examples);
  }

  private UnionComparison.Result compare(ShardTables.Merged table) throws SQLException {
    List<UnionComparison.Part> shards = new ArrayList<>();
    for (ShardTables.Shard shard : table.shards()) {
      MySqlServer server = upstreams.get(shard.upstream() - 1).server();
      shards.add(new UnionComparison.Part(server::connect, shard.table()));
    }
    UnionComparison.Part target =
        new UnionComparison.Part(environment.target()::connect, table.target());
    return UnionComparison.compare(shards, target, table.columns(), table.keyColumns());
  }

  private List<String> torn(Traffic traffic) {
    long end = System.nanoTime() + READER_WITHIN.toNanos();
    while (!seen.torn().isEmpty() && System.nanoTime() < end) {
      Waiting.pause();
    }
    List<String> torn = new ArrayList<>(seen.torn());
    for (long serial : seen.seenOf(traffic.journal().undone())) {
      torn.add("transaction " + serial + " was rolled back, and a reader has seen it");
    }
    return torn;
  }

  private List<String> fenced() {
    if (logs.targetStart().isEmpty()) {
      return List.of();
    }
    FenceLog log = new FenceLog(ShardTables.SCHEMA, logs.metadataDatabase());
    MySqlServer server = environment.target().server().orElseThrow();
    BinlogPosition start = logs.targetStart().get();
    List<String> command = new ArrayList<>();
    command.add(environment.programs().resolve("mysqlbinlog").toString());
    command.addAll(
        List.of("--read-from-remote-server", "--to-last-log", "-v", "--base64-output=decode-rows"));
    command.addAll(
        List.of("--host=" + server.host(), "--port=" + server.port(), "--user=" + server.user()));
    command.add("--start-position=" + start.offset());
    command.add(start.fileName());
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectError(environment.folder().resolve("mysqlbinlog.log").toFile())
              .start();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        lines.lines().forEach(log::line);
      }
      if (process.waitFor() != 0) {
        throw new EnvironmentException("mysqlbinlog cannot read the target's log");
      }
    } catch (IOException e) {
      throw new EnvironmentException("mysqlbinlog cannot read the target's log", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while the target's log was being read", e);
    }
    if (log.transactions() == 0) {
      throw new EnvironmentException("no transaction of the sink in the target's log");
    }
    return log.fenced();
  }
}
