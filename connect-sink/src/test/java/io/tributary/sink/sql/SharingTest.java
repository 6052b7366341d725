package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.PositionedRecord;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a target table may be shared, and what happens when that changes. */
class SharingTest {
  private static final TableDescriptor TABLE =
      Records.table("t1", Set.of(), Records.integer("id"), Records.integer("v"));
  private static final PositionedRecord RECORD =
      Records.record("A", TABLE, new Change.Insert(0, Row.of(1L, 1L)));

  private final InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);

  private void table(String... columns) {
    target.table("d.t", columns).unique("d.t", "PRIMARY", "id");
  }

  private SafeModeApplier applier(boolean merged, boolean disjoint, String column) {
    Set<String> tables = Set.of("d.t");
    return new SafeModeApplier(
        TableSettings.of(
            merged ? tables : Set.of(),
            disjoint ? tables : Set.of(),
            new OwnershipSettings(column, 10)),
        target);
  }

  private String refusal(SafeModeApplier applier) {
    ApplyException refused =
        assertThrows(ApplyException.class, () -> applier.check(target, RECORD));
    assertEquals(ApplyException.Kind.FATAL, refused.kind());
    return refused.getMessage();
  }

  private void assertRefused(SafeModeApplier applier, String... words) {
    String refusal = refusal(applier);
    for (String some : words) {
      assertTrue(refusal.contains(some), refusal);
    }
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("a column that cannot name the owner is refused by name")
  @CsvSource(
      delimiter = ';',
      value = {
        "tributary_shard int; must be a plain column of an integer type that may be NULL",
        "tributary_shard varchar(9)|utf8mb4_bin|NULL; must be a plain column of an integer type",
        "tributary_shard int||NULL|STORED GENERATED; must be a plain column",
        "tributary_shard decimal(3,0)||NULL; must be a plain column of an integer type",
      })
  void columnIsRefused(String column, String words) {
    table("id int", "v int", column);
    assertRefused(applier(true, false, "tributary_shard"), "the column tributary_shard (", words);
  }

  @Test
  @DisplayName("a column too small for the shard's number is refused")
  void columnTooSmall() throws Exception {
    table("id int", "v int", "tributary_shard tinyint||NULL");
    applier(true, false, "tributary_shard").check(target, RECORD);
    target.update(
        "INSERT INTO tributary.shard (target_table, number, source, source_schema, source_table)"
            + " VALUES (1, 127, 'Z', 's', 't')");
    PositionedRecord other = Records.record("B", TABLE, new Change.Insert(0, Row.of(1L, 1L)));
    ApplyException refused =
        assertThrows(
            ApplyException.class,
            () -> applier(true, false, "tributary_shard").check(target, other));
    assertTrue(refused.getMessage().contains("cannot hold 128"), refused.getMessage());
  }

  @Test
  @DisplayName("a source that writes the column itself is refused")
  void columnOfTheSource() {
    table("id int", "v int||NULL");
    assertRefused(applier(true, false, "V"), "the source writes the column V itself");
  }

  @Test
  @DisplayName(
      "a merged table that gets the column stops, names both ways out, and goes on by them")
  void roadToTheColumn() throws Exception {
    table("id int", "v int");
    applier(true, false, "tributary_shard").check(target, RECORD);
    table("id int", "v int", "tributary_shard int||NULL");
    assertRefused(
        applier(true, false, "tributary_shard"),
        "table s.t1 to d.t: the merged target table d.t was merged by the ledger until now and has"
            + " the column tributary_shard",
        "drop the column",
        "UPDATE tributary.merged_table SET road = 'column' WHERE target_table = 1");
    applier(true, false, "").check(target, RECORD);
    target.update("REPLACE INTO tributary.merged_table (target_table, road) VALUES (1, 'column')");
    applier(true, false, "tributary_shard").check(target, RECORD);
  }

  @Test
  @DisplayName("a merged table that loses the column stops and names both ways out")
  void roadToTheLedger() throws Exception {
    table("id int", "v int", "tributary_shard int||NULL");
    applier(true, false, "tributary_shard").check(target, RECORD);
    table("id int", "v int");
    assertRefused(
        applier(true, false, "tributary_shard"),
        "had the column tributary_shard until now and has it no more; give it back",
        "UPDATE tributary.merged_table SET road = 'ledger' WHERE target_table = 1");
  }

  @Test
  @DisplayName("a writer that goes on while the road was changed does so by the old road")
  void roadIsKeptUntilTheTableIsReadAgain() throws Exception {
    table("id int", "v int");
    SafeModeApplier writer = applier(true, false, "tributary_shard");
    writer.check(target, RECORD);
    table("id int", "v int", "tributary_shard int||NULL");
    writer.apply(target, List.of(RECORD));
    assertEquals(1, target.rows("tributary.ledger").size());
    writer.rolledBack();
    assertRefused(writer, "was merged by the ledger until now");
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  @DisplayName("a table that is not merged any more stops: what is known of its rows would rot")
  void unmerged(boolean disjoint) throws Exception {
    table("id int", "v int");
    applier(true, false, "").check(target, RECORD);
    assertRefused(
        applier(false, disjoint, ""),
        "the target table d.t was merged until now and is not in merge.tables any more",
        "DELETE FROM tributary.ledger WHERE target_table = 1; DELETE FROM tributary.merged_table"
            + " WHERE target_table = 1");
    target.update("DELETE FROM tributary.merged_table WHERE target_table = 1");
    applier(false, disjoint, "").check(target, RECORD);
  }

  @Test
  @DisplayName("hazard27 a table that becomes merged later: its rows are of unknown owner")
  void hazard27_mergedLater() throws Exception {
    for (String column : List.of("", "tributary_shard")) {
      table("id int", "v int", "tributary_shard int||NULL");
      SafeModeApplier alone = applier(false, false, column);
      alone.apply(target, List.of(RECORD));
      SafeModeApplier merged = applier(true, false, column);
      PositionedRecord moved = Records.record("B", TABLE, new Change.Insert(0, Row.of(1L, 2L)));
      PositionedRecord left = Records.record("A", TABLE, new Change.Delete(0, Row.of(1L, 1L)));
      merged.apply(target, List.of(moved));
      assertEquals("2", target.rows("d.t").get(0).get(1));
      merged.apply(target, List.of(left));
      assertEquals("2", target.rows("d.t").get(0).get(1));
      merged.apply(
          target, List.of(Records.record("B", TABLE, new Change.Delete(0, Row.of(1L, 2L)))));
      assertEquals(List.of(), target.rows("d.t"));
      assertEquals(List.of(), target.rows("tributary.ledger"));
      target.update("DELETE FROM tributary.merged_table WHERE target_table = 1");
      target.update("DELETE FROM tributary.shard WHERE target_table = 1");
    }
  }

  @Test
  @DisplayName("hazard27 a table whose road was changed both ways, in the middle of moves")
  void hazard27_roadThereAndBack() throws Exception {
    table("id int", "v int", "tributary_shard int||NULL");
    SafeModeApplier ledger = applier(true, false, "");
    ledger.apply(target, List.of(RECORD));
    ledger.apply(target, List.of(Records.record("B", TABLE, new Change.Insert(0, Row.of(1L, 2L)))));
    target.update("REPLACE INTO tributary.merged_table (target_table, road) VALUES (1, 'column')");
    SafeModeApplier column = applier(true, false, "tributary_shard");
    column.apply(target, List.of(Records.record("B", TABLE, new Change.Delete(0, Row.of(1L, 2L)))));
    assertEquals(List.of(List.of("1", "1", "1")), target.rows("d.t"));
    assertEquals(List.of(), target.rows("tributary.ledger"));
    column.apply(target, List.of(Records.record("B", TABLE, new Change.Insert(0, Row.of(1L, 3L)))));
    target.update("REPLACE INTO tributary.merged_table (target_table, road) VALUES (1, 'ledger')");
    SafeModeApplier back = applier(true, false, "");
    back.apply(target, List.of(Records.record("A", TABLE, new Change.Delete(0, Row.of(1L, 1L)))));
    assertEquals("3", target.rows("d.t").get(0).get(1));
    back.apply(target, List.of(Records.record("B", TABLE, new Change.Delete(0, Row.of(1L, 3L)))));
    assertEquals(List.of(), target.rows("d.t"));
    assertEquals(List.of(), target.rows("tributary.ledger"));
  }
}
