package io.tributary.format.codec;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The table "Odd values" of {@code docs/record-format.md} as one record: a column for each type
 * that has some, and as many rows as the type with the most needs.
 */
final class OddValues {
  private static final List<String> LABELS =
      List.of(
          "it's", "a,b", "back\\slash", "\"", "tab\there", "%", "  two  words", "2", "", "😀", "文");

  private record Odd(Column column, Object... values) {}

  private OddValues() {}

  static TransactionRecord record() {
    List<Odd> odd = columns();
    TableDescriptor table =
        new TableDescriptor(
            new TableName("t", "odd"),
            new TableName("t", "odd"),
            new AffinityRule(List.of(), 1, 4),
            Set.of(),
            List.of(),
            odd.stream().map(Odd::column).toList());
    List<Change> changes = new ArrayList<>();
    int most = odd.stream().mapToInt(it -> it.values.length).max().orElseThrow();
    for (int i = 0; i < most; i++) {
      int row = i;
      Object[] values = odd.stream().map(it -> it.values[row % it.values.length]).toArray();
      changes.add(new Change.Insert(0, Row.of(values)));
    }
    return new TransactionRecord(
        Samples.ORIGIN,
        new Commit(Samples.POSITION, null, null, 1764590400000000L),
        Samples.WHOLE,
        null,
        null,
        List.of(table),
        changes);
  }

  private static List<Odd> columns() {
    List<Odd> odd = new ArrayList<>(numbers());
    odd.addAll(temporals());
    odd.addAll(strings());
    odd.add(
        new Odd(
            column("json", ColumnType.JSON, 0, 0),
            "{\"price\": 12.50E0, \"n\": 1, \"d\": 1.0, \"zero\": -0.0}",
            "[\"\\u0032024-02-31\", \"\\u002d10:11:12.000001\", \"\\u0062ase64:type15:AP8Q\"]",
            "[18446744073709551615, -9223372036854775808, 1e22, 5e-324]",
            "{\"b\": 1, \"aa\": 2, \"\": {\"é\": \"\\u0001\"}}",
            "null"));
    odd.add(new Odd(column("geometry", ColumnType.GEOMETRY, 0, 0), point(), null));
    odd.add(
        new Odd(
            column("vector", ColumnType.VECTOR, 2, 0),
            new byte[] {0, 0, 0, (byte) 0x80, (byte) 0xff, (byte) 0xff, 0x7f, 0x7f}));
    return odd;
  }

  private static List<Odd> numbers() {
    BigInteger most = new BigInteger("18446744073709551615");
    return List.of(
        new Odd(
            new Column("bigint", ColumnType.BIGINT, true, 0, 0, 0, null, List.of()),
            most,
            new BigInteger("9223372036854775808"),
            Long.MAX_VALUE),
        new Odd(column("bit", ColumnType.BIT, 64, 0), most, 0L),
        new Odd(
            column("decimal", ColumnType.DECIMAL, 65, 30),
            "99999999999999999999999999999999999.999999999999999999999999999999",
            "-0.000000000000000000000000000001",
            "0.000000000000000000000000000000"),
        new Odd(
            column("float", ColumnType.FLOAT, 0, 0),
            (double) 0.1f,
            (double) Float.MIN_VALUE,
            (double) -Float.MAX_VALUE,
            -0.0),
        new Odd(
            column("double", ColumnType.DOUBLE, 0, 0),
            -0.0,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            0.1),
        new Odd(column("year", ColumnType.YEAR, 0, 0), 0L, 1901L, 2155L));
  }

  private static List<Odd> temporals() {
    return List.of(
        new Odd(
            column("date", ColumnType.DATE, 0, 0),
            "0000-00-00",
            "2024-00-10",
            "2024-02-00",
            "2024-02-31",
            "9999-12-31"),
        new Odd(
            column("time", ColumnType.TIME, 0, 6),
            "-00:00:00.000001",
            "-838:59:59.000000",
            "838:59:59.000000"),
        new Odd(
            column("datetime", ColumnType.DATETIME, 0, 6),
            "0000-00-00 00:00:00.000000",
            "2024-00-10 23:59:59.999999",
            "2024-02-31 00:00:00.000001"),
        new Odd(
            column("timestamp", ColumnType.TIMESTAMP, 0, 3),
            "0000-00-00 00:00:00.000",
            "1970-01-01 00:00:01.000",
            "2038-01-19 03:14:07.999"));
  }

  private static List<Odd> strings() {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < Long.SIZE; i++) {
      members.add("m" + i);
    }
    Object[] labels = LABELS.toArray();
    Object[] withError = java.util.Arrays.copyOf(labels, labels.length + 1);
    withError[labels.length] = 0L;
    return List.of(
        new Odd(
            column("char", ColumnType.CHAR, 40, 0), "", " leading", "\u0000", "e\u0301", "\uFFFF"),
        new Odd(column("text", ColumnType.TEXT, 2, 0), "trailing  ", "😀", "\u001F\u007F\u2028"),
        new Odd(column("binary", ColumnType.BINARY, 3, 0), new byte[3], new byte[] {' ', ' ', 0}),
        new Odd(column("blob", ColumnType.BLOB, 2, 0), new byte[0], new byte[] {0, ' '}),
        new Odd(
            new Column("enum", ColumnType.ENUM, false, 0, 0, 0, "utf8mb4_0900_ai_ci", LABELS),
            withError),
        new Odd(
            new Column("set", ColumnType.SET, false, 0, 0, 0, "latin1_swedish_ci", members),
            String.join(",", members),
            "",
            "m63",
            "m0,m63"));
  }

  private static byte[] point() {
    byte[] bytes = new byte[25];
    bytes[0] = (byte) 0xe6;
    bytes[1] = 0x10;
    bytes[4] = 1;
    bytes[5] = 1;
    bytes[23] = (byte) 0xf0;
    bytes[24] = (byte) 0xbf;
    return bytes;
  }

  private static Column column(String name, ColumnType type, long length, int scale) {
    boolean text = type == ColumnType.CHAR || type == ColumnType.TEXT;
    String collation = text ? "utf8mb4_0900_bin" : null;
    return new Column(name, type, false, 0, length, scale, collation, List.of());
  }
}
