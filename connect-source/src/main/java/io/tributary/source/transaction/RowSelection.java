package io.tributary.source.transaction;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableName;
import io.tributary.source.filter.BoundCondition;
import io.tributary.source.route.RouteException;
import io.tributary.source.row.RowChange;
import java.util.List;
import java.util.Set;

/**
 * Which changes of a table are captured: those of the rows that pass its filters, of the kinds that
 * are not left out. The filters make a smaller table of it, and the kinds are those of that table:
 * an UPDATE by which a row begins or ceases to pass is an INSERT or a DELETE there. Immutable.
 */
public final class RowSelection {
  private final TableName table;
  private final Set<ChangeKind> excluded;
  private final List<Filter> filters;

  /**
   * A filter for the rows of the table.
   *
   * @param option name of its option
   * @param condition what must be true of a row
   */
  public record Filter(String option, BoundCondition condition) {}

  /**
   * @param table the source table
   * @param excluded kinds that are left out
   * @param filters all of which a row must pass
   */
  public RowSelection(TableName table, Set<ChangeKind> excluded, List<Filter> filters) {
    this.table = table;
    this.excluded = Set.copyOf(excluded);
    this.filters = List.copyOf(filters);
  }

  /** Whether of a change of this kind anything may be captured. */
  public boolean mayCapture(ChangeKind kind) {
    return kind == ChangeKind.UPDATE && !filters.isEmpty()
        ? excluded.size() < ChangeKind.values().length
        : !excluded.contains(kind);
  }

  /**
   * What is captured of a change.
   *
   * @return null when nothing is
   * @throws RouteException when an image lacks a column that a filter looks at
   */
  public RowChange of(RowChange change) throws RouteException {
    boolean before = change.before() != null && passes(change.before());
    boolean after = change.after() != null && passes(change.after());
    RowChange left = change;
    if (before != after) {
      left =
          after
              ? new RowChange(ChangeKind.INSERT, null, change.after())
              : new RowChange(ChangeKind.DELETE, change.before(), null);
    }
    return (before || after) && !excluded.contains(left.kind()) ? left : null;
  }

  private boolean passes(Row row) throws RouteException {
    for (Filter filter : filters) {
      for (int column : filter.condition.columns()) {
        if (row.value(column) == Row.ABSENT) {
          throw new RouteException(
              filter.option,
              "a row image of "
                  + table
                  + " lacks a column that the filter looks at (MariaDB leaves stored generated"
                  + " columns out of an UPDATE); use the columns that it is computed from");
        }
      }
      if (!filter.condition.holds(row)) {
        return false;
      }
    }
    return true;
  }
}
