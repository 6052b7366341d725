package io.tributary.source.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableName;
import io.tributary.source.filter.Condition;
import io.tributary.source.route.RouteException;
import io.tributary.source.row.RowChange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowSelectionTest {
  private static final TableName TABLE = new TableName("shop", "orders");
  private static final Column ID =
      new Column("id", ColumnType.INT, false, 1, 0, 0, null, List.of());
  private static final Column N = new Column("n", ColumnType.INT, false, 0, 0, 0, null, List.of());

  private static RowSelection selection(Set<ChangeKind> excluded, String... conditions)
      throws Exception {
    List<RowSelection.Filter> filters = new ArrayList<>();
    for (String condition : conditions) {
      filters.add(
          new RowSelection.Filter("row.filter.f", Condition.parse(condition).bind(List.of(ID, N))));
    }
    return new RowSelection(TABLE, excluded, filters);
  }

  private static Row row(int n) {
    return Row.of(1L, (long) n);
  }

  private static RowChange update(int before, int after) {
    return new RowChange(ChangeKind.UPDATE, row(before), row(after));
  }

  /** With n > 5: before and after, kinds left out, what is left. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "6 | 7 | ''            | UPDATE",
        "6 | 5 | ''            | DELETE",
        "5 | 6 | ''            | INSERT",
        "5 | 4 | ''            | ",
        "6 | 7 | INSERT,DELETE | UPDATE",
        "6 | 7 | UPDATE        | ",
        "6 | 5 | UPDATE        | DELETE",
        "6 | 5 | DELETE        | ",
        "5 | 6 | UPDATE,DELETE | INSERT",
        "5 | 6 | INSERT        | ",
      })
  void anUpdateIsWhatItIsInTheTableThatTheFilterLeaves(
      int before, int after, String excluded, ChangeKind left) throws Exception {
    Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
    for (String kind : excluded.isEmpty() ? new String[0] : excluded.split(",")) {
      kinds.add(ChangeKind.valueOf(kind));
    }
    RowSelection selection = selection(kinds, "n > 5");
    RowChange change = selection.of(update(before, after));
    assertEquals(left, change == null ? null : change.kind());
    if (left != null) {
      assertEquals(left == ChangeKind.INSERT ? null : row(before), change.before());
      assertEquals(left == ChangeKind.DELETE ? null : row(after), change.after());
    }
    assertTrue(selection.mayCapture(ChangeKind.UPDATE), "one kind is not left out");
  }

  @Test
  void aRowMustPassAllFilters() throws Exception {
    RowSelection selection = selection(Set.of(), "n > 5", "n < 9");
    assertNull(selection.of(new RowChange(ChangeKind.INSERT, null, row(9))));
    assertNull(selection.of(new RowChange(ChangeKind.DELETE, row(5), null)));
    assertEquals(ChangeKind.DELETE, selection.of(update(8, 9)).kind());
  }

  @Test
  void eventsOfWhichNothingIsLeftNeedNotBeDecoded() throws Exception {
    RowSelection plain = selection(Set.of(ChangeKind.UPDATE));
    assertEquals(false, plain.mayCapture(ChangeKind.UPDATE));
    assertEquals(true, plain.mayCapture(ChangeKind.INSERT));
    assertEquals(true, selection(Set.of(ChangeKind.UPDATE), "n > 5").mayCapture(ChangeKind.UPDATE));
    Set<ChangeKind> all = EnumSet.allOf(ChangeKind.class);
    assertEquals(false, selection(all, "n > 5").mayCapture(ChangeKind.UPDATE));
    assertEquals(false, selection(all, "n > 5").mayCapture(ChangeKind.DELETE));
  }

  /** As MariaDB 11.8 leaves stored generated columns out of both images. */
  @Test
  void aFilterOnAColumnThatTheImageLacksStops() throws Exception {
    Row without = Row.of(1L, Row.ABSENT);
    RowChange update = new RowChange(ChangeKind.UPDATE, without, without);
    RowSelection selection = selection(Set.of(), "id = 1 OR n > 5");
    RouteException refused = assertThrows(RouteException.class, () -> selection.of(update));
    assertTrue(refused.getMessage().startsWith("row.filter.f: a row image of shop.orders lacks"));
    assertEquals(update, selection(Set.of(), "id = 1").of(update));
  }
}
