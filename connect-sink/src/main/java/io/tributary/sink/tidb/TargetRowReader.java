package io.tributary.sink.tidb;

import io.tributary.format.model.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reads rows of a target table in a form that writes back exactly what was there.
 *
 * <p>One thing is lost on TiDB: it prints the JSON number {@code 1.0} as {@code 1}.
 */
public final class TargetRowReader {
  private final List<TargetColumn> columns;
  private final List<String> names;
  private final boolean tidb;

  /** A reader of these columns, in this order. */
  public TargetRowReader(List<TargetColumn> columns, TargetServer server) {
    this.columns = List.copyOf(columns);
    this.names = columns.stream().map(TargetColumn::name).toList();
    this.tidb = server.tidb();
  }

  /** What to select: one expression per column. */
  public String selection() {
    return columns.stream().map(this::expression).collect(Collectors.joining(", "));
  }

  /** The current row of a result of {@link #selection()}. */
  public TargetRow read(TargetTransaction.ResultRow row) throws TargetException {
    List<String> literals = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      String text = row.text(i + 1);
      literals.add(text == null ? "NULL" : literal(columns.get(i), text));
    }
    return new TargetRow(names, literals);
  }

  /** Temporals are read as text: no driver can make a date of {@code 0000-00-00}. */
  private String expression(TargetColumn column) {
    String name = Quoting.identifier(column.name());
    ColumnType type = column.type();
    return switch (type) {
      case BIT -> name + " + 0";
      case FLOAT, DOUBLE -> name + " + 0E0";
      case ENUM -> "CONCAT(" + name + " + 0, ':', " + name + ")";
      case VECTOR -> tidb ? "CAST(" + name + " AS CHAR)" : "HEX(" + name + ")";
      case BINARY, VARBINARY, BLOB, GEOMETRY -> "HEX(" + name + ")";
      case DATE, TIME, DATETIME, TIMESTAMP, YEAR, SET, JSON -> "CAST(" + name + " AS CHAR)";
      default -> name;
    };
  }

  private String literal(TargetColumn column, String text) {
    return switch (column.type()) {
      case FLOAT, DOUBLE -> Quoting.number(Double.parseDouble(text));
      case YEAR -> Integer.toString(Integer.parseInt(text));
      case ENUM -> enumLiteral(text);
      case VECTOR -> tidb ? Quoting.string(text) : hex(text);
      case BINARY, VARBINARY, BLOB, GEOMETRY -> hex(text);
      case JSON -> Quoting.jsonText(text);
      case CHAR, VARCHAR, TEXT, SET, DATE, TIME, DATETIME, TIMESTAMP -> Quoting.string(text);
      default -> text;
    };
  }

  private static String hex(String digits) {
    return digits.isEmpty() ? "''" : "X'" + digits + "'";
  }

  /** Reads {@code index:label}; the error value has index 0 and an empty label. */
  private static String enumLiteral(String text) {
    int colon = text.indexOf(':');
    return text.startsWith("0:") ? TargetRow.ENUM_ERROR : Quoting.string(text.substring(colon + 1));
  }
}
