package io.tributary.sink.sql;

import static io.tributary.sink.sql.AppliedStatements.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Change;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.Targets;
import io.tributary.sink.writer.PositionedRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns that say where a row comes from, and when it was changed there. */
class ProvenanceTest {
  private static final long NOON_MICROS = 1_764_590_400_000_001L;
  private static final TableDescriptor TABLE =
      Records.withProvenance(
          Records.table(Records.integer("id"), Records.integer("n")),
          new Provenance("shard", "A"),
          Provenance.commitTime("changed"));

  private final InMemoryTarget target = new InMemoryTarget(TargetServer.Kind.MYSQL);

  private List<String> applied(SafeModeSettings settings, PositionedRecord... run)
      throws Exception {
    SafeModeApplier applier = new SafeModeApplier(settings, target);
    for (PositionedRecord record : run) {
      applier.check(target, record);
    }
    target.takeLog();
    applier.apply(target, List.of(run));
    return target.takeLog();
  }

  private static PositionedRecord second(long seconds, String source, Change... changes) {
    return Records.committed(NOON_MICROS + seconds * 1_000_000, source, TABLE, changes);
  }

  private void table() {
    target
        .table("d.t", "id int", "n int||NULL", "shard varchar(9)", "changed datetime(6)")
        .unique("d.t", "PRIMARY", "id");
  }

  @Test
  @DisplayName("each row has the commit time of its own last change; a DELETE needs none")
  void everyChangeRefreshesThem() throws Exception {
    table();
    assertEquals(
        List.of(
            "DELETE FROM `d`.`t` WHERE `id` IN (2)",
            "REPLACE INTO `d`.`t` (`id`, `n`, `shard`, `changed`) VALUES"
                + " (1, 11, 'A', '2025-12-01 12:00:01.000001'),"
                + " (3, 30, 'A', '2025-12-01 12:00:00.000001')"),
        applied(
            TableSettings.PLAIN,
            second(
                0,
                "A",
                new Change.Insert(0, row(1, 10)),
                new Change.Insert(0, row(2, 20)),
                new Change.Insert(0, row(3, 30))),
            second(1, "A", new Change.Update(0, row(1, 10), row(1, 11))),
            second(2, "A", new Change.Delete(0, row(2, 20)))));
  }

  @Test
  @DisplayName("upsert: an UPDATE refreshes them, too")
  void upsert() throws Exception {
    table();
    assertEquals(
        List.of(
            "INSERT INTO `d`.`t` (`id`, `n`, `shard`, `changed`) VALUES"
                + " (1, 11, 'A', '2025-12-01 12:00:01.000001') ON DUPLICATE KEY UPDATE"
                + " `id` = VALUES(`id`), `n` = VALUES(`n`), `shard` = VALUES(`shard`),"
                + " `changed` = VALUES(`changed`)"),
        applied(
            TableSettings.PLAIN.with(WriteMode.UPSERT),
            second(1, "A", new Change.Update(0, row(1, 10), row(1, 11)))));
  }

  @Test
  @DisplayName("a table without a key: rows are found by all but the commit time")
  void keyless() throws Exception {
    target.table("d.t", "id int", "n int||NULL", "shard varchar(9)", "changed datetime(6)");
    String one =
        " WHERE `id` <=> 1 AND `n` IS NULL AND `shard` <=> 'A' AND CAST(`shard` AS BINARY)";
    assertEquals(
        List.of(
            "INSERT INTO `d`.`t` (`id`, `n`, `shard`, `changed`) VALUES"
                + " (1, NULL, 'A', '2025-12-01 12:00:00.000001')",
            "UPDATE `d`.`t` SET `id` = 1, `n` = NULL, `shard` = 'A',"
                + " `changed` = '2025-12-01 12:00:01.000001'"
                + one
                + " <=> 'A' LIMIT 1",
            "DELETE FROM `d`.`t`" + one + " <=> 'A' LIMIT 1"),
        applied(
            TableSettings.PLAIN,
            second(0, "A", new Change.Insert(0, row(1, null))),
            second(1, "A", new Change.Update(0, row(1, null), row(1, null))),
            second(2, "A", new Change.Delete(0, row(1, null)))));
  }

