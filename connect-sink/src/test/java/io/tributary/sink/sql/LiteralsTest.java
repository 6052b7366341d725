package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.Targets;
import io.tributary.sink.writer.ApplyException;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case 15 and the others of odd values: literals that no session setting can bend. */
class LiteralsTest {
  static Stream<Arguments> literals() {
    return Stream.of(
        Arguments.of(ColumnType.INT, "int", -5L, "-5"),
        Arguments.of(
            ColumnType.BIGINT,
            "bigint unsigned",
            new BigInteger("18446744073709551615"),
            "18446744073709551615"),
        Arguments.of(ColumnType.INT, "varchar(11)", -5L, "'-5'"),
        Arguments.of(ColumnType.YEAR, "year", 0L, "0"),
        Arguments.of(ColumnType.BIT, "bit(9)", 257L, "257"),
        Arguments.of(ColumnType.DECIMAL, "decimal(5,2)", "-1.50", "-1.50"),
        Arguments.of(ColumnType.DECIMAL, "decimal(5,2) unsigned", "-0.00", "-0.00"),
        Arguments.of(ColumnType.FLOAT, "float", (double) Float.MAX_VALUE, "3.4028234663852886E38"),
        Arguments.of(ColumnType.FLOAT, "float", (double) 0.1f, "0.10000000149011612E0"),
        Arguments.of(ColumnType.DOUBLE, "double", Double.MIN_VALUE, "4.9E-324"),
        Arguments.of(ColumnType.DOUBLE, "double", -0.0, "-0.0E0"),
        Arguments.of(ColumnType.DATE, "date", "0000-00-00", "'0000-00-00'"),
        Arguments.of(ColumnType.TIME, "time(6)", "-00:00:00.000001", "'-00:00:00.000001'"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", "", "''"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", null, "NULL"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", "NULL", "'NULL'"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", "a'b\"c`d", "'a''b\"c`d'"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", "\\", "_utf8mb4 X'5C'"),
        Arguments.of(ColumnType.TEXT, "text", "\0\n", "_utf8mb4 X'000A'"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", "trail  ", "'trail  '"),
        Arguments.of(ColumnType.VARCHAR, "varchar(9)", "😀", "_utf8mb4 X'F09F9880'"),
        Arguments.of(ColumnType.VARBINARY, "varbinary(9)", new byte[0], "''"),
        Arguments.of(ColumnType.BLOB, "blob", new byte[] {0x5C, 0x27, -1}, "X'5C27FF'"),
        Arguments.of(ColumnType.ENUM, "enum('a')", "a", "'a'"),
        Arguments.of(ColumnType.ENUM, "enum('a')", 0L, TargetRow.ENUM_ERROR),
        Arguments.of(ColumnType.ENUM, "varchar(9)", 0L, "''"),
        Arguments.of(ColumnType.SET, "set('a','b')", "a,b", "'a,b'"),
        Arguments.of(ColumnType.JSON, "json", "{\"a\": 1}", "'{\"a\": 1}'"),
        Arguments.of(ColumnType.JSON, "json", "\"é\"", "CONVERT(X'22C3A922' USING utf8mb4)"),
        Arguments.of(
            ColumnType.JSON, "json", "[3.10E0]", "JSON_ARRAY(CAST('3.10' AS DECIMAL(3,2)))"),
        Arguments.of(ColumnType.JSON, "json", "7E0", "CAST(CAST('7' AS DECIMAL(1,0)) AS JSON)"),
        Arguments.of(ColumnType.JSON, "json", "[\"1E0\", 1e22]", "'[\"1E0\", 1e22]'"),
        Arguments.of(
            ColumnType.JSON,
            "json",
            "{\"a'\": [1.0, {\"\\\"\": \"\"}], \"b\": \"\\u0032020-02-31\", \"c\": null, \"d\": -0.01E0}",
            "JSON_OBJECT('a''', CAST(CONVERT(X'5B312E302C207B225C22223A2022227D5D' USING utf8mb4) AS"
                + " JSON), 'b', CAST('2020-02-31' AS DATE), 'c',"
                + " CAST('null' AS JSON), 'd', CAST('-0.01' AS DECIMAL(2,2)))"),
        Arguments.of(
            ColumnType.JSON,
            "json",
            "[\"\\u002d10:11:12.000001\", \"\\u0032020-02-03 04:05:06.700000\"]",
            "JSON_ARRAY(CAST('-10:11:12.000001' AS TIME(6)), CAST('2020-02-03 04:05:06.700000' AS"
                + " DATETIME(6)))"),
        Arguments.of(
            ColumnType.JSON,
            "json",
            "\"\\u0062ase64:type15:AP8Q\\nAA==\"",
            "CAST(CAST(X'00FF1000' AS BINARY) AS JSON)"),
        Arguments.of(
            ColumnType.JSON,
            "json",
            "[\"\\u0062ase64:type16:AP8Q\", \"\\u0001\"]",
            "CONVERT(X'5B226261736536343A7479706531363A41503851222C20225C7530303031225D' USING"
                + " utf8mb4)"),
        Arguments.of(ColumnType.GEOMETRY, "geometry", new byte[] {1, 2}, "X'0102'"),
        Arguments.of(ColumnType.VECTOR, "vector(1)", new byte[] {0, 0, -64, 63}, "X'0000C03F'"));
  }

  @ParameterizedTest(name = "{0} into {1}: {3}")
  @MethodSource("literals")
  void literal(ColumnType type, String target, Object value, String expected) throws Exception {
    Column source = Records.column("c", type, 0, 0);
    String literal =
        new Literals(false).literal(value, source, Targets.column(TargetServer.Kind.MYSQL, target));
    assertEquals(expected, literal);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  @DisplayName("TiDB takes VECTOR as text")
  void vectorOnTidb(String target, byte[] value, String expected) throws Exception {
    Column source = Records.column("c", ColumnType.VECTOR, 2, 0);
    assertEquals(
        expected,
        new Literals(true).literal(value, source, Targets.column(TargetServer.Kind.TIDB, target)));
  }

  static Stream<Arguments> vectors() {
    return Stream.of(
        Arguments.of("vector(2)", new byte[] {0, 0, -128, 63, 0, 0, 0, -64}, "'[1.0,-2.0]'"),
        Arguments.of("vector(2)", new byte[0], "'[]'"),
        Arguments.of("varbinary(8)", new byte[] {0, 0, -128, 63}, "X'0000803F'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\uD83D", "\uDE00", "\uDE00\uD83D"})
  @DisplayName("a lone surrogate never becomes a question mark")
  void loneSurrogate(String text) {
    Column source = Records.column("c", ColumnType.VARCHAR, 9, 0);
    ApplyException refused =
        assertThrows(
            ApplyException.class,
            () ->
                new Literals(false)
                    .literal(
                        text,
                        source,
                        Targets.column(TargetServer.Kind.MYSQL, "varchar(9)|utf8mb4_bin")));
    assertEquals(ApplyException.Kind.DATA, refused.kind());
    assertTrue(refused.getMessage().contains("lone surrogate U+D"), refused.getMessage());
  }
}
