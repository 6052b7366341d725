package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Column;
import io.tributary.format.model.TableName;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The whole applier by both roads against the union of the shards, and the roads against each
 * other: random histories of three sources with two shard tables each.
 */
class MergedTableHistoryTest {
  private static final int HISTORIES = 2_000;
  private static final TableName TARGET = new TableName("d", "t");
  private static final String COLUMN = "tributary_shard";
  private static final int[] CACHE_SIZES = {0, 1, 3, Integer.MAX_VALUE};

  @Test
  @DisplayName("hazard25_26_27_28 both roads end at the union of the shards and agree on the way")
  void hazard25_28_targetIsTheUnionOfTheShards() throws Exception {
    long start = new Random().nextLong();
    for (int i = 0; i < HISTORIES; i++) {
      run(new MergedHistory(start + i, TARGET, new Numbers()));
    }
  }

  /** The ledger without a cache is compared with the column and with any of the two. */
  private static void run(MergedHistory history) throws Exception {
    Random random = new Random(history.seed());
    List<Map<String, String>> first = play(history, "", 0);
    assertEquals(first, play(history, COLUMN, CACHE_SIZES[random.nextInt(4)]), where(history));
    String any = random.nextBoolean() ? "" : COLUMN;
    assertEquals(first, play(history, any, CACHE_SIZES[random.nextInt(4)]), where(history));
  }

  private static String where(MergedHistory history) {
    return "the roads disagree on the way, seed " + history.seed();
  }

  private static List<Map<String, String>> play(MergedHistory history, String column, int size)
      throws Exception {
    Memory side = new Memory(column, history.preloaded());
    List<Map<String, String>> seen = history.play(side, new OwnershipSettings(column, size));
    String where = "seed " + history.seed() + ", column '" + column + "', cache " + size;
    assertEquals(history.union(), side.rows(), where);
    assertNothingIsLeftOver(column, side, where);
    return seen;
  }

  /** Nothing is hidden in the end, and entries have gone with their rows. */
  private static void assertNothingIsLeftOver(String column, Memory side, String where) {
    List<List<String>> entries = side.target.rows("tributary.ledger");
    assertTrue(entries.stream().allMatch(entry -> entry.get(3).equals("0")), where + entries);
    assertTrue(entries.size() <= (column.isEmpty() ? side.rows().size() : 0), where + entries);
  }

  private static final class Numbers implements MergedHistory.Spelling {
    @Override
    public Object of(int key, int value) {
      return (long) key;
    }

    @Override
    public Column column() {
      return Records.integer("id");
    }
  }

  private static final class Memory implements MergedHistory.Side {
    private final InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);

    Memory(String column, Map<String, String> preloaded) {
      if (column.isEmpty()) {
        target.table("d.t", "id int", "v int");
      } else {
        target.table("d.t", "id int", "v int", column + " smallint||NULL");
      }
      target.unique("d.t", "PRIMARY", "id");
      preloaded.forEach(
          (id, v) -> target.row("REPLACE INTO d.t (id, v) VALUES (" + id + ", " + v + ")"));
    }

    @Override
    public TargetTransaction transaction() {
      return target;
    }

    @Override
    public CommittedTransactions metadata() {
      return target;
    }

    @Override
    public void begin() {
      target.begin();
    }

    @Override
    public void commit() {
      target.takeLog();
    }

    @Override
    public void rollback() {
      target.rollback();
    }

    @Override
    public String metadataDatabase() {
      return "tributary";
    }

    @Override
    public Map<String, String> rows() {
      Map<String, String> rows = new TreeMap<>();
      target.rows("d.t").forEach(row -> rows.put(row.get(0), row.get(1)));
      return rows;
    }
  }
}
