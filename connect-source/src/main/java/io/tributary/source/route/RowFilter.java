package io.tributary.source.route;

import io.tributary.format.model.Column;
import io.tributary.source.filter.BoundCondition;
import io.tributary.source.filter.Condition;
import io.tributary.source.filter.ConditionException;
import java.util.List;

/**
 * A condition that rows of some tables must meet to be captured.
 *
 * @param option the option's whole name, {@code row.filter.<name>}
 * @param match which source tables it is for
 * @param condition what must be true of a row
 * @param conditionIndex where the condition begins in the option's value, for messages
 */
public record RowFilter(
    String option, TablePattern match, Condition condition, int conditionIndex) {
  /** What the names of these options begin with. */
  public static final String PREFIX = "row.filter.";

  /**
   * Reads {@code tables:condition}, for example {@code shop\\.orders_\\d+: status <> 'draft'}. A
   * colon inside brackets or after a backslash is part of the expression for the tables.
   *
   * @param option the option's whole name
   * @throws RouteException when it is not of this form
   */
  public static RowFilter parse(String option, String value) throws RouteException {
    int colon = OptionText.indexOutside(value, ':');
    if (colon < 0 || value.substring(0, colon).isBlank()) {
      throw new RouteException(
          option,
          "\""
              + value
              + "\" is not of the form tables:condition, with a regular expression that"
              + " must match schema.table in full");
    }
    TablePattern match = TablePattern.parse(option, value.substring(0, colon).trim());
    try {
      Condition condition = Condition.parse(value.substring(colon + 1));
      return new RowFilter(option, match, condition, colon + 1);
    } catch (ConditionException e) {
      throw new RouteException(
          option, "at character " + (colon + 1 + e.index() + 1) + ": " + e.getMessage());
    }
  }

  /**
   * The condition for the rows of a table.
   *
   * @throws RouteException when it does not fit the table's columns
   */
  public BoundCondition bind(RoutedTable table, List<Column> columns) throws RouteException {
    try {
      return condition.bind(columns);
    } catch (ConditionException e) {
      throw new RouteException(
          option,
          "at character "
              + (conditionIndex + e.index() + 1)
              + ", for the table "
              + table.source()
              + ": "
              + e.getMessage()
              + ". Change the filter to what the table has now, and start the connector again");
    }
  }
}
