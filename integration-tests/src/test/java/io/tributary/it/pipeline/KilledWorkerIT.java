package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The workers are killed at random moments of a mixed workload; nothing may be lost, doubled or
 * bent. Everyday one run of 20 s, full ten runs of 60 s in a row.
 */
@ExtendWith(SharedEnvironment.class)
class KilledWorkerIT {
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));
  private static final int RUNS = FULL ? 10 : 1;
  private static final Duration WORKLOAD = Duration.ofSeconds(FULL ? 60 : 20);
  private static final List<String> ITEM_COLUMNS = List.of("id", "n", "text", "price");

  private final Environment environment;

  KilledWorkerIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void nothingIsLostDoubledOrBentWhenWorkersAreKilled() throws Exception {
    long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
    List<MySqlServer> servers =
        List.of(environment.mysql("upstream-1"), environment.mysql("upstream-2"));
    for (int run = 0; run < RUNS; run++) {
      oneRun("kill" + run, servers, seed + run, WORKLOAD, run % 2 == 1);
    }
  }

  /** The same where merged rows name their owner: the one hidden comes from memory and ledger. */
  @Test
  void nothingIsLostDoubledOrBentWhereRowsNameTheirOwner() throws Exception {
    long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
    oneRun(
        "killcolumn",
        List.of(environment.mysql("upstream-1"), environment.mysql("upstream-2")),
        seed,
        Duration.ofSeconds(FULL ? 60 : 12),
        true);
  }

  @Test
  @FullSize
  void nothingIsLostDoubledOrBentFromMySql80() throws Exception {
    long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
    List<MySqlServer> servers =
        List.of(
            environment.mysql("mysql80-1", ServerVersion.MYSQL_8_0, List.of()),
            environment.mysql("mysql80-2", ServerVersion.MYSQL_8_0, List.of()));
    oneRun("kill80", servers, seed, WORKLOAD, false);
  }

  private void oneRun(
      String schema, List<MySqlServer> servers, long seed, Duration duration, boolean column)
      throws Exception {
    onTarget(MixedWorkload.targetTables(schema));
    if (column) {
      onTarget(List.of("ALTER TABLE " + schema + ".items ADD COLUMN tributary_shard SMALLINT"));
    }
    Pipeline pipeline =
        new Pipeline(
            environment,
            new Pipeline.Shape(
                schema,
                "tributary_" + schema,
                3,
                2,
                Map.of("table.include.list", schema + "\\..*"),
                Map.of("merge.tables", schema + ".items")));
    try {
      pipeline.createSource(1, servers.get(0));
      pipeline.createSource(2, servers.get(1));
      pipeline.createSink();
      try (MixedWorkload workload = new MixedWorkload(servers, schema, seed)) {
        int kills = drive(workload, new Random(seed), duration);
        pipeline.awaitCaughtUp();
        System.out.printf(
            "%s: seed %d, %d transactions, %d kills%n",
            schema, seed, workload.transactions(), kills);
      }
      compare(schema, servers, seed);
    } finally {
      pipeline.delete();
      onTarget(
          List.of(
              "DROP DATABASE IF EXISTS " + schema, "DROP DATABASE IF EXISTS tributary_" + schema));
    }
  }

  private int drive(MixedWorkload workload, Random random, Duration duration) throws SQLException {
    long end = System.nanoTime() + duration.toNanos();
    long nextKill = System.nanoTime() + Duration.ofMillis(1500 + random.nextInt(3000)).toNanos();
    int kills = 0;
    while (System.nanoTime() < end) {
      workload.step();
      if (System.nanoTime() > nextKill) {
        ConnectCluster victim = random.nextBoolean() ? environment.sources() : environment.sinks();
        victim.kill();
        kills++;
        for (int i = random.nextInt(200); i > 0; i--) {
          workload.step();
        }
        victim.start();
        nextKill = System.nanoTime() + Duration.ofMillis(1500 + random.nextInt(5000)).toNanos();
      }
    }
    return kills;
  }

  private void compare(String schema, List<MySqlServer> servers, long seed) throws SQLException {
    check(schema + ".items", servers, ITEM_COLUMNS, 1, seed);
    for (int i = 1; i <= 2; i++) {
      List<MySqlServer> one = servers.subList(i - 1, i);
      check(schema + ".own_" + i, one, ITEM_COLUMNS, 1, seed);
      check(schema + ".log_" + i, one, List.of("n", "text"), 0, seed);
    }
  }

  private void check(
      String table, List<MySqlServer> servers, List<String> columns, int keyColumns, long seed)
      throws SQLException {
    List<UnionComparison.Part> shards = new ArrayList<>();
    servers.forEach(server -> shards.add(new UnionComparison.Part(server::connect, table)));
    UnionComparison.Result result =
        UnionComparison.compare(
            shards,
            new UnionComparison.Part(environment.target()::connect, table),
            columns,
            keyColumns);
    assertTrue(result.equal(), () -> "seed " + seed + ", " + table + ": " + result);
    assertTrue(result.rows() > 0, () -> table + " is empty: the workload did nothing");
  }

  private void onTarget(List<String> statements) throws SQLException {
    try (Connection connection = environment.target().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
