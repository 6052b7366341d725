package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.ownership.ShardHistory;
import io.tributary.sink.ownership.ShardHistory.Event;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.writer.PositionedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The whole applier against the union of the shards: random histories of three sources with two
 * shard tables each, interleaved at random, with rows of unknown owner, batches cut at random,
 * batches rolled back and applied again in other pieces, appliers that start anew.
 */
class MergedTableHistoryTest {
  private static final int HISTORIES = 1_000;
  private static final SafeModeSettings MERGED =
      new SafeModeSettings(Set.of("d.t"), Set.of(), Set.of(), Set.of(), "tributary");

  @Test
  @DisplayName("hazard25_28 the target is the union of the shards, whatever arrives when")
  void hazard25_28_targetIsTheUnionOfTheShards() throws Exception {
    long start = new Random().nextLong();
    for (int i = 0; i < HISTORIES; i++) {
      run(start + i);
    }
  }

  private static void run(long seed) throws Exception {
    ShardHistory history = new ShardHistory(seed);
    Random random = new Random(~seed);
    InMemoryTarget target =
        new InMemoryTarget(TargetServer.Kind.MYSQL)
            .table("d.t", "id int", "v int")
            .unique("d.t", "PRIMARY", "id");
    for (Map.Entry<Integer, Integer> row : history.preloaded().entrySet()) {
      target.update(
          "REPLACE INTO d.t (id, v) VALUES (" + row.getKey() + ", " + row.getValue() + ")");
    }
    List<Event> left = new ArrayList<>(history.arrival());
    SafeModeApplier applier = new SafeModeApplier(MERGED, target);
    while (!left.isEmpty()) {
      int size =
          1 + random.nextInt(random.nextInt(5) == 0 ? left.size() : Math.min(8, left.size()));
      target.begin();
      applier.apply(target, records(left.subList(0, size)));
      if (random.nextInt(4) == 0) {
        target.rollback();
        applier.rolledBack();
      } else {
        applier.committed();
        left.subList(0, size).clear();
      }
      if (random.nextInt(8) == 0) {
        applier = new SafeModeApplier(MERGED, target);
      }
    }
    assertEquals(history.union(), rows(target), "seed " + seed);
  }

  private static List<PositionedRecord> records(List<Event> events) {
    return events.stream().map(MergedTableHistoryTest::record).toList();
  }

  private static PositionedRecord record(Event event) {
    TableDescriptor table =
        Records.table("t" + event.shard(), Set.of(), Records.integer("id"), Records.integer("v"));
    Row before = Row.of((long) event.before(), -1L);
    Row after = Row.of((long) event.after(), (long) event.value());
    Change change =
        switch (event.kind()) {
          case INSERT -> new Change.Insert(0, after);
          case UPDATE -> new Change.Update(0, before, after);
          case DELETE -> new Change.Delete(0, before);
        };
    return Records.record("source" + event.source(), table, change);
  }

  private static Map<Integer, Integer> rows(InMemoryTarget target) {
    Map<Integer, Integer> rows = new TreeMap<>();
    target.rows("d.t").forEach(r -> rows.put(Integer.valueOf(r.get(0)), Integer.valueOf(r.get(1))));
    return rows;
  }
}
