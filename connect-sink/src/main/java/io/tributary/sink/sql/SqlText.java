package io.tributary.sink.sql;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import java.util.List;
import java.util.Locale;

/** Small pieces of statements. */
final class SqlText {
  private SqlText() {}

  /** The literal that a statement writes. */
  static String written(String literal) {
    return literal.equals(TargetRow.ENUM_ERROR) ? TargetRow.ENUM_PLACEHOLDER : literal;
  }

  /**
   * Assignments of the error value to ENUM columns, for an {@code UPDATE IGNORE} in strict mode: a
   * word that is no label becomes index 0. Columns that an UPDATE would touch by itself are held
   * fast.
   */
  static String enumErrors(TargetTable table, List<String> columns) {
    StringBuilder sql = new StringBuilder();
    for (String name : columns) {
      TargetColumn column = table.column(name).orElseThrow();
      sql.append(sql.isEmpty() ? "" : ", ")
          .append(Quoting.identifier(name))
          .append(" = ")
          .append(Quoting.string(noLabel(column.labels())));
    }
    for (TargetColumn column : table.columns()) {
      if (column.attributes().onUpdate()) {
        String name = Quoting.identifier(column.name());
        sql.append(", ").append(name).append(" = ").append(name);
      }
    }
    return sql.toString();
  }

  /** A word that is no label and no number: numbers are taken for indexes. */
  private static String noLabel(List<String> labels) {
    List<String> lower = labels.stream().map(label -> label.toLowerCase(Locale.ROOT)).toList();
    StringBuilder word = new StringBuilder();
    while (lower.contains(word.toString())) {
      word.append('?');
    }
    return word.toString();
  }
}
