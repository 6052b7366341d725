package io.tributary.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What validate finds in the tables of merge.tables. */
class MergedTablesProbeTest {
  private final InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);

  private List<Finding> findings(String column, String... tables) throws Exception {
    return new MergedTablesProbe(List.of(tables), column).check(target);
  }

  private void assertFound(String words, String column, String table) throws Exception {
    List<Finding> findings = findings(column, table);
    assertEquals(1, findings.size(), findings::toString);
    assertEquals("merge.tables", findings.get(0).option());
    String message = findings.get(0).message();
    assertTrue(message.startsWith(table + ": ") && message.contains(words), message);
  }

  @Test
  @DisplayName("hazard2 a second unique key is found before the first record")
  void hazard2_secondUniqueKey() throws Exception {
    target.table("d.t", "id int", "v int").unique("d.t", "PRIMARY", "id");
    target.table("d.u", "id int", "v int").unique("d.u", "PRIMARY", "id").unique("d.u", "v", "v");
    assertEquals(List.of(), findings("", "d.t"));
    assertFound(
        "must have exactly one unique key in the target, this one has [PRIMARY, v]", "", "d.u");
    assertEquals(1, findings("", "d.t", "d.u").size());
  }

  @Test
  @DisplayName("hazard2 so is a table without a key of NOT NULL columns")
  void hazard2_noKey() throws Exception {
    target.table("d.t", "id int", "v int");
    assertFound("needs a primary key, or a unique key of NOT NULL columns", "", "d.t");
    target.unique("d.t", "nullable", "id?");
    assertFound("needs a primary key, or a unique key of NOT NULL columns", "", "d.t");
  }

  @Test
  @DisplayName("hazard28 so is a key whose collation has no canonical form")
  void hazard28_collation() throws Exception {
    target.table("d.t", "id varchar(9)|big5_chinese_ci").unique("d.t", "PRIMARY", "id");
    assertFound("the key column id has the collation big5_chinese_ci", "", "d.t");
  }

  @Test
  @DisplayName("so is a column that cannot name the owner, but only where it would have to")
  void ownerColumn() throws Exception {
    target.table("d.t", "id int", "tributary_shard int").unique("d.t", "PRIMARY", "id");
    assertFound(
        "the column tributary_shard (int), which names each row's shard", "tributary_shard", "d.t");
    assertEquals(List.of(), findings("", "d.t"));
    assertEquals(List.of(), findings("other", "d.t"));
  }

  @Test
  @DisplayName("a table that is not there is left to its first record")
  void absent() throws Exception {
    assertEquals(List.of(), findings("tributary_shard", "d.absent", "other.t"));
  }
}
