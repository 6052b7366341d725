package io.tributary.source.filter;

import io.tributary.format.model.Row;
import java.util.Set;

/** A condition for the rows of one table. Immutable. */
public final class BoundCondition {
  /** Says of a row whether it holds. */
  interface Test {
    Truth of(Row row);
  }

  private final Set<Integer> columns;
  private final Test test;

  BoundCondition(Set<Integer> columns, Test test) {
    this.columns = Set.copyOf(columns);
    this.test = test;
  }

  /** Indexes of the columns that it looks at. */
  public Set<Integer> columns() {
    return columns;
  }

  /**
   * Whether it is true of a row; what is unknown is not, as in a WHERE clause.
   *
   * @param row an image that has all of {@link #columns()}
   */
  public boolean holds(Row row) {
    return test.of(row) == Truth.TRUE;
  }
}
