package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.writer.PositionedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A table with a primary key that is compared without case and with a secondary unique key, written
 * by one source: after every batch, cut anywhere, the target holds the very rows of the source.
 * Values of the secondary key rotate, so a REPLACE evicts rows whose new version is in the same
 * batch, before it or behind it.
 */
class UniqueKeysHistoryTest {
  private static final int HISTORIES = 1_000;
  private static final TableDescriptor TABLE =
      Records.withAffinity(
          Records.table(
              new Column(
                  "id", ColumnType.VARCHAR, false, 1, 20, 0, "utf8mb4_general_ci", List.of()),
              Records.integer("u"),
              Records.integer("v")),
          new AffinityRule(List.of(), 1, 4));

  @Test
  @DisplayName("deletes before replaces, and REPLACE alone, are right with several unique keys")
  void targetEqualsTheSourceAfterEveryBatch() throws Exception {
    long start = new Random().nextLong();
    for (int i = 0; i < HISTORIES; i++) {
      new History(start + i).run();
    }
  }

  /** A source's table, what happened to it since the last batch, and the target. */
  private static final class History {
    private final long seed;
    private final Random random;
    private final Map<String, Row> source = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final List<Change> changes = new ArrayList<>();
    private long version;

    History(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() throws Exception {
      InMemoryTarget target =
          new InMemoryTarget(TargetServer.Kind.MYSQL)
              .table("d.t", "id varchar(5)|utf8mb4_general_ci", "u int", "v int")
              .unique("d.t", "PRIMARY", "id")
              .unique("d.t", "second", "u");
      SafeModeApplier applier = new SafeModeApplier(TableSettings.PLAIN, target);
      for (int batch = 0; batch < 8; batch++) {
        changes.clear();
        for (int steps = 1 + random.nextInt(12); steps > 0; steps--) {
          step();
        }
        PositionedRecord record = Records.record("A", TABLE, changes.toArray(Change[]::new));
        applier.apply(target, List.of(record));
        assertEquals(rows(), target.rows("d.t"), () -> "seed " + seed + ": " + changes);
      }
    }

    private void step() {
      String id = anyId();
      Row old = source.get(id);
      Row now = Row.of(anyId(), (long) random.nextInt(5), ++version);
      switch (old == null ? 0 : random.nextInt(4)) {
        case 0 -> insert(now);
        case 1 -> delete(old);
        case 2 -> rotate();
        default -> update(old, now);
      }
    }

    private String anyId() {
      String id = String.valueOf((char) ('a' + random.nextInt(4)));
      return random.nextBoolean() ? id : id.toUpperCase(Locale.ROOT);
    }

    private void insert(Row row) {
      if (free(row, null)) {
        source.put((String) row.value(0), row);
        changes.add(new Change.Insert(0, row));
      }
    }

    private void delete(Row row) {
      source.remove((String) row.value(0));
      changes.add(new Change.Delete(0, row));
    }

    private void update(Row old, Row now) {
      if (free(now, old)) {
        source.remove((String) old.value(0));
        source.put((String) now.value(0), now);
        changes.add(new Change.Update(0, old, now));
      }
    }

    /** Hands the values of the secondary key round, over one that is free. */
    private void rotate() {
      List<Row> rows = new ArrayList<>(source.values());
      if (rows.size() < 2) {
        return;
      }
      Row first = rows.get(0);
      Row parked = Row.of(first.value(0), 99L, ++version);
      update(first, parked);
      for (int i = 1; i < rows.size(); i++) {
        Row row = rows.get(i);
        update(row, Row.of(row.value(0), rows.get(i - 1).value(1), ++version));
      }
      update(parked, Row.of(parked.value(0), rows.get(rows.size() - 1).value(1), ++version));
    }

    /** Whether the source would take the row in place of the old one. */
    private boolean free(Row row, Row instead) {
      return source.values().stream()
          .filter(other -> other != instead)
          .noneMatch(
              other ->
                  ((String) other.value(0)).equalsIgnoreCase((String) row.value(0))
                      || other.value(1).equals(row.value(1)));
    }

    private List<List<String>> rows() {
      return source.values().stream()
          .map(row -> row.values().stream().map(String::valueOf).toList())
          .sorted(java.util.Comparator.comparing(Object::toString))
          .toList();
    }
  }
}
