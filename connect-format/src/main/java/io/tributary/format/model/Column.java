package io.tributary.format.model;

import java.util.List;

/**
 * A column of a source table, as the row events of one transaction have it.
 *
 * @param name column name
 * @param type its type
 * @param unsigned for numeric types
 * @param key position in the source's primary key from 1, 0 when not part of it
 * @param length CHAR, VARCHAR, BINARY, VARBINARY: most bytes; BIT: bits; DECIMAL: precision; TEXT
 *     and BLOB: bytes of the length prefix, 1 to 4; VECTOR: dimensions; else 0
 * @param scale DECIMAL: scale; TIME, DATETIME, TIMESTAMP: fractional digits, 0 to 6; else 0
 * @param collation name of the source's collation for string types, ENUM and SET; else null
 * @param labels labels of ENUM and SET in order; else empty
 */
public record Column(
    String name,
    ColumnType type,
    boolean unsigned,
    int key,
    long length,
    int scale,
    String collation,
    List<String> labels) {
  public Column {
    labels = List.copyOf(labels);
  }
}
