package io.tributary.it.filter;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/**
 * A column of the table that conditions are tried on: how the server defines it, what values rows
 * have, and with what conditions compare it.
 */
enum FilterColumn {
  SMALL(ColumnType.TINYINT, "TINYINT", numbers(-128, -1, 0, 1, 7, 127), FilterColumn::plain),
  NUMBER(ColumnType.INT, "INT", numbers(-2147483648, -5, 0, 5, 7, 2147483647), FilterColumn::plain),
  BIG(
      ColumnType.BIGINT,
      "BIGINT UNSIGNED",
      List.of(0L, 1L, Long.MAX_VALUE, new BigInteger("18446744073709551615")),
      FilterColumn::plain),
  AMOUNT(
      ColumnType.DECIMAL,
      "DECIMAL(20,5)",
      List.of("-12.50000", "0.00000", "0.00001", "12.50000", "999999999999999.99999"),
      FilterColumn::plain),
  BITS(ColumnType.BIT, "BIT(10)", numbers(0, 1, 5, 1023), FilterColumn::plain),
  YEARS(ColumnType.YEAR, "YEAR", numbers(1901, 1999, 2024, 2155), FilterColumn::plain),
  DAY(
      ColumnType.DATE,
      "DATE",
      List.of("0000-00-00", "1000-01-01", "2024-00-10", "2024-02-29", "2024-02-31", "9999-12-31"),
      FilterColumn::quoted),
  CLOCK(
      ColumnType.TIME,
      "TIME(3)",
      List.of("-838:59:59.000", "-00:00:00.001", "00:00:00.000", "09:30:00.500", "100:00:00.000"),
      FilterColumn::quoted),
  MOMENT(
      ColumnType.DATETIME,
      "DATETIME",
      List.of("0000-00-00 00:00:00", "2024-01-01 00:00:00", "2024-01-01 00:00:01"),
      FilterColumn::quoted),
  STAMP(
      ColumnType.TIMESTAMP,
      "TIMESTAMP(6) NULL",
      List.of("1970-01-01 00:00:01.000000", "2024-01-01 00:00:00.000001"),
      FilterColumn::quoted),
  FIXED(ColumnType.CHAR, "CHAR(9) " + Texts.BINARY, Texts.SOME, FilterColumn::quoted),
  WORDS(ColumnType.VARCHAR, "VARCHAR(9) " + Texts.BINARY, Texts.PADDED, FilterColumn::quoted),
  LINES(ColumnType.TEXT, "TEXT " + Texts.BINARY, Texts.PADDED, FilterColumn::quoted),
  STATUS(
      ColumnType.ENUM,
      "ENUM('paid','Paid','','10','é') " + Texts.BINARY,
      List.of("paid", "Paid", "", "10", "é", 0L),
      value -> value instanceof Long ? "'no label'" : quoted(value)),
  TAGS(
      ColumnType.SET,
      "SET('a','b','c') " + Texts.BINARY,
      List.of("", "a", "a,b", "c", "a,b,c"),
      FilterColumn::quoted),
  BYTES(
      ColumnType.VARBINARY,
      "VARBINARY(9)",
      List.of(new byte[0], new byte[] {0}, new byte[] {65, 0}, new byte[] {-1, 127}),
      FilterColumn::hex),
  PADDED(
      ColumnType.BINARY,
      "BINARY(2)",
      List.of(new byte[] {0, 0}, new byte[] {65, 0}, new byte[] {-1, -128}),
      FilterColumn::hex),
  DOCUMENT(ColumnType.JSON, "JSON", List.of("{}"), FilterColumn::quoted),
  SIZE(ColumnType.DOUBLE, "DOUBLE", List.of(0.5), FilterColumn::plain);

  private final ColumnType type;
  private final String definition;
  private final List<?> values;
  private final Function<Object, String> literal;

  FilterColumn(
      ColumnType type, String definition, List<?> values, Function<Object, String> literal) {
    this.type = type;
    this.definition = definition;
    this.values = values;
    this.literal = literal;
  }

  /** Texts whose order and equality collations see in many ways. */
  private static final class Texts {
    static final String BINARY = "COLLATE utf8mb4_0900_bin";
    static final List<String> SOME =
        List.of("", "a", "A", "ab", "é", "e\u0301", "it's", "\\", "\uFF5E", "\uD83D\uDE00", "10");
    static final List<String> PADDED = padded();

    private static List<String> padded() {
      List<String> texts = new ArrayList<>(SOME);
      Collections.addAll(texts, " ", "a ", "a\t", "\u0000");
      return texts;
    }
  }

  private static List<?> numbers(long... numbers) {
    List<Object> values = new ArrayList<>();
    for (long number : numbers) {
      values.add(number);
    }
    return values;
  }

  /** The table's columns: {@code id}, then these. */
  static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(column("id", ColumnType.INT));
    for (FilterColumn column : values()) {
      columns.add(column(column.columnName(), column.type));
    }
    return columns;
  }

  private static Column column(String name, ColumnType type) {
    return new Column(name, type, false, 0, 0, 0, null, List.of());
  }

  static String definitions() {
    List<String> definitions = new ArrayList<>();
    definitions.add("id INT PRIMARY KEY");
    for (FilterColumn column : values()) {
      definitions.add(column.columnName() + " " + column.definition);
    }
    return String.join(", ", definitions);
  }

  String columnName() {
    return "c_" + name().toLowerCase(Locale.ROOT);
  }

  /** A value that a row may have, of the Java type of its column; null now and then. */
  Object value(Random random) {
    return random.nextInt(6) == 0 ? null : values.get(random.nextInt(values.size()));
  }

  String literal(Object value) {
    return value == null ? "NULL" : literal.apply(value);
  }

  /** Whether it can be compared, not only with NULL. */
  boolean compares() {
    return type != ColumnType.JSON && type != ColumnType.DOUBLE;
  }

  /** A literal that the column can be compared with, NULL now and then. */
  String constant(Random random) {
    return random.nextInt(12) == 0 ? "NULL" : bound(random);
  }

  /** The same without NULL. */
  String bound(Random random) {
    Object value = values.get(random.nextInt(values.size()));
    return switch (type) {
      case TINYINT, INT, BIGINT, DECIMAL, BIT -> number(value.toString(), random);
      case DATETIME, TIMESTAMP -> quoted(shortened((String) value, random));
      case ENUM -> quoted(value instanceof Long ? "no label" : value);
      default -> literal.apply(value);
    };
  }

  private static String number(String value, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> value.indexOf('.') < 0 ? value + ".50" : value + "1";
      case 1 -> value.startsWith("-") ? value : "+" + value;
      default -> value;
    };
  }

  /** Fewer fractional digits, or midnight left out. */
  private static String shortened(String value, Random random) {
    if (value.endsWith(" 00:00:00") && random.nextBoolean()) {
      return value.substring(0, "YYYY-MM-DD".length());
    }
    int point = value.indexOf('.');
    return point < 0 ? value + ".0" : value.substring(0, point + random.nextInt(3) * 3 / 2 * 2);
  }

  private static String plain(Object value) {
    return value.toString();
  }

  private static String quoted(Object value) {
    return "'" + value.toString().replace("'", "''") + "'";
  }

  private static String hex(Object value) {
    return "X'" + HexFormat.of().formatHex((byte[]) value) + "'";
  }
}
