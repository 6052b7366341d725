package io.tributary.source.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.row.Fixture;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Table maps recorded with FULL metadata, cut to what MINIMAL and servers before 8.0 write, and
 * read with the server's list of columns: the schema must be the same.
 */
class ListedMetadataTest {
  private static final Set<Integer> MINIMAL = Set.of(1, 2, 3, 7);

  static Stream<Fixture> recorded() {
    return Stream.of("numbers.fixture", "temporals.fixture", "strings.fixture", "shapes.fixture")
        .flatMap(resource -> Fixture.load(resource).stream())
        .filter(fixture -> !fixture.name().equals("minimal metadata"))
        // Its hidden column is in no list; that is a mismatch, see below.
        .filter(fixture -> !fixture.name().equals("functional index"))
        .filter(
            fixture -> fixture.columns().stream().noneMatch(it -> it.columnType().contains("?")));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void schemaIsTheSameAsWithFullMetadata(Fixture fixture) throws Exception {
    TableSchema full = new TableMapParser().parse(fixture.firstMap());
    ColumnList list = list(fixture, full);
    assertEquals(full, parse(cut(fixture.firstMap(), MINIMAL), list));
    assertEquals(full, parse(cut(fixture.firstMap(), Set.of()), list));
  }

  @Test
  void whatDoesNotAgreeIsNeverGuessed() throws Exception {
    Fixture fixture = Fixture.load("shapes.fixture", "update and delete");
    TableSchema full = new TableMapParser().parse(fixture.firstMap());
    ColumnList list = list(fixture, full);
    BinlogEvent.TableMap map = cut(fixture.firstMap(), MINIMAL);

    List<ListedColumn> fewer = list.columns().subList(1, list.columns().size());
    assertMismatch(map, new ColumnList(list.table(), fewer), "lists 9");
    List<ListedColumn> turned = new ArrayList<>(list.columns());
    Collections.swap(turned, 0, 1);
    assertMismatch(map, new ColumnList(list.table(), turned), "column b is listed as varchar(10)");
    assertMismatch(map, with(list, 2, "int", 0), "another sign");
    assertMismatch(map, with(list, 1, "varchar(10)", 44), "column b");
    assertMismatch(map, with(list, 0, "enum('a','?')", 0), "column a");
  }

  @Test
  void labelsThatTheServerCannotPrintAreNotTaken() {
    boolean found = false;
    for (Fixture fixture : Fixture.load("strings.fixture")) {
      boolean unknown =
          fixture.columns().stream().anyMatch(it -> it.columnType().matches("(enum|set).*\\?.*"));
      if (unknown) {
        found = true;
        assertThrows(
            SchemaException.class,
            () ->
                parse(
                    cut(fixture.firstMap(), MINIMAL),
                    list(fixture, new TableMapParser().parse(fixture.firstMap()))));
      }
    }
    assertTrue(found, "a fixture with such labels");
  }

  private static void assertMismatch(BinlogEvent.TableMap map, ColumnList list, String words) {
    SchemaException e = assertThrows(SchemaException.class, () -> parse(map, list));
    assertTrue(e.getMessage().contains(words), e.getMessage());
    assertTrue(e.getMessage().contains("binlog_row_metadata=FULL"), e.getMessage());
  }

  private static ColumnList with(ColumnList list, int index, String type, long octets) {
    List<ListedColumn> columns = new ArrayList<>(list.columns());
    ListedColumn old = columns.get(index);
    columns.set(index, new ListedColumn(old.name(), type, octets, old.collation(), old.key()));
    return new ColumnList(list.table(), columns);
  }

  private static TableSchema parse(BinlogEvent.TableMap map, ColumnList list)
      throws SchemaException {
    return new TableMapParser(MapDialect.MYSQL, listing(list)).parse(map);
  }

  private static ColumnLists listing(ColumnList list) {
    return new ColumnLists() {
      @Override
      public ColumnList of(BinlogEvent.TableMap map) {
        return list;
      }

      @Override
      public void passed(Position at, ChangedDefinitions changed) {
        throw new AssertionError("no statement here");
      }
    };
  }

  private static ColumnList list(Fixture fixture, TableSchema full) {
    List<ListedColumn> columns = new ArrayList<>();
    for (int i = 0; i < fixture.columns().size(); i++) {
      Fixture.ServerColumn server = fixture.columns().get(i);
      Column column = full.columns().get(i);
      boolean octets =
          switch (column.type()) {
            case CHAR, VARCHAR, BINARY, VARBINARY -> true;
            default -> false;
          };
      String collation = column.type() == ColumnType.BINARY ? null : server.collation();
      columns.add(
          new ListedColumn(
              server.name(),
              server.columnType(),
              octets ? column.length() : 0,
              collation,
              column.key()));
    }
    assertEquals(full.columns().size(), columns.size());
    return new ColumnList(full.name(), columns);
  }

  /** The map with only some fields of its optional metadata. */
  private static BinlogEvent.TableMap cut(BinlogEvent.TableMap map, Set<Integer> kept)
      throws Exception {
    byte[] body = map.body();
    MapBytes in = new MapBytes(body, 0, body.length);
    assertNotNull(MapLayout.read(in));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(body, 0, body.length - in.remaining());
    while (in.remaining() > 0) {
      int from = body.length - in.remaining();
      int type = in.unsignedByte();
      in.skip(in.packed());
      if (kept.contains(type)) {
        out.write(body, from, body.length - in.remaining() - from);
      }
    }
    return new BinlogEvent.TableMap(map.header(), map.tableId(), map.table(), out.toByteArray());
  }
}