  @ParameterizedTest
  @EnumSource(TargetServer.Kind.class)
  @DisplayName("merged: an image that comes back has the commit time of its own last change")
  void hiddenImages(TargetServer.Kind kind) throws Exception {
    InMemoryTarget merged = new InMemoryTarget(kind);
    merged
        .table("d.t", "id int", "n int||NULL", "shard varchar(9)", "changed datetime(6)")
        .unique("d.t", "PRIMARY", "id");
    SafeModeSettings settings =
        new SafeModeSettings(
            Set.of("d.t"),
            Set.of(),
            Set.of(),
            Set.of(),
            OwnershipSettings.DEFAULT,
            "tributary",
            WriteMode.REPLACE);
    SafeModeApplier applier = new SafeModeApplier(settings, merged);
    applier.apply(
        merged,
        List.of(
            second(0, "A", new Change.Insert(0, row(1, 10))),
            second(5, "B", new Change.Insert(0, row(1, 50))),
            second(1, "A", new Change.Update(0, row(1, 10), row(1, 11)))));
    assertEquals(
        List.of(List.of("1", "50", "A", "2025-12-01 12:00:05.000001")), merged.rows("d.t"));
    applier.apply(merged, List.of(second(6, "B", new Change.Delete(0, row(1, 50)))));
    assertEquals(
        List.of(List.of("1", "11", "A", "2025-12-01 12:00:01.000001")), merged.rows("d.t"));
  }

  @ParameterizedTest
  @CsvSource({
    "varchar(6),       datetime(6),  ''",
    "text,             timestamp(6), ''",
    "varchar(5),       datetime(6),  cannot hold \"orders\"; make it a VARCHAR",
    "int,              datetime(6),  cannot hold \"orders\"; make it a VARCHAR",
    "varchar(6),       datetime(3),  cannot hold a commit time; make it DATETIME(6)",
    "varchar(6),       bigint,       cannot hold a commit time; make it DATETIME(6)",
    "varchar(6)|utf8mb4_bin||STORED GENERATED, datetime(6), is computed by the target",
  })
  @DisplayName("a target column that cannot hold it is refused by name")
  void fit(String shard, String changed, String refusal) throws Exception {
    target.table("d.t", "id int", "shard " + shard, "changed " + changed);
    target.unique("d.t", "PRIMARY", "id");
    assertProblem(refusal, Set.of());
  }

  @ParameterizedTest
  @CsvSource({"shard, ''", "changed, the key of the target table needs column changed"})
  @DisplayName("a commit time cannot be part of the key")
  void key(String column, String refusal) throws Exception {
    target.table("d.t", "id int", "shard varchar(6)", "changed datetime(6)");
    target.unique("d.t", "PRIMARY", "id", column);
    assertProblem(refusal, Set.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE        | ''",
        "DELETE,UPDATE | ''",
        "UPDATE        | leaves out [UPDATE] events",
        "INSERT        | leaves out [INSERT] events",
        "INSERT,DELETE | leaves out [INSERT, DELETE] events",
      })
  @DisplayName("hazard24 kinds that a table without a key cannot do without are refused")
  void hazard24_excludedKinds(String excluded, String refusal) throws Exception {
    target.table("d.t", "id int", "shard varchar(6)", "changed datetime(6)");
    Set<ChangeKind> kinds = new HashSet<>();
    for (String kind : excluded.split(",")) {
      kinds.add(ChangeKind.valueOf(kind));
    }
    assertProblem(refusal, kinds);
    target.unique("d.t", "PRIMARY", "id");
    assertProblem("", kinds);
  }

  private void assertProblem(String refusal, Set<ChangeKind> excluded) throws Exception {
    TableDescriptor table =
        Records.withProvenance(
            Records.table("t", excluded, Records.integer("id")),
            new Provenance("shard", "orders"),
            Provenance.commitTime("changed"));
    List<String> problems =
        new DescriptorCheck(TableSettings.PLAIN, target.server())
            .problems(table, Targets.table(target, "t"));
    assertEquals(refusal.isEmpty() ? 0 : 1, problems.size(), problems::toString);
    assertTrue(refusal.isEmpty() || problems.get(0).contains(refusal), problems::toString);
  }
}
