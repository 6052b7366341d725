package io.tributary.sink.sql;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Statements for a target table in which no key names a row: each changes one row, found by all the
 * columns that the source gives. Pure.
 *
 * <p>Comparison is NULL-safe and by content: strings by their bytes, because the column's collation
 * may take two rows for equal; FLOAT by its expansion; ENUM error values by their index. JSON
 * documents that are equal as values, such as {@code 1} and {@code 1.0}, are not told apart.
 */
final class KeylessStatements {
  private final TableBinding binding;
  private final TargetTable table;
  private final String name;

  KeylessStatements(TableBinding binding) {
    this.binding = binding;
    this.table = binding.target();
    this.name = Quoting.table(table.name());
  }

  /** What stands before the rows of an INSERT. */
  String insertHead() {
    List<String> columns = binding.writtenColumns().stream().map(TargetColumn::name).toList();
    return "INSERT INTO " + name + " (" + Quoting.identifiers(columns) + ") VALUES ";
  }

  /** Changes one row; must match one. */
  String update(TargetRow before, TargetRow after) {
    StringJoiner assignments = new StringJoiner(", ");
    for (int i = 0; i < after.columns().size(); i++) {
      String value = SqlText.written(after.literals().get(i));
      assignments.add(Quoting.identifier(after.columns().get(i)) + " = " + value);
    }
    return "UPDATE " + name + " SET " + assignments + " WHERE " + match(before) + " LIMIT 1";
  }

  /** Removes one row; must match one. */
  String delete(TargetRow before) {
    return "DELETE FROM " + name + " WHERE " + match(before) + " LIMIT 1";
  }

  /** Gives a row that was just written its ENUM error values, which had a placeholder. */
  String enumErrors(TargetRow row) {
    List<String> columns = new ArrayList<>();
    List<String> literals = new ArrayList<>();
    for (int i = 0; i < row.columns().size(); i++) {
      boolean error = row.literals().get(i).equals(TargetRow.ENUM_ERROR);
      if (error) {
        columns.add(row.columns().get(i));
      }
      literals.add(error ? TargetRow.ENUM_PLACEHOLDER : row.literals().get(i));
    }
    TargetRow asWritten = new TargetRow(row.columns(), literals);
    String set = SqlText.enumErrors(table, columns);
    return "UPDATE IGNORE " + name + " SET " + set + " WHERE " + match(asWritten) + " LIMIT 1";
  }

  private String match(TargetRow row) {
    StringJoiner conditions = new StringJoiner(" AND ");
    List<TargetColumn> columns = binding.writtenColumns();
    for (int i = 0; i < columns.size(); i++) {
      conditions.add(condition(columns.get(i), row.literals().get(i)));
    }
    return conditions.toString();
  }

  private static String condition(TargetColumn column, String literal) {
    String name = Quoting.identifier(column.name());
    if (literal.equals("NULL")) {
      return name + " IS NULL";
    }
    return switch (column.type()) {
      case CHAR, VARCHAR, TEXT -> text(column, name, literal);
      case ENUM -> enumeration(name, literal);
      case JSON -> name + " <=> CAST(" + literal + " AS JSON)";
      // Neither type can be compared by <=> on MySQL.
      case GEOMETRY, VECTOR ->
          literal.startsWith("X'")
              ? "HEX(" + name + ") <=> " + literal.substring(1)
              : "CAST(" + name + " AS CHAR) <=> CAST(CAST(" + literal + " AS VECTOR) AS CHAR)";
      default -> name + " <=> " + literal;
    };
  }

  /** The first comparison may use an index, the second decides. */
  private static String text(TargetColumn column, String name, String literal) {
    boolean unicode = column.charset() == null || column.charset().startsWith("utf8");
    String content = unicode ? name : "CONVERT(" + name + " USING utf8mb4)";
    String bytes =
        literal.startsWith("_utf8mb4 ") ? literal.substring("_utf8mb4 ".length()) : literal;
    return name + " <=> " + literal + " AND CAST(" + content + " AS BINARY) <=> " + bytes;
  }

  private static String enumeration(String name, String literal) {
    if (literal.equals(TargetRow.ENUM_ERROR)) {
      return name + " + 0 <=> 0";
    }
    boolean index = literal.equals(TargetRow.ENUM_PLACEHOLDER);
    return index ? name + " + 0 <=> " + literal : name + " <=> " + literal;
  }
}
