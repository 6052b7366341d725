package io.tributary.sink.sql;

import static io.tributary.sink.sql.AppliedStatements.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Change;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.writer.ApplyException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Whole SQL of tables without a key. */
class KeylessStatementsTest {
  private static final TableDescriptor ID_AND_NAME =
      Records.table(Records.integer("id"), Records.varchar("name", 20, "utf8mb4_bin"));

  private final InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);

  private List<String> applied(TableDescriptor table, Change... changes) throws Exception {
    return AppliedStatements.of(target, table, changes);
  }

  @Test
  @DisplayName("hazard24 a table without a key: whole rows, one at a time, in order")
  void hazard24_keyless() throws Exception {
    target.table(
        "d.t", "id int||NULL", "name varchar(20)|latin1_bin|NULL", "f float||NULL", "j json");
    TableDescriptor table =
        Records.table(
            Records.integer("id"),
            Records.varchar("name", 5, "latin1_swedish_ci"),
            Records.column("f", ColumnType.FLOAT, 0, 0),
            Records.column("j", ColumnType.JSON, 0, 0));
    double tenth = 0.1f;
    assertEquals(
        List.of(
            "INSERT INTO `d`.`t` (`id`, `name`, `f`, `j`) VALUES (1, 'a', NULL, '{}'),"
                + " (1, 'a', NULL, '{}')",
            "UPDATE `d`.`t` SET `id` = 1, `name` = 'b', `f` = 0.10000000149011612E0, `j` = '[1]'"
                + " WHERE `id` <=> 1 AND `name` <=> 'a'"
                + " AND CAST(CONVERT(`name` USING utf8mb4) AS BINARY) <=> 'a'"
                + " AND `f` IS NULL AND `j` <=> CAST('{}' AS JSON)"
                + " ORDER BY CAST(CAST(`j` AS CHAR) AS BINARY)"
                + " = CAST(CAST(CAST('{}' AS JSON) AS CHAR) AS BINARY) DESC LIMIT 1",
            "DELETE FROM `d`.`t` WHERE `id` IS NULL AND `name` <=> _utf8mb4 X'C3A9'"
                + " AND CAST(CONVERT(`name` USING utf8mb4) AS BINARY) <=> X'C3A9'"
                + " AND `f` <=> 0.10000000149011612E0"
                + " AND `j` <=> CAST(CONVERT(X'22C3A922' USING utf8mb4) AS JSON)"
                + " ORDER BY CAST(CAST(`j` AS CHAR) AS BINARY) = CAST(CAST("
                + "CAST(CONVERT(X'22C3A922' USING utf8mb4) AS JSON) AS CHAR) AS BINARY) DESC"
                + " LIMIT 1"),
        applied(
            table,
            new Change.Insert(0, row(1, "a", null, "{}")),
            new Change.Insert(0, row(1, "a", null, "{}")),
            new Change.Update(0, row(1, "a", null, "{}"), row(1, "b", tenth, "[1]")),
            new Change.Delete(0, row(null, "é", tenth, "\"é\""))));
  }

  @Test
  @DisplayName("a table without a key: of rows that SQL holds equal, the very row")
  void keylessEqualButNotTheSame() throws Exception {
    target.table("d.t", "e enum('','a')", "f float||NULL", "d double||NULL");
    TableDescriptor table =
        Records.table(
            Records.labels("e", ColumnType.ENUM, "", "a"),
            Records.column("f", ColumnType.FLOAT, 0, 0),
            Records.column("d", ColumnType.DOUBLE, 0, 0));
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE `e` <=> '' AND `e` + 0 > 0 AND `f` <=> -0.0E0"
                + " AND `d` <=> 0.0E0 ORDER BY CONCAT(`f` * 1E0) LIKE '-%' DESC,"
                + " CONCAT(`d` * 1E0) LIKE '-%' LIMIT 1",
            "DELETE FROM `d`.`t` WHERE `e` + 0 <=> 0 AND `f` <=> 1.0E0 AND `d` IS NULL LIMIT 1"),
        applied(
            table,
            new Change.Delete(0, row("", -0.0, 0.0)),
            new Change.Delete(0, row(0L, 1.0, null))));
  }

  @Test
  @DisplayName("hazard24 an UPDATE or DELETE without a key that matches no row stops the task")
  void hazard24_noMatchStops() {
    target.table("d.t", "id int", "name varchar(20)");
    target.limitedMatches(0);
    for (Change change :
        List.of(
            new Change.Delete(0, row(1, "a")), new Change.Update(0, row(1, "a"), row(2, "a")))) {
      ApplyException stop = assertThrows(ApplyException.class, () -> applied(ID_AND_NAME, change));
      assertEquals(ApplyException.Kind.FATAL, stop.kind());
      assertTrue(
          stop.getMessage()
              .startsWith(
                  "source A, GTID uuid:5, position 3:0:120, partition 2, offset 17, table s.t to d.t:"
                      + " the target table has no key and holds no row"),
          stop.getMessage());
    }
  }
}
