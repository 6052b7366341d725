package io.tributary.source.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.row.Fixture;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TableMapParserTest {
  private static final String SHAPES = "shapes.fixture";

  static Stream<Fixture> recorded() {
    return Stream.of(
            "numbers.fixture", "temporals.fixture", "strings.fixture", SHAPES, "mariadb.fixture")
        .flatMap(resource -> Fixture.load(resource).stream())
        .filter(fixture -> !fixture.name().equals("minimal metadata"));
  }

  private static TableMapParser parser(Fixture fixture) {
    boolean mariaDb =
        fixture.columns().stream().anyMatch(column -> column.columnType().contains("int(11)"))
            && !fixture.name().equals("old temporal types");
    return new TableMapParser(mariaDb ? MapDialect.MARIADB : MapDialect.MYSQL, ColumnLists.none());
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void columnsAreWhatTheInformationSchemaSays(Fixture fixture) throws Exception {
    TableSchema schema = parser(fixture).parse(fixture.firstMap());
    assertEquals(new TableName("fx", "t"), schema.name());
    assertEquals(fixture.columns().size(), schema.columns().size());
    for (int i = 0; i < schema.columns().size(); i++) {
      Column column = schema.columns().get(i);
      Fixture.ServerColumn server = fixture.columns().get(i);
      assertEquals(server.name(), column.name());
      assertEquals(typeOf(server), column.type(), server.toString());
      assertEquals(
          server.columnType().contains("unsigned") || server.columnType().contains("zerofill"),
          column.unsigned(),
          server.toString());
      if (server.collation() != null) {
        assertEquals(server.collation(), column.collation(), server.toString());
      }
      if (column.type() == ColumnType.ENUM || column.type() == ColumnType.SET) {
        // The information schema is in utf8mb3.
        assertEquals(server.columnType(), sql(column).replace("😀", "?"));
      }
      if (column.type() == ColumnType.DECIMAL) {
        assertTrue(
            server
                .columnType()
                .startsWith("decimal(" + column.length() + "," + column.scale() + ")"));
      }
    }
  }

  private static ColumnType typeOf(Fixture.ServerColumn server) {
    boolean bytes = "binary".equals(server.collation());
    return switch (server.dataType()) {
      case "char" -> bytes ? ColumnType.BINARY : ColumnType.CHAR;
      case "tinytext", "text", "mediumtext", "longtext" -> ColumnType.TEXT;
      case "tinyblob", "blob", "mediumblob", "longblob" -> ColumnType.BLOB;
      case "geometry", "point", "linestring" -> ColumnType.GEOMETRY;
      default -> ColumnType.valueOf(server.dataType().toUpperCase());
    };
  }

  private static String sql(Column column) {
    return column.labels().stream()
        .map(label -> "'" + label.replace("'", "''") + "'")
        .collect(Collectors.joining(",", column.type().name().toLowerCase() + "(", ")"));
  }

  @ParameterizedTest
  @CsvSource({
    "composite key in another order, 'v:3 b:2 a:1 n:0'",
    "key with prefix, 'v:3 b:1 a:2'",
    "no key, v:0",
    "functional index, 'id:1 a:0 j:0 u:0'",
    "invisible and generated columns, 'id:1 a:0 g:0 s:0 u:0'"
  })
  void primaryKey(String fixture, String expected) throws Exception {
    TableSchema schema = new TableMapParser().parse(Fixture.load(SHAPES, fixture).firstMap());
    StringBuilder keys = new StringBuilder();
    for (Column column : schema.columns()) {
      keys.append(keys.length() == 0 ? "" : " ");
      keys.append(column.name()).append(':').append(column.key());
    }
    assertEquals(expected, keys.toString());
  }

  @Test
  void lengthsAndDigits() throws Exception {
    TableSchema schema =
        new TableMapParser().parse(Fixture.load(SHAPES, "mixed families").firstMap());
    assertEquals(40, column(schema, "v1").length());
    assertEquals(3, column(schema, "bi").length());
    assertEquals(2, column(schema, "t1").length());
    assertEquals(6, column(schema, "c1").length());
    assertEquals(2, column(schema, "vc").length());
    assertEquals(9, column(schema, "vc2").length());
    TableSchema temporals =
        new TableMapParser().parse(Fixture.load("temporals.fixture", "temporals").firstMap());
    assertEquals(0, column(temporals, "dm0").scale() + column(temporals, "ts0").scale());
    assertEquals(3, column(temporals, "ti3").scale());
  }

  private static Column column(TableSchema schema, String name) {
    return schema.columns().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void minimalMetadataNeedsTheServersList() {
    BinlogEvent.TableMap map = Fixture.load(SHAPES, "minimal metadata").firstMap();
    SchemaException e = assertThrows(SchemaException.class, () -> new TableMapParser().parse(map));
    assertTrue(e.getMessage().contains("has no column names"), e.getMessage());
    assertTrue(e.getMessage().contains("fx.t at binlog.000007:1000"), e.getMessage());
  }

  @Test
  void equalMapsOfAnotherTableIdAreParsedOnce() throws Exception {
    TableMapParser parser = new TableMapParser();
    BinlogEvent.TableMap map = Fixture.load(SHAPES, "no key").firstMap();
    byte[] otherId = map.body().clone();
    otherId[0]++;
    byte[] otherName = map.body().clone();
    otherName[otherName.length - 1 - "v".length()]++;
    TableSchema schema = parser.parse(map);
    assertSame(schema, parser.parse(with(map, otherId)));
    assertNotSame(schema, new TableMapParser().parse(map));
    assertEquals(schema, new TableMapParser().parse(map));
  }

  @Test
  void unknownFieldsAreSkipped() throws Exception {
    BinlogEvent.TableMap map = Fixture.load(SHAPES, "mixed families").firstMap();
    byte[] body = Arrays.copyOf(map.body(), map.body().length + 5);
    System.arraycopy(new byte[] {99, 3, 1, 2, 3}, 0, body, map.body().length, 5);
    assertEquals(new TableMapParser().parse(map), new TableMapParser().parse(with(map, body)));
    byte[] cut = Arrays.copyOf(body, body.length - 1);
    assertThrows(SchemaException.class, () -> new TableMapParser().parse(with(map, cut)));
  }

  @Test
  void typesWithoutDecoderAreNamed() {
    BinlogEvent.TableMap map = Fixture.load(SHAPES, "no key").firstMap();
    byte[] body = map.body().clone();
    // After table id, flags, "fx", "t" and the number of columns.
    body[8 + 4 + 3 + 1] = (byte) 142;
    SchemaException e =
        assertThrows(SchemaException.class, () -> new TableMapParser().parse(with(map, body)));
    assertTrue(e.getMessage().contains("column 1 of fx.t"), e.getMessage());
    assertTrue(e.getMessage().contains("type code 142"), e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void damagedMapsAreRefusedOrReadButNothingElse(Fixture fixture) {
    BinlogEvent.TableMap map = fixture.firstMap();
    for (int length = 0; length < map.body().length; length++) {
      parseOrRefuse(with(map, Arrays.copyOf(map.body(), length)));
    }
    long seed = 20_261_201L;
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      byte[] body = map.body().clone();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      parseOrRefuse(with(map, body));
    }
  }

  /** Anything but a SchemaException fails the test. */
  private static void parseOrRefuse(BinlogEvent.TableMap map) {
    try {
      TableSchema schema = new TableMapParser().parse(map);
      assertEquals(schema.wire().size(), schema.columns().size());
    } catch (SchemaException e) {
      assertTrue(e.getMessage().contains("."), e.getMessage());
    }
  }

  private static BinlogEvent.TableMap with(BinlogEvent.TableMap map, byte[] body) {
    return new BinlogEvent.TableMap(map.header(), map.tableId(), map.table(), body);
  }

  @Test
  void dialectByVersion() {
    assertEquals(
        List.of(MapDialect.MARIADB, MapDialect.MYSQL),
        List.of(MapDialect.of("10.11.6-MariaDB-log"), MapDialect.of("9.7.4")));
  }

  /**
   * With {@code mysql56_temporal_format=OFF}, DATETIME and DATETIME(3) have the same code and no
   * metadata, and values of 8 and 7 bytes.
   */
  @Test
  void oldTemporalTypesOfMariaDbAreRefused() {
    Fixture fixture = Fixture.load("mariadb.fixture", "old temporal types");
    SchemaException refused =
        assertThrows(
            SchemaException.class,
            () ->
                new TableMapParser(MapDialect.MARIADB, ColumnLists.none())
                    .parse(fixture.firstMap()));
    assertTrue(refused.getMessage().contains("mysql56_temporal_format=ON"), refused.getMessage());
    assertTrue(refused.getMessage().contains("column ti of fx.t"), refused.getMessage());
  }

  @Test
  void compressedColumnsHaveTheLengthOfTheirValues() throws Exception {
    Fixture fixture = Fixture.load("mariadb.fixture", "compressed columns");
    TableSchema schema =
        new TableMapParser(MapDialect.MARIADB, ColumnLists.none()).parse(fixture.firstMap());
    assertEquals(2_000, column(schema, "v").length());
    assertEquals(100, column(schema, "w").length());
    assertEquals(2, column(schema, "b").length());
    assertEquals(4, column(schema, "l").length());
  }
}
