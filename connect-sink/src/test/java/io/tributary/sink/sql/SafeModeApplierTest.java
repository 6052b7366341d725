package io.tributary.sink.sql;

import static io.tributary.sink.sql.AppliedStatements.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.PositionedRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of changes in, whole SQL out. */
class SafeModeApplierTest {
  private static final TableDescriptor ID_AND_NAME =
      Records.table(Records.integer("id"), Records.varchar("name", 20, "utf8mb4_bin"));

  private InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);

  private List<String> applied(TableDescriptor table, Change... changes) throws Exception {
    return AppliedStatements.of(target, table, changes);
  }

  @ParameterizedTest
  @EnumSource(TargetServer.Kind.class)
  @DisplayName("the last change of each key wins; deletes run before replaces")
  void netEffect(TargetServer.Kind kind) throws Exception {
    target = new InMemoryTarget(kind);
    target.table("d.t", "id int", "name varchar(20)").unique("d.t", "PRIMARY", "id");
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE `id` IN (3, 10)",
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (1, 'it''s'), (2, _utf8mb4 X'C3A9'),"
                + " (11, 'moved')"),
        applied(
            ID_AND_NAME,
            new Change.Insert(0, row(1, "a")),
            new Change.Update(0, row(1, "a"), row(1, "it's")),
            new Change.Delete(0, row(2, "x")),
            new Change.Insert(0, row(2, "é")),
            new Change.Insert(0, row(3, "c")),
            new Change.Delete(0, row(3, "c")),
            new Change.Update(0, row(10, "moved"), row(11, "moved"))));
  }

  @ParameterizedTest
  @EnumSource(TargetServer.Kind.class)
  @DisplayName("upsert: the target's own columns stay until the row goes, in one run too")
  void upsert(TargetServer.Kind kind) throws Exception {
    target = new InMemoryTarget(kind);
    target
        .table("d.t", "id int", "name varchar(20)", "own int", "twice int|||STORED GENERATED")
        .unique("d.t", "PRIMARY", "id");
    target.update(
        "INSERT INTO d.t (id, name, own) VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)");
    SafeModeApplier applier =
        new SafeModeApplier(TableSettings.PLAIN.with(WriteMode.UPSERT), target);
    PositionedRecord record =
        Records.record(
            "A",
            ID_AND_NAME,
            new Change.Update(0, row(1, "a"), row(1, "it's")),
            new Change.Delete(0, row(2, "b")),
            new Change.Insert(0, row(2, "new")),
            new Change.Update(0, row(3, "c"), row(4, "c")));
    applier.check(target, record);
    target.takeLog();
    applier.apply(target, List.of(record));
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE `id` IN (2, 3)",
            "INSERT INTO `d`.`t` (`id`, `name`) VALUES (1, 'it''s'), (2, 'new'), (4, 'c')"
                + " ON DUPLICATE KEY UPDATE `id` = VALUES(`id`), `name` = VALUES(`name`)"),
        target.takeLog());
    assertEquals(
        List.of(
            Arrays.asList("1", "it's", "10", null),
            Arrays.asList("2", "new", null, null),
            Arrays.asList("4", "c", null, null)),
        target.rows("d.t"));
  }

  @Test
  @DisplayName("a row that the target does not take is named by table and key")
  void namesTheRow() {
    target.table("d.t", "id int", "name varchar(20)").unique("d.t", "PRIMARY", "id");
    target.refuse("'bad'");
    TargetException e =
        assertThrows(
            TargetException.class,
            () ->
                applied(
                    ID_AND_NAME,
                    new Change.Insert(0, row(1, "a")),
                    new Change.Insert(0, row(7, "bad")),
                    new Change.Insert(0, row(8, "bad"))));
    assertEquals("table d.t, key (id) = 7: error 3819: refused", e.getMessage());
    assertEquals(TargetException.Kind.DATA, e.kind());
  }

  @Test
  @DisplayName("case 18: keys shifted along a chain")
  void keyChain() throws Exception {
    target.table("d.t", "id int", "name varchar(20)").unique("d.t", "PRIMARY", "id");
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE `id` IN (2, 8)",
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (3, 'bob'), (4, 'cid'), (5, 'dee')"),
        applied(
            ID_AND_NAME,
            new Change.Update(0, row(4, "dee"), row(5, "dee")),
            new Change.Update(0, row(3, "cid"), row(4, "cid")),
            new Change.Update(0, row(2, "bob"), row(8, "bob")),
            new Change.Update(0, row(8, "bob"), row(3, "bob"))));
  }

  @Test
  @DisplayName("case 20: a key that changes only its case is deleted before it is put")
  void keyChangesItsCase() throws Exception {
    target.table("d.t", "id varchar(9)|utf8mb4_general_ci", "n int").unique("d.t", "PRIMARY", "id");
    TableDescriptor table =
        Records.table(Records.varchar("id", 9, "utf8mb4_general_ci"), Records.integer("n"));
    target.update("REPLACE INTO d.t (id, n) VALUES ('abc', 1)");
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE `id` IN ('abc')",
            "REPLACE INTO `d`.`t` (`id`, `n`) VALUES ('ABC', 1)"),
        applied(table, new Change.Update(0, row("abc", 1), row("ABC", 1))));
    assertEquals(List.of(List.of("ABC", "1")), target.rows("d.t"));
  }

  @Test
  @DisplayName("key of several columns in the target's order, generated columns left out")
  void severalKeyColumns() throws Exception {
    target
        .table("d.t", "extra int", "B varchar(9)", "A int", "sum int|||STORED GENERATED", "id int")
        .unique("d.t", "PRIMARY", "B", "A", "id");
    TableDescriptor table =
        Records.table(
            Records.integer("id"),
            Records.integer("a"),
            Records.integer("sum"),
            Records.varchar("b", 9, "utf8mb4_bin"));
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE (`B`, `A`, `id`) IN (('x', 1, 5))",
            "REPLACE INTO `d`.`t` (`id`, `A`, `B`) VALUES (6, 2, 'y')"),
        applied(
            table,
            new Change.Delete(0, row(5, 1, 99, "x")),
            new Change.Insert(0, row(6, 2, 99, "y"))));
  }

  @Test
  @DisplayName("a provenance column may be part of the key")
  void provenance() throws Exception {
    target.table("d.t", "id int", "origin varchar(9)").unique("d.t", "PRIMARY", "origin", "id");
    TableDescriptor plain = Records.table(Records.integer("id"));
    TableDescriptor table =
        new TableDescriptor(
            plain.source(),
            plain.target(),
            plain.affinity(),
            Set.of(),
            List.of(new TableDescriptor.Provenance("Origin", "A")),
            plain.columns());
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE (`origin`, `id`) IN (('A', 1))",
            "REPLACE INTO `d`.`t` (`id`, `origin`) VALUES (2, 'A')"),
        applied(table, new Change.Delete(0, row(1)), new Change.Insert(0, row(2))));
  }

  @Test
  @DisplayName("the ENUM error value by an UPDATE IGNORE of that column alone")
  void enumErrorValue() throws Exception {
    target
        .table("d.t", "id int", "e enum('','a')", "at timestamp|||on update CURRENT_TIMESTAMP")
        .unique("d.t", "PRIMARY", "id");
    TableDescriptor table =
        Records.table(Records.integer("id"), Records.labels("e", ColumnType.ENUM, "", "a"));
    assertEquals(
        List.of(
            "REPLACE INTO `d`.`t` (`id`, `e`) VALUES (1, 1), (2, ''), (3, 1)",
            "UPDATE IGNORE `d`.`t` SET `e` = '?', `at` = `at` WHERE `id` IN (1, 3)"),
        applied(
            table,
            new Change.Insert(0, row(1, 0L)),
            new Change.Insert(0, row(2, "")),
            new Change.Insert(0, row(3, 0L))));
  }

  @Test
  @DisplayName("rows of descriptors with different columns have statements of their own")
  void severalDescriptors() throws Exception {
    target.table("d.t", "id int", "name varchar(20)", "n int").unique("d.t", "PRIMARY", "id");
    TableDescriptor wider = Records.table(Records.integer("id"), Records.integer("n"));
    SafeModeApplier applier = new SafeModeApplier(TableSettings.PLAIN, target);
    applier.apply(
        target,
        List.of(
            Records.record("A", ID_AND_NAME, new Change.Insert(0, row(1, "a"))),
            Records.record("A", wider, new Change.Insert(0, row(2, 5)))));
    List<String> log = target.takeLog();
    assertEquals(
        List.of(
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (1, 'a')",
            "REPLACE INTO `d`.`t` (`id`, `n`) VALUES (2, 5)"),
        log.subList(log.size() - 2, log.size()));
  }

  @Test
  @DisplayName("hazard23 a negative value for an unsigned column is refused by name")
  void hazard23_negativeIntoUnsigned() {
    target.table("d.t", "id int unsigned", "name varchar(20)").unique("d.t", "PRIMARY", "id");
    ApplyException refused =
        assertThrows(
            ApplyException.class, () -> applied(ID_AND_NAME, new Change.Insert(0, row(-1, "a"))));
    assertEquals(ApplyException.Kind.DATA, refused.kind());
    assertTrue(
        refused.getMessage().contains("column id (int unsigned) is unsigned and cannot hold -1"),
        refused.getMessage());
  }

  @Test
  @DisplayName("an absent column of an image is never taken for NULL")
  void absentColumn() {
    target.table("d.t", "id int", "name varchar(20)").unique("d.t", "PRIMARY", "id");
    ApplyException refused =
        assertThrows(
            ApplyException.class,
            () -> applied(ID_AND_NAME, new Change.Insert(0, Row.of(1L, Row.ABSENT))));
    assertTrue(refused.getMessage().contains("binlog_row_image"), refused.getMessage());
  }

  @Test
  @DisplayName("a missing target table is named")
  void missingTable() {
    ApplyException refused =
        assertThrows(
            ApplyException.class, () -> applied(ID_AND_NAME, new Change.Insert(0, row(1, "a"))));
    assertEquals(ApplyException.Kind.FATAL, refused.kind());
    assertTrue(refused.getMessage().contains("the target has no table d.t"), refused.getMessage());
  }

  @Test
  @DisplayName("hazard4 a second shard on a table that is not merged stops, for good")
  void hazard4_secondShard() throws Exception {
    target.table("d.t", "id int").unique("d.t", "PRIMARY", "id");
    Column id = Records.integer("id");
    SafeModeApplier applier = new SafeModeApplier(TableSettings.PLAIN, target);
    applier.check(target, Records.record("A", Records.table("t1", Set.of(), id)));
    for (SafeModeApplier any : List.of(applier, new SafeModeApplier(TableSettings.PLAIN, target))) {
      for (String source : List.of("A", "B")) {
        ApplyException refused =
            assertThrows(
                ApplyException.class,
                () -> any.check(target, Records.record(source, Records.table("t2", Set.of(), id))));
        assertEquals(ApplyException.Kind.FATAL, refused.kind());
        assertTrue(
            refused
                .getMessage()
                .contains(
                    "the shard "
                        + source
                        + ":s.t2 writes to the target table d.t, to which A:s.t1 writes already;"
                        + " name the table in merge.tables"),
            refused.getMessage());
      }
    }
    SafeModeSettings disjoint = TableSettings.disjoint("d.t");
    new SafeModeApplier(disjoint, target)
        .check(target, Records.record("B", Records.table("t2", Set.of(), id)));
  }

  @Test
  @DisplayName("hazard28 shard numbers survive the rollback of the writer's transaction")
  void hazard28_shardNumbersSurviveRollback() throws Exception {
    target.table("d.t", "id int").unique("d.t", "PRIMARY", "id");
    SafeModeSettings merged = TableSettings.merged("d.t");
    SafeModeApplier applier = new SafeModeApplier(merged, target);
    target.begin();
    applier.check(
        target, Records.record("A", Records.table("t1", Set.of(), Records.integer("id"))));
    target.rollback();
    applier.rolledBack();
    new SafeModeApplier(merged, target)
        .check(target, Records.record("B", Records.table("t1", Set.of(), Records.integer("id"))));
    assertEquals(
        List.of(List.of("1", "1", "A", "s", "t1"), List.of("1", "2", "B", "s", "t1")),
        target.rows("tributary.shard"));
  }

  @Test
  @DisplayName(
      "hazard25 a merged table: ledger before data, the visible row's image read to hide it")
  void hazard25_ledgerStatements() throws Exception {
    target.table("d.t", "id int", "name varchar(20)").unique("d.t", "PRIMARY", "id");
    target.update("REPLACE INTO d.t (id, name) VALUES (1, 'loaded')");
    SafeModeSettings merged = TableSettings.merged("d.t");
    SafeModeApplier applier = new SafeModeApplier(merged, target);
    List<io.tributary.sink.writer.PositionedRecord> run =
        List.of(
            Records.record(
                "B",
                ID_AND_NAME,
                new Change.Insert(0, row(1, "b")),
                new Change.Insert(0, row(2, "c"))));
    applier.check(target, run.get(0));
    target.takeLog();
    applier.apply(target, run);
    assertEquals(
        List.of(
            "REPLACE INTO `tributary`.`ledger` (target_table, row_key, shard, hidden, image) VALUES"
                + " (1, '1:1', 0, 1, X'323A6964313A31343A6E616D65383A276C6F6164656427'),"
                + " (1, '1:1', 1, 0, NULL), (1, '1:2', 1, 0, NULL)",
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (1, 'b'), (2, 'c')"),
        target.takeLog());
    applier.apply(
        target, List.of(Records.record("B", ID_AND_NAME, new Change.Delete(0, row(1, "b")))));
    assertEquals(
        List.of(
            "DELETE FROM `tributary`.`ledger` WHERE (target_table, row_key, shard) IN ((1, '1:1', 1))",
            "REPLACE INTO `tributary`.`ledger` (target_table, row_key, shard, hidden, image) VALUES"
                + " (1, '1:1', 0, 0, NULL)",
            "REPLACE INTO `d`.`t` (`id`, `name`) VALUES (1, 'loaded')"),
        target.takeLog());
  }
}
