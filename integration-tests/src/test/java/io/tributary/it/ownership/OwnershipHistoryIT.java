package io.tributary.it.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableName;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.sql.MergedHistory;
import io.tributary.sink.tidb.TargetException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random histories of three sources with two shard tables each, played to the applier on the real
 * target, by both roads and with several sizes of the cache: the end is the union of the shards,
 * and the roads agree after every batch. Keys are numbers, and words that change their spelling
 * under collations that do not see it (hazard 28).
 *
 * <p>Everyday a few, full {@value #FULL_HISTORIES} or {@code -Dtributary.ownership.histories};
 * {@code -Dtributary.ownership.seed} repeats.
 */
@ExtendWith(SharedEnvironment.class)
class OwnershipHistoryIT {
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));
  private static final int FULL_HISTORIES = 150;
  private static final int EVERYDAY_HISTORIES = 9;
  private static final String SCHEMA = "owned";
  private static final String METADATA = "tributary_owned";
  private static final String COLUMN = "tributary_shard";
  private static final int[] CACHE_SIZES = {0, 1, 3, Integer.MAX_VALUE};

  private final Environment environment;

  OwnershipHistoryIT(Environment environment) {
    this.environment = environment;
  }

  /** A kind of key, and its tables on both roads. */
  private record Kind(String name, String definition, MergedHistory.Spelling spelling) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("numbers", "INT", new Numbers()),
          new Kind(
              "padded",
              "VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
              new Words("utf8mb4_general_ci", List.of("ab", "AB", "\u00E2B"), "  ")),
          new Kind(
              "words",
              "VARCHAR(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci",
              new Words("utf8mb4_0900_ai_ci", List.of("ab", "aB", "\u00E1b", "\uFF41b"), "")));

  @Test
  void hazard25_26_27_28_bothRoadsEndAtTheUnionAndAgree() throws Exception {
    long seed = Long.getLong("tributary.ownership.seed", System.nanoTime() % 1_000_000_000);
    int histories =
        Integer.getInteger(
            "tributary.ownership.histories", FULL ? FULL_HISTORIES : EVERYDAY_HISTORIES);
    System.out.println("ownership histories: " + histories + " from seed " + seed);
    onTarget("CREATE DATABASE " + SCHEMA, "CREATE DATABASE " + METADATA);
    List<RealSide> sides = new ArrayList<>();
    try {
      for (Kind kind : KINDS) {
        for (String road : List.of("", ", " + COLUMN + " SMALLINT")) {
          String columns = "id " + kind.definition + " PRIMARY KEY, v INT NOT NULL" + road;
          TableName table = new TableName(SCHEMA, kind.name + (road.isEmpty() ? "" : "_column"));
          sides.add(new RealSide(environment.target(), table, columns, METADATA));
        }
      }
      for (int i = 0; i < histories; i++) {
        int kind = i % KINDS.size();
        run(seed + i, KINDS.get(kind), sides.get(2 * kind), sides.get(2 * kind + 1));
      }
    } finally {
      sides.forEach(RealSide::close);
      onTarget("DROP DATABASE IF EXISTS " + SCHEMA, "DROP DATABASE IF EXISTS " + METADATA);
    }
  }

  private static void run(long seed, Kind kind, RealSide ledger, RealSide column) throws Exception {
    Random random = new Random(seed);
    String where = "seed " + seed + ", " + kind.name;
    List<Map<String, String>> first = play(seed, kind, ledger, 0, where);
    RealSide any = random.nextBoolean() ? ledger : column;
    for (RealSide side : List.of(column, any)) {
      int size = CACHE_SIZES[random.nextInt(CACHE_SIZES.length)];
      assertEquals(first, play(seed, kind, side, size, where), where + ": the roads disagree");
    }
  }

  private static List<Map<String, String>> play(
      long seed, Kind kind, RealSide side, int cache, String where) throws Exception {
    MergedHistory history = new MergedHistory(seed, side.name(), kind.spelling);
    side.prepare(history.preloaded());
    List<Map<String, String>> seen = history.play(side, new OwnershipSettings(COLUMN, cache));
    String what = where + ", " + side.name() + ", cache " + cache;
    assertEquals(history.union(), side.rows(), what);
    assertNothingIsLeftOver(side, what);
    side.forgetLedger();
    return seen;
  }

  /** Nothing is hidden in the end, and entries have gone with their rows. */
  private static void assertNothingIsLeftOver(RealSide side, String what) throws TargetException {
    List<Long> entries = side.ledger();
    int most = side.name().table().endsWith("_column") ? 0 : side.rows().size();
    assertEquals(0, entries.get(1), what + ": hidden");
    assertTrue(entries.get(0) <= most, what + ": " + entries + " entries");
  }

  private void onTarget(String... statements) throws SQLException {
    try (Connection connection = environment.target().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static final class Numbers implements MergedHistory.Spelling {
    @Override
    public Object of(int key, int value) {
      return (long) key;
    }

    @Override
    public Column column() {
      return new Column("id", ColumnType.INT, false, 0, 0, 0, null, List.of());
    }
  }

  /**
   * Words that the collation takes for one.
   *
   * @param beginnings how a word may begin
   * @param spaces how many spaces may follow it
   */
  private record Words(String collation, List<String> beginnings, String spaces)
      implements MergedHistory.Spelling {
    @Override
    public Object of(int key, int value) {
      String end = spaces.substring(0, value / beginnings.size() % (spaces.length() + 1));
      return beginnings.get(value % beginnings.size()) + key + end;
    }

    @Override
    public Column column() {
      return new Column("id", ColumnType.VARCHAR, false, 0, 36, 0, collation, List.of());
    }
  }
}
