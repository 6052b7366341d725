package io.tributary.it.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.sql.SafeModeApplier;
import io.tributary.sink.sql.SafeModeSettings;
import io.tributary.sink.sql.WriteMode;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.PositionedRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Target tables that become merged or are merged no more, in the midst of moves: an operator runs
 * what the stop's message says, as it stands there, on the real target.
 */
@ExtendWith(SharedEnvironment.class)
class ChangedUseIT {
  private static final String SCHEMA = "changeduse";
  private static final String METADATA = "tributary_changeduse";
  private static final String COLUMN = "tributary_shard";
  private static final TableName TABLE = new TableName(SCHEMA, "t");
  private static final Set<String> TABLES = Set.of(TABLE.toString());

  /** A statement ends where the next one begins, where the message goes on, or with it. */
  private static final Pattern STATEMENT =
      Pattern.compile("(?:DELETE|UPDATE) (?:(?!; |\\. Rows).)*");

  private static final TableDescriptor DESCRIPTOR =
      new TableDescriptor(
          new TableName("s", "t"),
          TABLE,
          new AffinityRule(
              List.of(new AffinityRule.KeyColumn("id", AffinityRule.Fold.EXACT)), 1, 1),
          Set.of(),
          List.of(),
          List.of(integer("id"), integer("v")));

  private final Environment environment;
  private RealSide side;

  ChangedUseIT(Environment environment) {
    this.environment = environment;
  }

  private static Column integer(String name) {
    return new Column(name, ColumnType.INT, false, 0, 0, 0, null, List.of());
  }

  @BeforeEach
  void table() throws Exception {
    onTarget("CREATE DATABASE " + SCHEMA, "CREATE DATABASE " + METADATA);
    side = new RealSide(environment.target(), TABLE, "id INT PRIMARY KEY, v INT", METADATA);
  }

  @AfterEach
  void drop() throws SQLException {
    if (side != null) {
      side.close();
    }
    onTarget("DROP DATABASE IF EXISTS " + SCHEMA, "DROP DATABASE IF EXISTS " + METADATA);
  }

  @Test
  void whatIsMergedNoMoreIsForgottenByTheStatementsOfTheMessage() throws Exception {
    apply(writer(TABLES, Set.of()), insert("A", 1, 10));
    apply(writer(TABLES, Set.of()), insert("B", 1, 20), insert("B", 2, 30));
    runStatementsOf(refusal(writer(Set.of(), TABLES), delete("B", 2)), 2);
    assertState(Map.of("1", "20", "2", "30"), 0, 0);
    apply(writer(Set.of(), TABLES), delete("B", 2));
    assertState(Map.of("1", "20"), 0, 0);
  }

  @Test
  void hazard27_rowsOfATableThatBecomesMergedAreOfUnknownOwner() throws Exception {
    for (String column : List.of("", " ADD COLUMN " + COLUMN + " SMALLINT")) {
      if (!column.isEmpty()) {
        side.run("ALTER TABLE " + TABLE + column);
      }
      apply(writer(Set.of(), Set.of()), insert("A", 1, 10), insert("A", 2, 20));
      SafeModeApplier merged = writer(TABLES, Set.of());
      apply(merged, insert("B", 1, 11));
      assertState(Map.of("1", "11", "2", "20"), 2, 1);
      apply(merged, delete("A", 1), delete("A", 2));
      assertState(Map.of("1", "11"), column.isEmpty() ? 1 : 0, 0);
      apply(merged, delete("B", 1));
      assertState(Map.of(), 0, 0);
      side.run("DELETE FROM " + METADATA + ".merged_table");
      side.run("DELETE FROM " + METADATA + ".shard");
    }
  }

  /** A writer that has seen nothing yet, as after a restart of its connector. */
  private SafeModeApplier writer(Set<String> merged, Set<String> disjoint) {
    SafeModeSettings settings =
        new SafeModeSettings(
            merged,
            disjoint,
            Set.of(),
            Set.of(),
            new OwnershipSettings(COLUMN, 10),
            METADATA,
            WriteMode.REPLACE);
    return new SafeModeApplier(settings, side.metadata());
  }

  private void apply(SafeModeApplier writer, PositionedRecord... run) throws Exception {
    side.begin();
    writer.apply(side.transaction(), List.of(run));
    side.commit();
    writer.committed();
  }

  private String refusal(SafeModeApplier writer, PositionedRecord record) {
    return assertThrows(ApplyException.class, () -> writer.check(side.transaction(), record))
        .getMessage();
  }

  private void runStatementsOf(String message, int count) throws TargetException {
    List<String> statements = STATEMENT.matcher(message).results().map(MatchResult::group).toList();
    assertEquals(count, statements.size(), () -> statements + " of: " + message);
    for (String statement : statements) {
      side.run(statement);
    }
  }

  private void assertState(Map<String, String> rows, long entries, long hidden)
      throws TargetException {
    assertEquals(rows, side.rows());
    assertEquals(List.of(entries, hidden), side.ledger());
  }

  private static PositionedRecord insert(String source, int id, int value) {
    return record(source, new Change.Insert(0, row(id, value)));
  }

  private static PositionedRecord delete(String source, int id) {
    return record(source, new Change.Delete(0, row(id, -1)));
  }

  private static Row row(int id, int value) {
    return Row.of((long) id, (long) value);
  }

  private static PositionedRecord record(String source, Change change) {
    Position position = new Position(3, 0, 120);
    return new PositionedRecord(
        17,
        new TransactionRecord(
            new Origin(source, "connector", "uuid/binlog"),
            new Commit(position, "uuid:5", null, 0),
            new Slice(0, 1, position, 1, 0, true),
            null,
            null,
            List.of(DESCRIPTOR),
            List.of(change)));
  }

  private void onTarget(String... statements) throws SQLException {
    try (Connection connection = environment.target().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
