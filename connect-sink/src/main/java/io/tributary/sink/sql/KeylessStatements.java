package io.tributary.sink.sql;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Statements for a target table in which no key names a row: each changes one row, found by all the
 * columns that the source gives. Pure.
 *
 * <p>Comparison is NULL-safe and by content: strings by their bytes, because the column's collation
 * may take two rows for equal; FLOAT by its expansion; ENUM error values by their index. Where SQL
 * holds values equal that are not the same ({@code -0.0} and {@code 0.0}, {@code 1} and {@code 1.0}
 * in JSON), the row that has the very value is preferred.
 */
final class KeylessStatements {
  /** A JSON document longer than this is not repeated in its statement to prefer its spelling. */
  private static final int MOST_PREFERRED_CHARS = 1 << 20;

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
    return "UPDATE " + name + " SET " + assignments + " WHERE " + one(before);
  }

  /** Removes one row; must match one. */
  String delete(TargetRow before) {
    return "DELETE FROM " + name + " WHERE " + one(before);
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
    return "UPDATE IGNORE " + name + " SET " + set + " WHERE " + one(asWritten);
  }

  /** What finds one row. */
  private String one(TargetRow row) {
    StringJoiner conditions = new StringJoiner(" AND ");
    StringJoiner preferences = new StringJoiner(", ", " ORDER BY ", "").setEmptyValue("");
    List<TargetColumn> columns = binding.writtenColumns();
    for (int i = 0; i < columns.size(); i++) {
      if (!binding.tellsApart(i)) {
        continue;
      }
      String literal = row.literals().get(i);
      conditions.add(condition(columns.get(i), literal));
      preference(columns.get(i), literal).ifPresent(preferences::add);
    }
    return conditions + preferences.toString() + " LIMIT 1";
  }

  /** An order that puts the very value before those that SQL holds equal to it. */
  private static Optional<String> preference(TargetColumn column, String literal) {
    String name = Quoting.identifier(column.name());
    return switch (column.type()) {
      // The product prints the sign of zero, whatever digits the column rounds to.
      case FLOAT, DOUBLE ->
          literal.equals("0.0E0") || literal.equals("-0.0E0")
              ? Optional.of("CONCAT(" + name + " * 1E0) LIKE '-%'" + order(literal))
              : Optional.empty();
      case JSON ->
          literal.equals("NULL") || literal.length() > MOST_PREFERRED_CHARS
              ? Optional.empty()
              : Optional.of(bytes(name) + " = " + bytes("CAST(" + literal + " AS JSON)") + " DESC");
      default -> Optional.empty();
    };
  }

  private static String order(String zero) {
    return zero.startsWith("-") ? " DESC" : "";
  }

  private static String bytes(String json) {
    return "CAST(CAST(" + json + " AS CHAR) AS BINARY)";
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
    if (literal.equals(TargetRow.ENUM_PLACEHOLDER)) {
      return name + " + 0 <=> " + literal;
    }
    // The error value prints like an empty label and is equal to it.
    return name + " <=> " + literal + (literal.equals("''") ? " AND " + name + " + 0 > 0" : "");
  }
}
