package io.tributary.sink.tidb;

import io.tributary.format.model.ColumnType;
import java.util.List;

/**
 * A column of a target table.
 *
 * @param name spelled as in the target
 * @param type its type; null when it is one that Tributary does not know
 * @param definition the type as {@code information_schema.columns.column_type} prints it
 * @param unsigned for numeric types
 * @param length CHAR, VARCHAR: characters; BINARY, VARBINARY, TEXT, BLOB: most bytes; BIT: bits;
 *     DECIMAL: precision; VECTOR: dimensions, 0 when not bounded; else 0
 * @param scale DECIMAL: scale; TIME, DATETIME, TIMESTAMP: fractional digits; FLOAT and DOUBLE:
 *     digits that values are rounded to, -1 when they are not; else 0
 * @param charset character set of string types, ENUM and SET; else null
 * @param collation collation of the same; else null
 * @param labels labels of ENUM and SET in order; else empty
 * @param attributes what else is known of it
 */
public record TargetColumn(
    String name,
    ColumnType type,
    String definition,
    boolean unsigned,
    long length,
    int scale,
    String charset,
    String collation,
    List<String> labels,
    Attributes attributes) {
  public TargetColumn {
    labels = List.copyOf(labels);
  }

  /**
   * What a column does by itself.
   *
   * @param nullable whether NULL may be stored
   * @param generated whether its value is computed, so that none may be given (3105)
   * @param autoIncrement whether the target may invent its value
   * @param onUpdate whether an UPDATE of another column sets it to the current time
   */
  public record Attributes(
      boolean nullable, boolean generated, boolean autoIncrement, boolean onUpdate) {}

  /** Whether no value may be given. */
  public boolean generated() {
    return attributes.generated();
  }

  /** Whether values are character strings that a collation compares. */
  public boolean text() {
    return type == ColumnType.CHAR || type == ColumnType.VARCHAR || type == ColumnType.TEXT;
  }
}
