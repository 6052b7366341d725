package io.tributary.format.codec;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.AffinityRule.KeyColumn;
import io.tributary.format.model.Change;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Heartbeat;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.model.XaId;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The records of the golden files, by the file's name. */
final class Samples {
  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  static final Origin ORIGIN = new Origin("orders-a", "mysql-orders-a", UUID + "/binlog");
  private static final Position PREVIOUS = new Position(42, 1764547200, 8812);
  static final Position POSITION = new Position(42, 1764547200, 9344);
  static final Slice WHOLE = new Slice(2, 4, PREVIOUS, 17, 0, true);

  private Samples() {}

  static Map<String, TransactionRecord> all() {
    Map<String, TransactionRecord> samples = new LinkedHashMap<>();
    samples.put("insert-update-delete", insertUpdateDelete());
    samples.put("xa-commit", xaCommit());
    samples.put("first-after-start", firstAfterStart());
    samples.put("heartbeat", heartbeat());
    samples.put("partial-images", partialImages());
    samples.put("column-types", columnTypes());
    samples.put("odd-values", OddValues.record());
    samples.put("whole-table", wholeTable());
    return samples;
  }

  static TableDescriptor orders(String schema) {
    return new TableDescriptor(
        new TableName(schema, "orders"),
        new TableName("shop", "orders"),
        new AffinityRule(List.of(new KeyColumn("pid", Fold.EXACT)), 1, 4),
        Set.of(),
        List.of(),
        List.of(
            column("pid", ColumnType.BIGINT, true, 1),
            column("buyer_id", ColumnType.BIGINT, true, 0),
            new Column("total", ColumnType.DECIMAL, false, 0, 10, 2, null, List.of()),
            new Column(
                "note", ColumnType.VARCHAR, false, 0, 400, 0, "utf8mb4_0900_ai_ci", List.of())));
  }

  private static Column column(String name, ColumnType type, boolean unsigned, int key) {
    return new Column(name, type, unsigned, key, 0, 0, null, List.of());
  }

  private static TransactionRecord insertUpdateDelete() {
    return new TransactionRecord(
        ORIGIN,
        new Commit(POSITION, UUID + ":23", null, 1764590400123456L),
        WHOLE,
        null,
        null,
        List.of(orders("shop")),
        List.of(
            new Change.Insert(0, Row.of(7L, 1001L, "12.50", "two \"blue\" chairs")),
            new Change.Update(0, Row.of(8L, 1002L, "3.00", null), Row.of(8L, 1002L, "4.00", "")),
            new Change.Delete(0, Row.of(9L, 1003L, "-0.01", "naïve café 😀"))));
  }

  private static TransactionRecord xaCommit() {
    return new TransactionRecord(
        ORIGIN,
        new Commit(
            POSITION,
            UUID + ":moves:5",
            new XaId(
                1,
                "move-7".getBytes(StandardCharsets.US_ASCII),
                new byte[] {0, (byte) 0xff, (byte) 0x80}),
            1764590400000000L),
        WHOLE,
        null,
        null,
        List.of(orders("shop_1"), orders("shop_2")),
        List.of(
            new Change.Delete(0, Row.of(7L, 1001L, "12.50", null)),
            new Change.Insert(1, Row.of(7L, 2001L, "12.50", null))));
  }

  private static TransactionRecord firstAfterStart() {
    return new TransactionRecord(
        ORIGIN,
        new Commit(POSITION, UUID + ":23", null, 1764590400123456L),
        new Slice(0, 1, new Position(42, 1764547200, 197), 1, 0, true),
        UUID + ":1-23,\n" + "7c1de3f2-0000-11e1-9e33-c80aa9429562:1-5:7",
        null,
        List.of(orders("shop")),
        List.of(new Change.Insert(0, Row.of(7L, 1001L, "12.50", null))));
  }

  private static TransactionRecord heartbeat() {
    return new TransactionRecord(
        ORIGIN,
        new Commit(POSITION, null, null, 1764590400000000L),
        new Slice(3, 4, PREVIOUS, 17, 0, true),
        UUID + ":1-23",
        new Heartbeat(1764590401000000L),
        List.of(),
        List.of());
  }

  private static TransactionRecord partialImages() {
    return new TransactionRecord(
        ORIGIN,
        new Commit(POSITION, null, null, 1764590400000000L),
        WHOLE,
        null,
        null,
        List.of(orders("shop")),
        List.of(
            new Change.Update(
                0,
                Row.of(7L, Row.ABSENT, Row.ABSENT, Row.ABSENT),
                Row.of(Row.ABSENT, Row.ABSENT, "13.00", null)),
            new Change.Delete(0, Row.of(8L, Row.ABSENT, Row.ABSENT, Row.ABSENT)),
            new Change.Insert(0, Row.of(Row.ABSENT, Row.ABSENT, Row.ABSENT, Row.ABSENT))));
  }

  private static TransactionRecord wholeTable() {
    TableDescriptor log =
        new TableDescriptor(
            new TableName("odd.schema", "log `x`"),
            new TableName("archive", "log"),
            new AffinityRule(List.of(), 1, 4),
            Set.of(ChangeKind.DELETE, ChangeKind.UPDATE),
            List.of(
                new Provenance("origin_host", "orders-a"),
                new Provenance("origin", "é,\""),
                Provenance.commitTime("at")),
            List.of(new Column("line", ColumnType.TEXT, false, 0, 2, 0, "latin1_bin", List.of())));
    return new TransactionRecord(
        ORIGIN,
        new Commit(POSITION, "0-1-23", null, 1764590400000000L),
        WHOLE,
        null,
        null,
        List.of(log),
        List.of(new Change.Insert(0, Row.of("a\u0000b\tc\n"))));
  }

