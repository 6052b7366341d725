package io.tributary.source.filter;

import io.tributary.format.model.Column;
import java.util.List;

/**
 * A condition on columns by their names. Immutable.
 *
 * <p>{@code IN} and {@code BETWEEN} are not here: SQL defines them by the comparisons that they
 * stand for.
 */
public sealed interface Condition {
  /**
   * Reads a condition: comparisons of a column with a literal ({@code =}, {@code <>}, {@code !=},
   * {@code <}, {@code <=}, {@code >}, {@code >=}, {@code [NOT] IN}, {@code [NOT] BETWEEN}, {@code
   * IS [NOT] NULL}), {@code NOT}, {@code AND}, {@code OR} and parentheses.
   *
   * @throws ConditionException when it is none
   */
  static Condition parse(String text) throws ConditionException {
    return new ConditionParser(text).condition();
  }

  /**
   * The condition for rows with these columns.
   *
   * @throws ConditionException when there is no column of a name, or one cannot be compared with
   *     what the condition compares it with
   */
  default BoundCondition bind(List<Column> columns) throws ConditionException {
    return new ConditionBinder(columns).bind(this);
  }

  /**
   * All hold.
   *
   * @param of one at least
   */
  record All(List<Condition> of) implements Condition {
    public All {
      of = List.copyOf(of);
    }
  }

  /**
   * One holds.
   *
   * @param of one at least
   */
  record Any(List<Condition> of) implements Condition {
    public Any {
      of = List.copyOf(of);
    }
  }

  /** It does not hold. */
  record Not(Condition of) implements Condition {}

  /** The column is NULL. */
  record IsNull(ColumnName column) implements Condition {}

  /** The column compares so with the literal. */
  record Comparison(ColumnName column, Operator operator, Literal literal) implements Condition {}

  /**
   * A column as the condition names it.
   *
   * @param index where in the condition's text, from 0
   */
  record ColumnName(int index, String name) {}
}
