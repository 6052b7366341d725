package io.tributary.source.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.schema.ColumnLists;
import io.tributary.source.schema.MapDialect;
import io.tributary.source.schema.TableMapParser;
import io.tributary.source.schema.TableSchema;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows recorded from real servers decode to what these servers print. */
class RecordedRowsTest {
  private static final String MINIMAL = "minimal metadata";

  static Stream<Fixture> printed() {
    return Stream.of(
            "numbers.fixture",
            "temporals.fixture",
            "strings.fixture",
            "json.fixture.gz",
            "shapes.fixture",
            "odd.fixture",
            "mariadb.fixture")
        .flatMap(resource -> Fixture.load(resource).stream())
        .filter(fixture -> fixture.changes().isEmpty() && !fixture.name().equals(MINIMAL));
  }

  static Stream<Fixture> changed() {
    return Stream.of("shapes.fixture", "partial.fixture.gz")
        .flatMap(resource -> Fixture.load(resource).stream())
        .filter(fixture -> !fixture.changes().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("printed")
  void valuesAreWhatTheServerPrints(Fixture fixture) throws Exception {
    List<RowChange> changes = decode(fixture);
    assertFalse(fixture.rows().isEmpty());
    assertEquals(fixture.rows().size(), changes.size());
    TableSchema schema = parser(fixture).parse(fixture.firstMap());
    for (int r = 0; r < changes.size(); r++) {
      Row row = changes.get(r).after();
      for (int c = 0; c < row.size(); c++) {
        Column column = schema.columns().get(c);
        String expected = fixture.rows().get(r).get(c);
        if (expected != null && fixture.columns().get(c).columnType().contains("zerofill")) {
          expected = expected.replaceFirst("^0+(?=.)", "");
        }
        boolean number = column.type() == ColumnType.FLOAT || column.type() == ColumnType.DOUBLE;
        if (column.type() == ColumnType.JSON && fixture.name().contains("doubles")) {
          assertSameDoubles(expected, (String) row.value(c));
        } else if (number && expected != null) {
          assertEquals(
              Double.valueOf(expected), row.value(c), fixture + ", row " + r + ", " + column);
        } else {
          assertEquals(
              expected, print(column, row.value(c)), fixture + ", row " + r + ", " + column);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("changed")
  void imagesOfUpdatesAndDeletes(Fixture fixture) throws Exception {
    List<String> changes = new ArrayList<>();
    TableSchema schema = parser(fixture).parse(fixture.firstMap());
    for (RowChange change : decode(fixture)) {
      changes.add(
          change.kind()
              + "\t"
              + print(schema, change.before())
              + "\t"
              + print(schema, change.after()));
    }
    assertEquals(fixture.changes(), changes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "empty label in a set;column s (SET;the SET has the member ''",
        "lone surrogate;column v (VARCHAR, character set ucs2);0xD83D at byte 2",
      })
  void valuesWithoutALosslessFormStop(String name, String column, String reason) {
    Fixture fixture = Fixture.load("refused.fixture", name);
    RowDecodeException e = assertThrows(RowDecodeException.class, () -> decode(fixture));
    assertTrue(e.getMessage().contains("a row of fx.t, " + column), e.getMessage());
    assertTrue(e.getMessage().contains(reason), e.getMessage());
    assertTrue(e.getMessage().contains("table.exclude.list"), e.getMessage());
  }

  @Test
  void partialUpdateWithoutTheValueBeforeStops() {
    Fixture fixture = Fixture.load("refused.fixture", "partial update without the value before");
    RowDecodeException e = assertThrows(RowDecodeException.class, () -> decode(fixture));
    assertTrue(e.getMessage().contains("a row of fx.t, column k (JSON)"), e.getMessage());
    assertTrue(e.getMessage().contains("at binlog.000007:1000"), e.getMessage());
    assertTrue(e.getMessage().contains("binlog_row_value_options=''"), e.getMessage());
    assertTrue(e.getMessage().contains("binlog_row_image=FULL"), e.getMessage());
  }

  /** The server prints some doubles next to powers of two longer than needed. */
  private static void assertSameDoubles(String expected, String actual) {
    String[] theirs = expected.substring(1, expected.length() - 1).split(", ", -1);
    String[] ours = actual.substring(1, actual.length() - 1).split(", ", -1);
    assertEquals(theirs.length, ours.length);
    for (int i = 0; i < ours.length; i++) {
      assertEquals(Double.valueOf(theirs[i]), Double.valueOf(ours[i]), theirs[i]);
      assertTrue(ours[i].length() <= theirs[i].length(), ours[i] + " for " + theirs[i]);
    }
  }

  private static TableMapParser parser(Fixture fixture) {
    boolean mariaDb =
        Fixture.load("mariadb.fixture").stream().anyMatch(it -> it.name().equals(fixture.name()))
            && fixture.columns().stream().anyMatch(it -> it.columnType().contains("(11)"))
            // MariaDB writes them like old MySQLs, but one cannot tell: see TableMapParserTest.
            && !fixture.name().equals("old temporal types");
    return new TableMapParser(mariaDb ? MapDialect.MARIADB : MapDialect.MYSQL, ColumnLists.none());
  }

  private static List<RowChange> decode(Fixture fixture) throws Exception {
    List<RowChange> changes = new ArrayList<>();
    TableMapParser parser = parser(fixture);
    RowDecoder decoder = null;
    for (BinlogEvent event : fixture.events()) {
      if (event instanceof BinlogEvent.TableMap map) {
        decoder = RowDecoder.of(parser.parse(map));
      } else if (event instanceof BinlogEvent.Rows rows) {
        decoder.decode(rows, changes::add);
      }
    }
    return changes;
  }

  private static String print(TableSchema schema, Row row) {
    if (row == null) {
      return "-";
    }
    return IntStream.range(0, row.size())
        .mapToObj(
            i -> {
              String text = print(schema.columns().get(i), row.value(i));
              return text == null ? "\\N" : text;
            })
        .collect(Collectors.joining("|"));
  }

  private static String print(Column column, Object value) {
    if (value == null) {
      return null;
    }
    if (value == Row.ABSENT) {
      return "\\A";
    }
    if (value instanceof byte[] bytes) {
      return HexFormat.of().withUpperCase().formatHex(bytes);
    }
    if (column.type() == ColumnType.ENUM && value.equals(0L)) {
      return "(0)";
    }
    return column.type() == ColumnType.JSON ? unmarked((String) value) : value.toString();
  }

  /** What the server prints for a document whose values of other SQL types are marked. */
  private static String unmarked(String json) {
    StringBuilder text = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (!quoted && c == 'E') {
        i++;
        assertEquals('0', json.charAt(i), "the exponent that marks a DECIMAL");
        continue;
      }
      text.append(c);
      if (c == '"') {
        quoted = !quoted;
        if (quoted && json.startsWith("\\u00", i + 1) && json.charAt(i + 5) >= '2') {
          text.append((char) Integer.parseInt(json.substring(i + 5, i + 7), 16));
          i += 6;
        }
      } else if (c == '\\') {
        i++;
        text.append(json.charAt(i));
      }
    }
    return text.toString();
  }
}
