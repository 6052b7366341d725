package io.tributary.it.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Makes conditions that both the source and a server take. Without BETWEEN NULL: with {@code b
 * BETWEEN 18446744073709551615.50 AND NULL} a BIGINT at the end of its range, and with {@code t
 * BETWEEN NULL AND '-00:00:00.001'} a TIME of zero are unknown to MySQL 9.7, though one of the
 * comparisons that they stand for is false.
 */
final class RandomCondition {
  private static final List<String> OPERATORS = List.of("=", "<>", "!=", "<", "<=", ">", ">=");
  private static final int DEEPEST = 3;

  private final Random random;

  RandomCondition(Random random) {
    this.random = random;
  }

  String next() {
    return condition(0);
  }

  /** Without parentheses now and then, so that precedence counts. */
  private String condition(int depth) {
    if (depth == DEEPEST || random.nextInt(4) == 0) {
      return comparison();
    }
    String left = condition(depth + 1);
    String right = condition(depth + 1);
    return switch (random.nextInt(6)) {
      case 0 -> "NOT " + left;
      case 1 -> "NOT (" + left + ")";
      case 2 -> "(" + left + ") AND (" + right + ")";
      case 3 -> left + " and " + right;
      case 4 -> "(" + left + " OR " + right + ")";
      default -> left + " OR " + right;
    };
  }

  private String comparison() {
    FilterColumn[] columns = FilterColumn.values();
    FilterColumn column = columns[random.nextInt(columns.length)];
    String name = column.columnName();
    String spelled = random.nextInt(4) == 0 ? "`" + name.toUpperCase(Locale.ROOT) + "`" : name;
    String not = random.nextInt(3) == 0 ? " NOT" : "";
    if (!column.compares() || random.nextInt(8) == 0) {
      return spelled + " IS" + not + " NULL";
    }
    return switch (random.nextInt(4)) {
      case 0 -> spelled + not + " IN (" + String.join(", ", constants(column)) + ")";
      case 1 -> spelled + not + " BETWEEN " + column.bound(random) + " AND " + column.bound(random);
      default ->
          spelled
              + " "
              + OPERATORS.get(random.nextInt(OPERATORS.size()))
              + " "
              + column.constant(random);
    };
  }

  private List<String> constants(FilterColumn column) {
    List<String> constants = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      constants.add(column.constant(random));
    }
    return constants;
  }
}
