package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.Targets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DescriptorCheckTest {
  private static final TableDescriptor TABLE =
      Records.table(Records.integer("id"), Records.varchar("name", 20, "utf8mb4_general_ci"));

  private final InMemoryTarget target =
      new InMemoryTarget(TargetServer.Kind.TIDB)
          .table("d.t", "ID int", "Name varchar(20)|utf8mb4_general_ci");

  private List<String> problems(TableDescriptor table, SafeModeSettings settings) throws Exception {
    return new DescriptorCheck(settings, target.server())
        .problems(table, Targets.table(target, "t"));
  }

  private List<String> problems(TableDescriptor table) throws Exception {
    return problems(table, settings(Set.of(), Set.of(), Set.of()));
  }

  private static SafeModeSettings settings(
      Set<String> merged, Set<String> uncovered, Set<String> coarser) {
    return new SafeModeSettings(
        merged,
        Set.of(),
        uncovered,
        coarser,
        OwnershipSettings.DEFAULT,
        "tributary",
        WriteMode.REPLACE);
  }

  private static void assertOne(List<String> problems, String part) {
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.get(0).contains(part), problems::toString);
  }

  @Test
  @DisplayName("columns are found without case; a missing one is named")
  void columns() throws Exception {
    target.unique("d.t", "PRIMARY", "ID");
    assertEquals(List.of(), problems(TABLE));
    assertOne(
        problems(Records.table(Records.integer("id"), Records.integer("more"))),
        "the target table has no column more");
  }

  @Test
  @DisplayName("hazard1 a unique key that the affinity key does not cover is refused")
  void hazard1_uncovered() throws Exception {
    target.unique("d.t", "PRIMARY", "ID").unique("d.t", "by_name", "Name");
    assertOne(problems(TABLE), "the unique key by_name of the target table does not contain");
    assertEquals(List.of(), problems(TABLE, settings(Set.of(), Set.of("d.t"), Set.of())));
    AffinityRule whole = new AffinityRule(List.of(), 1, 4);
    TableDescriptor keyed =
        Records.table(
            new Column("id", ColumnType.INT, false, 1, 0, 0, null, List.of()),
            Records.varchar("name", 20, "utf8mb4_general_ci"));
    assertEquals(List.of(), problems(Records.withAffinity(keyed, whole)));
    AffinityRule single = new AffinityRule(TABLE.affinity().columns(), 1, 1);
    assertEquals(List.of(), problems(Records.withAffinity(TABLE, single)));
  }

  @Test
  @DisplayName("rows of a table without a key are not put under one, unless somebody promises")
  void keyThatTheSourceLacks() throws Exception {
    TableDescriptor keyless = Records.withAffinity(TABLE, new AffinityRule(List.of(), 1, 4));
    assertEquals(List.of(), problems(keyless), "no key there either");
    target.unique("d.t", "PRIMARY", "ID");
    assertOne(problems(keyless), "the source table has no primary key");
    assertEquals(List.of(), problems(keyless, settings(Set.of(), Set.of("d.t"), Set.of())));
    assertEquals(List.of(), problems(TABLE), "affinity.keys says what the key is");
  }

  @Test
  @DisplayName("hazard1 a prefix of a column does not cover the affinity key")
  void hazard1_prefix() throws Exception {
    target.unique("d.t", "by_name", "Name(10)");
    assertOne(
        problems(Records.withAffinity(TABLE, Records.affinity("name"))), "unique key by_name");
  }

  @Test
  @DisplayName("a key column with a coarser collation is refused by name")
  void coarser() throws Exception {
    target.unique("d.t", "PRIMARY", "ID", "Name");
    TableDescriptor table =
        Records.table(Records.integer("id"), Records.varchar("name", 20, "utf8mb4_bin"));
    assertOne(problems(table), "the key column Name has the collation utf8mb4_general_ci");
    assertEquals(List.of(), problems(table, settings(Set.of(), Set.of(), Set.of("d.t"))));
  }

  @Test
  @DisplayName("a coarser collation outside of keys does no harm")
  void coarserOutsideOfKeys() throws Exception {
    target.unique("d.t", "PRIMARY", "ID");
    assertEquals(
        List.of(),
        problems(Records.table(Records.integer("id"), Records.varchar("name", 20, "utf8mb4_bin"))));
  }

  @Test
  @DisplayName("the target's key must come from the source")
  void keyFromTheSource() throws Exception {
    target.unique("d.t", "PRIMARY", "ID", "Name");
    assertOne(
        problems(Records.table(Records.integer("id"))),
        "the key of the target table needs column Name");
  }

  @Test
  @DisplayName("hazard3 upsert with a second unique key is refused")
  void hazard3_upsertWithTwoUniqueKeys() throws Exception {
    target.unique("d.t", "PRIMARY", "ID");
    SafeModeSettings upsert = settings(Set.of(), Set.of(), Set.of()).with(WriteMode.UPSERT);
    assertEquals(List.of(), problems(TABLE, upsert));
    target.unique("d.t", "by_name", "Name?", "ID");
    assertEquals(List.of(), problems(TABLE));
    assertOne(
        problems(TABLE, upsert),
        "with write.mode=upsert the target table must have one unique key only, this one has"
            + " [PRIMARY, by_name]");
  }

  @Test
  @DisplayName("hazard2 a merged table with two unique keys is refused")
  void hazard2_mergeWithTwoUniqueKeys() throws Exception {
    target.unique("d.t", "PRIMARY", "ID").unique("d.t", "by_name", "Name", "ID");
    assertEquals(List.of(), problems(TABLE));
    assertOne(
        problems(TABLE, settings(Set.of("d.t"), Set.of(), Set.of())),
        "must have exactly one unique key in the target, this one has [PRIMARY, by_name]");
  }

  @Test
  @DisplayName("hazard2 a merged table without a key of NOT NULL columns is refused")
  void hazard2_mergeWithoutKey() throws Exception {
    target.unique("d.t", "nullable", "ID?");
    assertOne(
        problems(TABLE, settings(Set.of("d.t"), Set.of(), Set.of())),
        "needs a primary key, or a unique key of NOT NULL columns");
  }

  @Test
  @DisplayName("hazard4 a merged table whose source leaves out DELETE is refused")
  void hazard4_mergeWithoutDeletes() throws Exception {
    target.unique("d.t", "PRIMARY", "ID");
    TableDescriptor table = Records.table("t", Set.of(ChangeKind.DELETE), Records.integer("id"));
    assertEquals(List.of(), problems(table));
    assertOne(
        problems(table, settings(Set.of("d.t"), Set.of(), Set.of())),
        "the source leaves out DELETE events");
  }
}
