package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.ownership.OwnershipMetrics;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.writer.PositionedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every statement of both roads, reads included, whole. Shard A:s.t is 1, B:s.t is 2. */
class OwnershipStatementsTest {
  private static final TableDescriptor TABLE =
      Records.table(Records.integer("id"), Records.varchar("name", 20, "utf8mb4_bin"));
  private static final String HIDDEN_KEYS =
      "SELECT DISTINCT row_key FROM `tributary`.`ledger`"
          + " WHERE target_table = 1 AND hidden > 0 LIMIT ";

  private final InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);
  private OwnershipMetrics metrics;
  private SafeModeApplier applier;

  @BeforeEach
  void tables() {
    target.table("d.t", "id int", "name varchar(20)", "tributary_shard smallint||NULL");
    target.unique("d.t", "PRIMARY", "id");
    target.row("REPLACE INTO d.t (id, name) VALUES (1, 'loaded')");
  }

  /** An applier that has seen both shards. */
  private void road(String column, int cacheMaxKeys) throws Exception {
    SafeModeSettings settings =
        new SafeModeSettings(
            Set.of("d.t"),
            Set.of(),
            Set.of(),
            Set.of(),
            new OwnershipSettings(column, cacheMaxKeys),
            "tributary",
            WriteMode.REPLACE);
    metrics = new OwnershipMetrics();
    applier = new SafeModeApplier(settings, target, metrics);
    applier.apply(target, List.of(Records.record("A", TABLE), Records.record("B", TABLE)));
    target.takeStatements();
  }

  private List<String> statements(PositionedRecord... run) throws Exception {
    applier.apply(target, List.of(run));
    applier.committed();
    return target.takeStatements();
  }

  private static PositionedRecord insert(String source, int id, String name) {
    return Records.record(source, TABLE, new Change.Insert(0, row(id, name)));
  }

  private static PositionedRecord update(String source, int id, String name) {
    return Records.record(source, TABLE, new Change.Update(0, row(id, "old"), row(id, name)));
  }

  private static PositionedRecord delete(String source, int id) {
    return Records.record(source, TABLE, new Change.Delete(0, row(id, "old")));
  }

  private static Row row(int id, String name) {
    return Row.of((long) id, name);
  }

  private static String readLedger(String keys) {
    return "SELECT row_key, shard, hidden, image FROM `tributary`.`ledger`"
        + " WHERE target_table = 1 AND row_key IN ("
        + keys
        + ")";
  }

  private static String writeLedger(String values) {
    return "REPLACE INTO `tributary`.`ledger` (target_table, row_key, shard, hidden, image) VALUES "
        + values;
  }

  private static String readOwners(String keys) {
    return "SELECT `id`, `tributary_shard` FROM `d`.`t` WHERE `id` IN (" + keys + ")";
  }

  private static final String READ_ROW =
      "SELECT `id`, `id`, `name`, `tributary_shard` FROM `d`.`t` WHERE `id` IN (1)";

  @Test
  @DisplayName("hazard25 column: an INSERT reads the owner, the row names its own")
  void hazard25_columnInsert() throws Exception {
    road("tributary_shard", 10);
    assertEquals(
        List.of(
            HIDDEN_KEYS + "11",
            readOwners("5, 6"),
            "REPLACE INTO `d`.`t` (`id`, `name`, `tributary_shard`) VALUES (5, 'a', 1)",
            "REPLACE INTO `d`.`t` (`id`, `name`, `tributary_shard`) VALUES (6, 'b', 2)"),
        sortedReplaces(statements(insert("A", 5, "a"), insert("B", 6, "b"))));
  }

  /** One statement of two rows as two of one, so that the expectation reads well. */
  private static List<String> sortedReplaces(List<String> statements) {
    List<String> split = new ArrayList<>();
    for (String sql : statements) {
      int values = sql.indexOf(" VALUES (");
      if (values < 0) {
        split.add(sql);
        continue;
      }
      String head = sql.substring(0, values) + " VALUES ";
      for (String row : sql.substring(values + 8).split("(?<=\\)), ")) {
        split.add(head + row);
      }
    }
    return split;
  }

  @Test
  @DisplayName("hazard26 column: what is remembered is neither read nor is its ledger written")
  void hazard26_columnFromMemory() throws Exception {
    road("tributary_shard", 10);
    statements(insert("A", 5, "a"));
    assertEquals(
        List.of("REPLACE INTO `d`.`t` (`id`, `name`, `tributary_shard`) VALUES (5, 'b', 1)"),
        statements(update("A", 5, "b")));
    assertEquals(List.of("DELETE FROM `d`.`t` WHERE `id` IN (5)"), statements(delete("A", 5)));
  }

  @Test
  @DisplayName("hazard27 column: a DELETE whose owner nobody knows takes its own or an unknown row")
  void hazard27_columnDeleteWithoutRead() throws Exception {
    road("tributary_shard", 10);
    target.update("REPLACE INTO d.t (id, name, tributary_shard) VALUES (2, 'b', 2), (3, 'a', 1)");
    target.takeStatements();
    String head = "DELETE FROM `d`.`t` WHERE `id` IN ";
    assertEquals(
        List.of(
            HIDDEN_KEYS + "11",
            head + "(1, 2) AND (`tributary_shard` = 1 OR `tributary_shard` IS NULL)",
            head + "(3) AND (`tributary_shard` = 2 OR `tributary_shard` IS NULL)"),
        statements(delete("A", 1), delete("A", 2), delete("B", 3)));
    assertEquals(List.of(List.of("2", "b", "2"), List.of("3", "a", "1")), target.rows("d.t"));
  }

  @Test
  @DisplayName("hazard25 column: the unknown row is hidden, read, and comes back as unknown")
  void hazard25_26_columnHidesAndReturns() throws Exception {
    road("tributary_shard", 10);
    assertEquals(
        List.of(
            HIDDEN_KEYS + "11",
            readOwners("1"),
            READ_ROW,
            "DELETE FROM `tributary`.`ledger` WHERE target_table = 1 AND row_key IN ('1:1')",
            writeLedger(
                "(1, '1:1', 0, 1, "
                    + image("2:id1:14:name8:'loaded'15:tributary_shard4:NULL")
                    + "), (1, '1:1', 1, 0, NULL)"),
            "REPLACE INTO `d`.`t` (`id`, `name`, `tributary_shard`) VALUES (1, 'a', 1)"),
        statements(insert("A", 1, "a")));
    assertEquals(
        List.of(
            readLedger("'1:1'"),
            "DELETE FROM `tributary`.`ledger` WHERE (target_table, row_key, shard) IN"
                + " ((1, '1:1', 0), (1, '1:1', 1))",
            "REPLACE INTO `d`.`t` (`id`, `name`, `tributary_shard`) VALUES (1, 'loaded', NULL)"),
        statements(delete("A", 1)));
  }

  private static String image(String text) {
    return io.tributary.sink.tidb.Quoting.bytes(
        text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  @DisplayName(
      "hazard28 column: too many hidden keys are not held; the ledger is read for each run")
  void hazard28_columnTooManyHidden() throws Exception {
    road("tributary_shard", 1);
    statements(insert("A", 7, "a"), insert("A", 8, "a"));
    statements(insert("B", 7, "b"), insert("B", 8, "b"));
    applier.rolledBack();
    target.takeStatements();
    List<String> first = statements(update("B", 9, "b"));
    assertEquals(
        List.of(HIDDEN_KEYS + "2", readLedger("'1:9'"), readOwners("9")),
        first.subList(first.size() - 4, first.size() - 1));
    // Known to be too many: not counted again for a long time.
    assertEquals(readLedger("'1:7'"), statements(delete("B", 7)).get(0));
  }

  @Test
  @DisplayName(
      "hazard26 ledger: a key of which something is hidden is read, though remembered before")
  void hazard26_hiddenIsNeverAnsweredFromMemory() throws Exception {
    road("", 10);
    assertEquals(
        List.of(
            readLedger("'1:5'"),
            "SELECT `id` FROM `d`.`t` WHERE `id` IN (5)",
            writeLedger("(1, '1:5', 1, 0, NULL)"),
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (5, 'a')"),
        statements(insert("A", 5, "a")));
    assertEquals(
        List.of("REPLACE INTO `d`.`t` (`id`, `name`) VALUES (5, 'b')"),
        statements(update("A", 5, "b")));
    assertEquals(
        List.of(writeLedger("(1, '1:5', 2, 1, " + image("2:id1:54:name3:'c'") + ")")),
        statements(update("B", 5, "c")));
    assertEquals(
        List.of(
            readLedger("'1:5'"),
            "DELETE FROM `tributary`.`ledger` WHERE (target_table, row_key, shard) IN"
                + " ((1, '1:5', 1))",
            writeLedger("(1, '1:5', 2, 0, NULL)"),
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (5, 'c')"),
        statements(delete("A", 5)));
    assertEquals(
        List.of(
            "DELETE FROM `tributary`.`ledger` WHERE (target_table, row_key, shard) IN"
                + " ((1, '1:5', 2))",
            "DELETE FROM `d`.`t` WHERE `id` IN (5)"),
        statements(delete("B", 5)));
  }

  @Test
  @DisplayName("hazard26 the least recently used owner is forgotten first; 0 remembers none")
  void hazard26_cacheIsBounded() throws Exception {
    road("tributary_shard", 2);
    statements(insert("A", 5, "a"));
    statements(insert("A", 6, "a"));
    statements(update("A", 5, "b"));
    statements(insert("A", 7, "a"));
    assertEquals(1, statements(update("A", 5, "c")).size());
    assertEquals(readOwners("6"), statements(update("A", 6, "c")).get(0));
    road("tributary_shard", 0);
    statements(update("A", 5, "d"));
    assertEquals(
        List.of(
            readOwners("5"),
            "REPLACE INTO `d`.`t` (`id`, `name`, `tributary_shard`) VALUES (5, 'e', 1)"),
        statements(update("A", 5, "e")));
  }

  @Test
  @DisplayName("hazard18 after a rollback nothing is remembered, on either road")
  void hazard18_rollbackForgets() throws Exception {
    for (String column : List.of("", "tributary_shard")) {
      target.begin();
      road(column, 10);
      statements(insert("A", 5, "a"));
      applier.rolledBack();
      applier.check(target, insert("A", 5, "a"));
      applier.check(target, insert("B", 5, "a"));
      target.takeStatements();
      List<String> again = statements(update("A", 5, "b"));
      assertEquals(
          column.isEmpty() ? readLedger("'1:5'") : HIDDEN_KEYS + "11", again.get(0), column);
      assertEquals(column.isEmpty() ? 2 : 3, again.size(), column);
      target.rollback();
      target.update("DELETE FROM tributary.merged_table WHERE target_table = 1");
    }
  }

  @Test
  @DisplayName("counters of what was remembered, read, hidden and shown again")
  void counters() throws Exception {
    road("tributary_shard", 10);
    statements(insert("A", 5, "a"), insert("A", 1, "a"));
    statements(update("A", 5, "b"), delete("B", 9));
    statements(delete("A", 1));
    assertEquals(
        List.of(
            "hits-total 1",
            "reads-total 3",
            "unread-total 1",
            "images-hidden-total 1",
            "images-returned-total 1",
            "remembered-keys 2"),
        metrics.metrics().stream()
            .map(metric -> metric.name().replace("ownership-", "") + " " + metric.value().get())
            .toList());
  }
}
