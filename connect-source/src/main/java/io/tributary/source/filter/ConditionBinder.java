package io.tributary.source.filter;

import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import io.tributary.source.filter.BoundCondition.Test;
import io.tributary.source.filter.Condition.ColumnName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Binds a condition to the columns of a table. Not thread-safe. */
final class ConditionBinder {
  private final List<Column> columns;
  private final Set<Integer> used = new HashSet<>();

  ConditionBinder(List<Column> columns) {
    this.columns = columns;
  }

  BoundCondition bind(Condition condition) throws ConditionException {
    return new BoundCondition(used, test(condition));
  }

  private Test test(Condition condition) throws ConditionException {
    if (condition instanceof Condition.All all) {
      // The least of the truth values is that of AND, the greatest that of OR.
      return joined(all.of(), Truth.FALSE);
    } else if (condition instanceof Condition.Any any) {
      return joined(any.of(), Truth.TRUE);
    } else if (condition instanceof Condition.Not not) {
      Test of = test(not.of());
      return row -> of.of(row).not();
    } else if (condition instanceof Condition.IsNull isNull) {
      int index = index(isNull.column());
      return row -> Truth.of(row.value(index) == null);
    }
    return comparison((Condition.Comparison) condition);
  }

  /**
   * @param decides the truth value of a part that is the whole's, whatever the others are
   */
  private Test joined(List<Condition> conditions, Truth decides) throws ConditionException {
    List<Test> parts = new ArrayList<>();
    for (Condition condition : conditions) {
      parts.add(test(condition));
    }
    return row -> joined(row, parts, decides);
  }

  private static Truth joined(Row row, List<Test> parts, Truth decides) {
    Truth joined = decides.not();
    for (Test part : parts) {
      Truth truth = part.of(row);
      if (truth == decides) {
        return decides;
      }
      if (truth == Truth.UNKNOWN) {
        joined = Truth.UNKNOWN;
      }
    }
    return joined;
  }

  private Test comparison(Condition.Comparison comparison) throws ConditionException {
    int index = index(comparison.column());
    Column column = columns.get(index);
    ValueKind kind = ValueKind.of(column.type());
    if (kind == null) {
      throw new ConditionException(
          comparison.column().index(),
          "column "
              + column.name()
              + " is "
              + column.type()
              + ", of which only IS NULL and IS NOT NULL can be asked");
    }
    Literal literal = comparison.literal();
    if (literal instanceof Literal.Null) {
      return row -> Truth.UNKNOWN;
    }
    Object constant = kind.constant(literal);
    if (constant == null) {
      throw new ConditionException(
          literal.index(),
          "column "
              + column.name()
              + " is "
              + column.type()
              + " and is compared with "
              + kind.form()
              + ", not with this "
              + literal.kind());
    }
    Operator operator = comparison.operator();
    return row -> {
      Object value = row.value(index);
      return value == null
          ? Truth.UNKNOWN
          : Truth.of(operator.holds(kind.compare(kind.content(value), constant)));
    };
  }

  /** Names compare without case, as MySQL compares column names. */
  private int index(ColumnName column) throws ConditionException {
    String name = column.name().toLowerCase(Locale.ROOT);
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().toLowerCase(Locale.ROOT).equals(name)) {
        used.add(i);
        return i;
      }
    }
    throw new ConditionException(
        column.index(),
        "there is no column "
            + column.name()
            + "; the columns are "
            + String.join(", ", columns.stream().map(Column::name).toList()));
  }
}
