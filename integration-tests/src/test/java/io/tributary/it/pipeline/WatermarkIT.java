package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The documented query never says more than is true, by position and by time, while rows are
 * written and workers are killed. Everyday 12 s, full 90 s.
 */
@ExtendWith(SharedEnvironment.class)
class WatermarkIT {
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));
  private static final Duration WORKLOAD = Duration.ofSeconds(FULL ? 60 : 12);
  private static final int ROWS_OF_A_TRANSACTION = 7;

  private final Environment environment;
  private final long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);

  WatermarkIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard35_neverAheadOfWhatIsInTheTarget() throws SQLException {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "ahead", 3, Map.of())) {
      schema.both("CREATE TABLE item (id INT PRIMARY KEY, n INT, KEY (n))");
      schema.start();
      Random random = new Random(seed);
      History history = new History(schema);
      int looks = 0;
      long end = System.nanoTime() + WORKLOAD.toNanos();
      long nextKill = System.nanoTime() + WORKLOAD.toNanos() / 3;
      while (System.nanoTime() < end) {
        history.write();
        looks += history.look() ? 1 : 0;
        if (System.nanoTime() > nextKill) {
          var victim = FULL && random.nextBoolean() ? environment.sources() : environment.sinks();
          victim.kill();
          history.look();
          for (int i = 0; i < 50; i++) {
            history.write();
          }
          victim.start();
          nextKill = System.nanoTime() + Duration.ofMillis(8_000 + random.nextInt(8_000)).toNanos();
        }
      }
      schema.pipeline().awaitCaughtUp();
      assertTrue(history.look(), "caught up and no watermark");
      assertTrue(looks > 20, looks + " looks found a watermark");
      schema.assertSame("item", "id, n", 1);
    }
  }

  /** What the source has committed, and when; nothing else writes there meanwhile. */
  private final class History {
    private final ReplicatedSchema schema;
    private final Watermark watermark;
    private final TreeMap<Long, Integer> byPosition = new TreeMap<>();
    private final TreeMap<Long, Integer> byTime = new TreeMap<>();
    private int transactions;

    History(ReplicatedSchema schema) {
      this.schema = schema;
      this.watermark =
          new Watermark(
              environment.target(),
              schema.metadataDatabase(),
              schema.pipeline().sinkName(),
              schema.name());
    }

    /** One transaction with rows of all partitions. */
    void write() throws SQLException {
      transactions++;
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < ROWS_OF_A_TRANSACTION; i++) {
        rows.append(i == 0 ? "" : ", ")
            .append("(%d, %d)".formatted(transactions * ROWS_OF_A_TRANSACTION + i, transactions));
      }
      schema.source("INSERT INTO item VALUES " + rows);
      BinlogPosition end = BinlogPosition.now(schema.server());
      byPosition.put(order(end.fileNumber(), end.offset()), transactions);
      byTime.put(
          Long.parseLong(
              schema
                  .sourceColumn("SELECT CAST(UNIX_TIMESTAMP(SYSDATE(6)) * 1000000 AS SIGNED)")
                  .get(0)),
          transactions);
    }

    private long order(long file, long offset) {
      return (file << 40) + offset;
    }

    /** Compares in one snapshot of the target; says whether there was a watermark. */
    boolean look() throws SQLException {
      try (Connection connection = environment.target().connect();
          Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
        Optional<Watermark.Reached> reached = reached(connection);
        if (reached.isEmpty()) {
          return false;
        }
        long position = order(reached.get().file(), reached.get().offset());
        requireWhole(statement, reached.get(), history -> history.byPosition.floorEntry(position));
        requireWhole(
            statement, reached.get(), history -> history.byTime.floorEntry(reached.get().micros()));
        return true;
      }
    }

    private Optional<Watermark.Reached> reached(Connection connection) throws SQLException {
      try {
        return watermark.reached(connection, schema.pipeline().sourceName(1));
      } catch (SQLException e) {
        // The sink makes its tables at its start, perhaps after the snapshot (1412).
        if (e.getErrorCode() == 1146 || e.getErrorCode() == 1049 || e.getErrorCode() == 1412) {
          return Optional.empty();
        }
        throw e;
      }
    }

    private void requireWhole(
        Statement statement,
        Watermark.Reached reached,
        Function<History, Map.Entry<Long, Integer>> lastBefore)
        throws SQLException {
      Map.Entry<Long, Integer> last = lastBefore.apply(this);
      if (last == null) {
        return;
      }
      String sql = "SELECT COUNT(*) FROM " + schema.name() + ".item WHERE n <= " + last.getValue();
      try (ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        long missing = (long) last.getValue() * ROWS_OF_A_TRANSACTION - rows.getLong(1);
        assertTrue(
            missing == 0,
            () ->
                "seed "
                    + seed
                    + ": "
                    + reached
                    + " says that transaction "
                    + last.getValue()
                    + " is in the target, "
                    + missing
                    + " rows up to it are not");
      }
    }
  }
}