  /** A table with one column of each type, and rows with the odd values of each. */
  private static TransactionRecord columnTypes() {
    TableDescriptor types =
        new TableDescriptor(
            new TableName("t", "types"),
            new TableName("t", "types"),
            new AffinityRule(
                List.of(new KeyColumn("c_bigint", Fold.EXACT), new KeyColumn("c_char", Fold.TEXT)),
                1,
                4),
            Set.of(),
            List.of(),
            typeColumns());
    Object[] nulls = new Object[typeColumns().size()];
    return new TransactionRecord(
        ORIGIN,
        new Commit(POSITION, null, null, 1764590400000000L),
        WHOLE,
        null,
        null,
        List.of(types),
        List.of(
            new Change.Insert(0, Row.of(ordinary())),
            new Change.Insert(0, Row.of(odd())),
            new Change.Insert(0, Row.of(nulls))));
  }

  private static List<Column> typeColumns() {
    return List.of(
        column("c_tinyint", ColumnType.TINYINT, false, 0),
        column("c_smallint", ColumnType.SMALLINT, true, 0),
        column("c_mediumint", ColumnType.MEDIUMINT, false, 0),
        column("c_int", ColumnType.INT, true, 0),
        column("c_bigint", ColumnType.BIGINT, true, 2),
        new Column("c_decimal", ColumnType.DECIMAL, false, 0, 65, 30, null, List.of()),
        column("c_float", ColumnType.FLOAT, false, 0),
        column("c_double", ColumnType.DOUBLE, false, 0),
        new Column("c_bit", ColumnType.BIT, false, 0, 64, 0, null, List.of()),
        column("c_year", ColumnType.YEAR, false, 0),
        column("c_date", ColumnType.DATE, false, 0),
        new Column("c_time", ColumnType.TIME, false, 0, 0, 6, null, List.of()),
        new Column("c_datetime", ColumnType.DATETIME, false, 0, 0, 3, null, List.of()),
        column("c_timestamp", ColumnType.TIMESTAMP, false, 0),
        new Column("c_char", ColumnType.CHAR, false, 1, 40, 0, "utf8mb4_0900_ai_ci", List.of()),
        new Column("c_varchar", ColumnType.VARCHAR, false, 0, 40, 0, "gbk_chinese_ci", List.of()),
        new Column("c_text", ColumnType.TEXT, false, 0, 4, 0, "utf8mb4_bin", List.of()),
        new Column("c_binary", ColumnType.BINARY, false, 0, 3, 0, null, List.of()),
        new Column("c_varbinary", ColumnType.VARBINARY, false, 0, 30, 0, null, List.of()),
        new Column("c_blob", ColumnType.BLOB, false, 0, 2, 0, null, List.of()),
        new Column(
            "c_enum", ColumnType.ENUM, false, 0, 0, 0, "latin1_swedish_ci", List.of("", "é")),
        new Column("c_set", ColumnType.SET, false, 0, 0, 0, "utf8mb4_bin", List.of("a", "b c")),
        column("c_json", ColumnType.JSON, false, 0),
        column("c_geometry", ColumnType.GEOMETRY, false, 0),
        new Column("c_vector", ColumnType.VECTOR, false, 0, 2, 0, null, List.of()));
  }

  private static Object[] ordinary() {
    return new Object[] {
      -128L,
      65535L,
      -8388608L,
      4294967295L,
      9007199254740993L,
      "7.000000000000000000000000000000",
      (double) 0.1f,
      0.1,
      5L,
      2026L,
      "2026-12-01",
      "-00:00:00.000001",
      "2026-12-01 03:20:01.120",
      "2026-12-01 03:20:01",
      "ab ",
      "中文",
      "line\nbreak",
      new byte[] {1, 0, 0},
      new byte[0],
      new byte[] {(byte) 0xde, (byte) 0xad, (byte) 0xbe, (byte) 0xef},
      "é",
      "a,b c",
      "{\"a\": [1, 1.0, null, 12.50E0, \"\\u0032024-02-31\"]}",
      new byte[] {0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xf0, 0x3f},
      new byte[] {0, 0, (byte) 0x80, 0x3f, 0, 0, 0, 0x40}
    };
  }

  private static Object[] odd() {
    return new Object[] {
      127L,
      0L,
      8388607L,
      0L,
      new BigInteger("18446744073709551615"),
      "-99999999999999999999999999999999999.999999999999999999999999999999",
      (double) Float.MAX_VALUE,
      -0.0,
      new BigInteger("18446744073709551615"),
      0L,
      "0000-00-00",
      "838:59:59.000000",
      "2024-02-31 00:00:00.000",
      "0000-00-00 00:00:00",
      "",
      "\u0000",
      "lone surrogate \ud83d in UCS-2",
      new byte[] {0, 0, 0},
      new byte[] {(byte) 0xff, (byte) 0xfb, (byte) 0xf0},
      new byte[0],
      0L,
      "",
      "null",
      new byte[0],
      new byte[] {0, 0, (byte) 0xc0, 0x7f, 0, 0, 0, 0}
    };
  }
}
