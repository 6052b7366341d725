package io.tributary.source.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What conditions say of rows. {@code FilterConditionIT} compares with a real server. */
class ConditionTest {
  /** One column of each type, named like it. */
  private static final List<Column> COLUMNS = columns();

  private static List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      String name = type.name().toLowerCase(Locale.ROOT);
      columns.add(new Column(name, type, true, 0, 0, 6, null, List.of()));
    }
    columns.add(new Column("Odd `name", ColumnType.INT, false, 0, 0, 0, null, List.of()));
    return columns;
  }

  /** A row with one value, the others NULL. */
  private static Row row(String column, Object value) {
    Object[] values = new Object[COLUMNS.size()];
    for (int i = 0; i < values.length; i++) {
      if (COLUMNS.get(i).name().equalsIgnoreCase(column)) {
        values[i] = value;
      }
    }
    return Row.of(values);
  }

  private static boolean holds(String condition, Row row) throws ConditionException {
    return Condition.parse(condition).bind(COLUMNS).holds(row);
  }

  static Stream<Arguments> values() {
    BigInteger most = new BigInteger("18446744073709551615");
    return Stream.of(
        Arguments.of("int", 7L, "int = 7", "int <> 7"),
        Arguments.of("int", 7L, "INT >= 7.00", "int > 7.0"),
        Arguments.of("int", -7L, "int = -7", "int = 7"),
        Arguments.of("int", 7L, "int = +7", "int < 6.999"),
        Arguments.of("int", 0L, "int = -0.0", "int < 0"),
        Arguments.of("bigint", most, "bigint = 18446744073709551615", "bigint < 0"),
        Arguments.of("bigint", most, "bigint > 18446744073709551614.9", "bigint = -1"),
        Arguments.of("decimal", "12.50", "decimal = 12.5", "decimal < 12.5"),
        Arguments.of("decimal", "-0.00", "decimal = 0", "decimal <> .0"),
        Arguments.of("decimal", "0.30", "decimal IN (1, 0.3)", "decimal NOT IN (1, 0.3)"),
        Arguments.of("bit", 5L, "bit = 5", "bit IN (1, 4)"),
        Arguments.of("year", 2024L, "year BETWEEN 2024 AND 2025", "year = 24"),
        Arguments.of("varchar", "it's", "varchar = 'it''s'", "varchar = 'it'"),
        Arguments.of("varchar", "a", "varchar = 'a'", "varchar = 'A'"),
        Arguments.of("varchar", "a", "varchar < 'a '", "varchar = 'a '"),
        Arguments.of("varchar", "", "varchar = ''", "varchar > ''"),
        Arguments.of("varchar", "B", "varchar < 'a'", "varchar >= 'a'"),
        Arguments.of("varchar", "é", "varchar <> 'e\u0301'", "varchar = 'e'"),
        Arguments.of("varchar", "\uFF5E", "varchar < '\uD83D\uDE00'", "varchar > '\uD83D\uDE00'"),
        Arguments.of("varchar", "\uD83D\uDE00", "varchar > '\uFF5E'", "varchar < 'zz'"),
        Arguments.of("varchar", "\uD83D\uDE00", "varchar < '\uD83D\uDE01'", "varchar = '?'"),
        Arguments.of("varchar", "C:\\n", "varchar = 'C:\\n'", "varchar = 'C:\\\\n'"),
        Arguments.of("text", "abc", "text < 'abcd'", "text > 'abcd'"),
        Arguments.of("char", "a", "char = 'a'", "char = 'a  '"),
        Arguments.of("enum", "paid", "enum IN ('sent', 'paid')", "enum = 'PAID'"),
        Arguments.of("enum", 0L, "enum = ''", "enum <> ''"),
        Arguments.of("set", "a,b", "set = 'a,b'", "set = 'b,a'"),
        Arguments.of("binary", new byte[] {1, 0}, "binary = X'0100'", "binary = x'01'"),
        Arguments.of("varbinary", new byte[] {-1}, "varbinary > X'7f'", "varbinary < X'FF'"),
        Arguments.of("blob", new byte[0], "blob = X''", "blob > X''"),
        Arguments.of("date", "2024-02-31", "date > '2024-02-29'", "date = '2024-03-02'"),
        Arguments.of("date", "0000-00-00", "date = '0000-00-00'", "date > '0000-00-00'"),
        Arguments.of(
            "datetime",
            "2024-01-01 00:00:00",
            "datetime = '2024-01-01'",
            "datetime > '2024-01-01'"),
        Arguments.of(
            "datetime",
            "2024-01-01 00:00:00.10",
            "datetime = '2024-01-01 00:00:00.1'",
            "datetime <= '2024-01-01'"),
        Arguments.of(
            "timestamp",
            "2024-01-01 10:00:00.000001",
            "timestamp > '2024-01-01 10:00:00'",
            "timestamp < '2024-01-01 10:00:00.000001'"),
        Arguments.of("time", "-838:59:59", "time < '-100:00:00'", "time > '-01:00:00'"),
        Arguments.of("time", "-00:00:00.000001", "time < '00:00:00'", "time = '00:00:00'"),
        Arguments.of(
            "time", "100:00:00.0", "time > '99:59:59.999999'", "time < '100:00:00.000000'"),
        Arguments.of("json", "{}", "json IS NOT NULL", "json IS NULL"),
        Arguments.of("float", 1.0, "NOT float IS NULL", "float IS NULL"),
        Arguments.of("Odd `name", 3L, "`odd ``NAME` = 3", "`odd ``name` <> 3"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void comparesByKindOfValue(String column, Object value, String holds, String not)
      throws ConditionException {
    Row row = row(column, value);
    assertEquals(true, holds(holds, row), holds);
    assertEquals(false, holds(not, row), not);
    assertEquals(false, holds(holds, row("", null)) && !holds.contains("NULL"), "of NULL");
  }

  /** Of int = 1, varchar NULL. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "varchar = 'a'                                   | false",
        "NOT varchar = 'a'                               | false",
        "varchar IS NULL                                 | true",
        "varchar IS NOT NULL                             | false",
        "varchar = NULL OR varchar <> NULL               | false",
        "NOT (varchar = 'a' AND int = 2)                 | true",
        "NOT (varchar = 'a' AND int = 1)                 | false",
        "varchar = 'a' OR int = 1                        | true",
        "NOT (varchar = 'a' OR int = 2)                  | false",
        "int IN (2, NULL)                                | false",
        "int NOT IN (2, NULL)                            | false",
        "int IN (1, NULL)                                | true",
        "int NOT IN (2, 3)                               | true",
        "int BETWEEN NULL AND 0                          | false",
        "int NOT BETWEEN NULL AND 0                      | true",
        "int NOT BETWEEN NULL AND 1                      | false",
        "int BETWEEN 1 AND 1 AND int = 1                 | true",
        "int BETWEEN 2 AND 0                             | false",
        "int = 2 OR int = 1 AND varchar IS NULL          | true",
        "int = 1 OR int = 1 AND varchar IS NOT NULL      | true",
        "(int = 1 OR int = 2) AND varchar IS NOT NULL    | false",
        "NOT int = 2 AND int = 1                         | true",
        "NOT (NOT (int = 1))                             | true",
        "NOT NOT int = 1                                 | true",
        "not Int in(1)and varchar is null or int between 0 and 1 | true",
        "int=1 AND(int<>-2)                              | true",
      })
  void hasThreeTruthValues(String condition, boolean expected) throws ConditionException {
    assertEquals(expected, holds(condition, row("int", 1L)), condition);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~                | 0  | expected the name of a column, found the end",
        "int               | 3  | expected one of = <> < <= > >= IN",
        "int =             | 5  | expected a number, a 'string', X'hexadecimal digits' or NULL, found the end",
        "int = 1 int       | 8  | expected AND, OR or the end, found int",
        "int = 1)          | 7  | expected AND, OR or the end, found )",
        "(int = 1          | 8  | expected ), found the end",
        "int = bigint      | 6  | expected a number, a 'string', X'hexadecimal digits' or NULL, found bigint",
        "int = TRUE        | 6  | expected a number",
        "1 = int           | 0  | expected the name of a column, found 1",
        "'a' = char        | 0  | expected the name of a column, found a string",
        "int == 1          | 5  | expected a number",
        "int <=> 1         | 6  | expected a number",
        "int = 1e3         | 6  | without an exponent",
        "int = 1.2.3       | 6  | not a number",
        "int = 0x1F        | 6  | not a number",
        "int = - 'a'       | 8  | expected a number, found a string",
        "int & 1           | 4  | the character & has no meaning here",
        "int = 1; x        | 7  | the character ; has no meaning here",
        "char = 'it        | 7  | this string has no end",
        "`char = 'a'       | 0  | this name has no end",
        "char = \"a\"    | 7  | write strings as 'text'",
        "char LIKE 'a%'    | 5  | expected one of = <> < <= > >= IN",
        "int IN ()         | 8  | expected a number",
        "int IN 1          | 7  | expected (, found 1",
        "int IN (1, 2      | 12 | expected ), found the end",
        "int NOT = 1       | 8  | expected IN or BETWEEN, found =",
        "int IS 1          | 7  | expected NULL, found 1",
        "int BETWEEN 1, 2  | 13 | expected AND, found ,",
        "int BETWEEN 1 OR 2| 14 | expected AND, found OR",
        "blob = X'0'       | 7  | not an even number of hexadecimal digits",
        "blob = X'0g'      | 7  | not an even number of hexadecimal digits",
        "f(int) = 1        | 1  | expected one of",
        "~`` = 1~          | 0  | expected the name of a column",
      })
  void namesThePlaceOfAFault(String condition, int index, String reason) {
    refused(condition, index, reason);
  }

  @Test
  void boundsWhatIsNestedAndHowLongNumbersAre() throws ConditionException {
    String deep = "(".repeat(200) + "int = 1" + ")".repeat(200);
    refused(deep, 200, "more than 200");
    refused("NOT ".repeat(300) + "int = 1", 800, "more than 200");
    assertEquals(true, holds(deep.substring(1, deep.length() - 1), row("int", 1L)));
    refused("int = " + "9".repeat(66), 6, "at most 65 digits, 30 of them after the point");
    refused("int = 0." + "9".repeat(31), 6, "at most 65 digits");
    String wide = "int = 0" + " OR int = 2".repeat(100_000) + " OR int = 1";
    assertEquals(true, holds(wide, row("int", 1L)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "gone = 1              | 0  | there is no column gone; the columns are tinyint, smallint,",
        "int = 1 OR gone IS NULL | 11 | there is no column gone",
        "int = '1'             | 6  | column int is INT and is compared with a number, not with this string",
        "varchar = 1           | 10 | column varchar is VARCHAR and is compared with a 'string', not with this number",
        "blob = 'a'            | 7  | column blob is BLOB and is compared with X'hexadecimal digits'",
        "varchar = X'61'       | 10 | not with this byte string",
        "float > 1             | 0  | column float is FLOAT, of which only IS NULL and IS NOT NULL",
        "double IN (NULL)      | 0  | column double is DOUBLE, of which only",
        "json = '{}'           | 0  | column json is JSON, of which only",
        "geometry = X'00'      | 0  | column geometry is GEOMETRY, of which only",
        "date = '2024-1-1'     | 7  | is compared with 'YYYY-MM-DD'",
        "date = '2024-01-01 00:00:00' | 7 | is compared with 'YYYY-MM-DD'",
        "date = '2024-13-01'   | 7  | is compared with 'YYYY-MM-DD'",
        "date = 20240101       | 7  | is compared with 'YYYY-MM-DD'",
        "datetime = '2024-01-01T00:00:00' | 11 | is compared with 'YYYY-MM-DD [HH:MM:SS[.ffffff]]'",
        "datetime = '2024-01-01 24:00:00' | 11 | is compared with",
        "datetime = '2024-01-01 00:00:00.1234567' | 11 | is compared with",
        "datetime = '2024-01-01.5' | 11 | is compared with",
        "time = '1:00:00'      | 7  | is compared with '[-]HH:MM:SS[.ffffff]'",
        "time = '10:60:00'     | 7  | is compared with",
      })
  void refusesWhatTheTableDoesNotHave(String condition, int index, String reason) {
    refused(condition, index, reason);
  }

  private static void refused(String condition, int index, String reason) {
    ConditionException refused =
        assertThrows(
            ConditionException.class, () -> Condition.parse(condition).bind(COLUMNS), condition);
    assertEquals(index, refused.index(), condition + ": " + refused.getMessage());
    assertEquals(true, refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void saysWhichColumnsItLooksAt() throws ConditionException {
    assertEquals(
        Set.of(ColumnType.INT.ordinal(), ColumnType.JSON.ordinal()),
        Condition.parse("int = 1 OR NOT (json IS NULL AND int = NULL)").bind(COLUMNS).columns());
  }
}
