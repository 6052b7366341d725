package io.tributary.source.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.route.AffinityOptions;
import io.tributary.source.route.RouteException;
import io.tributary.source.route.RoutingOptions;
import io.tributary.source.route.RowFilter;
import io.tributary.source.route.TablePattern;
import io.tributary.source.route.TableRouter;
import io.tributary.source.row.RowChange;
import io.tributary.source.schema.ColumnLists;
import io.tributary.source.schema.MapDialect;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RoutedTablesTest {
  private static RoutedTables tables(String include, String exclude, boolean lowerCase)
      throws RouteException {
    return tables(include, exclude, lowerCase, MapDialect.MYSQL);
  }

  private static RoutedTables tables(
      String include, String exclude, boolean lowerCase, MapDialect dialect, RowFilter... filters)
      throws RouteException {
    RoutingOptions options =
        new RoutingOptions(
            "shop",
            TablePattern.parseList("table.include.list", include),
            TablePattern.parseList("table.exclude.list", exclude),
            List.of(),
            List.of(),
            List.of(),
            List.of(filters));
    return new RoutedTables(
        new TableRouter(options),
        new AffinityOptions(1, Map.of(), Set.of()),
        lowerCase,
        dialect,
        ColumnLists.none());
  }

  /** Included, excluded, schema, whether it may hold captured tables. */
  static Stream<Arguments> schemas() {
    return Stream.of(
        Arguments.of("c34\\..*", "", "c34", true),
        Arguments.of("c34\\..*", "", "c34_other", false),
        Arguments.of("c34\\..*", "", "C34", false),
        Arguments.of("c34\\..*", "", "", false),
        Arguments.of("c45\\.(orders|items)", "", "c45", true),
        Arguments.of("c45\\.(orders|items)", "", "c4", false),
        Arguments.of("(a|b)\\.x, c\\.y", "", "b", true),
        Arguments.of("(a|b)\\.x, c\\.y", "", "c", true),
        Arguments.of("(a|b)\\.x, c\\.y", "", "d", false),
        Arguments.of(".*\\.orders", "", "any", true),
        Arguments.of("(?i)SHOP\\.t", "", "shop", true),
        Arguments.of("shop_[0-9]+\\.t.*", "", "shop_17", true),
        Arguments.of("shop_[0-9]+\\.t.*", "", "shop_x", false),
        Arguments.of("shop.t", "", "shop", true),
        Arguments.of("", "", "any", true),
        Arguments.of("", "", "mysql", false),
        Arguments.of("", "", "Information_Schema", false),
        Arguments.of("", "other\\..*", "other", false),
        Arguments.of("", "other\\..*", "another", true),
        Arguments.of("", "other\\.a", "other", true),
        Arguments.of("", "(?!other\\.keep$)other\\..*", "other", true),
        Arguments.of("", "other(\\.keep)?|x\\..*", "other", true),
        Arguments.of("", "a|other\\..*", "other", true),
        Arguments.of("", "[o]ther\\..*", "other", true),
        Arguments.of("", "tmp_.*\\..*", "tmp_1", false),
        Arguments.of("", "other\\\\..*", "other", true));
  }

  @ParameterizedTest
  @MethodSource("schemas")
  void mayCaptureNeverSaysNoWronglyAndSeldomYes(
      String include, String exclude, String schema, boolean expected) throws RouteException {
    assertEquals(expected, tables(include, exclude, false).mayCapture(schema));
  }

  @ParameterizedTest
  @CsvSource({"false,S,T,false", "false,s,t,true", "true,S,T,true", "true,s,u,false"})
  void statementsMaySpellNamesOtherwise(
      boolean lowerCase, String schema, String table, boolean expected) throws RouteException {
    RoutedTables tables = tables("s\\.t", null, lowerCase);
    assertEquals(expected, tables.captured(new TableName(schema, table)));
    assertEquals(lowerCase || schema.equals("s"), tables.mayCapture(schema));
  }

  /** The table map of {@code CREATE SEQUENCE d.s}, recorded from MariaDB 11.8. */
  private static final String SEQUENCE =
      "1a000000000001000164000173000808080808080801080000010106046c156e6578745f6e6f745f"
          + "6361636865645f76616c75650d6d696e696d756d5f76616c75650d6d6178696d756d5f76616c7565"
          + "0b73746172745f76616c756509696e6372656d656e740a63616368655f73697a650c6379636c655f"
          + "6f7074696f6e0b6379636c655f636f756e74";

  private static BinlogEvent.TableMap sequence() {
    byte[] body = HexFormat.of().parseHex(SEQUENCE);
    EventHeader header = new EventHeader(1, 19, 1, 200, 0, "log.000001", new Position(1, 1, 300));
    return new BinlogEvent.TableMap(header, 26, new TableName("d", "s"), body);
  }

  @Test
  void sequencesOfMariaDbAreNoTables() throws Exception {
    BinlogEvent.TableMap map = sequence();
    assertNull(tables("d\\..*", null, false, MapDialect.MARIADB).table(map));
    assertNotNull(tables("d\\..*", null, false).table(map), "a table with these columns");
  }

  @Test
  void rowsMustPassAllFiltersOfTheirTable() throws Exception {
    RowSelection selection =
        tables(
                "d\\..*",
                null,
                false,
                MapDialect.MYSQL,
                RowFilter.parse("row.filter.a", "d\\.[s-u]: increment > 0"),
                RowFilter.parse("row.filter.b", "d\\.s: Cycle_Count = 3"),
                RowFilter.parse("row.filter.c", "d\\.other: gone = 1"))
            .table(sequence())
            .selection();
    assertNotNull(selection.of(insert(1, 3)));
    assertNull(selection.of(insert(0, 3)));
    assertNull(selection.of(insert(1, 2)));
  }

  private static RowChange insert(long increment, long cycleCount) {
    Row row = Row.of(1L, 1L, 1L, 1L, increment, 1L, 0L, cycleCount);
    return new RowChange(ChangeKind.INSERT, null, row);
  }

  @Test
  void aFilterThatTheTableDoesNotFitStopsAtFirstSight() throws Exception {
    RoutedTables tables =
        tables(
            "d\\..*",
            null,
            false,
            MapDialect.MYSQL,
            RowFilter.parse("row.filter.a", "d\\..*: increment > 0 AND status = 'paid'"));
    String message =
        assertThrows(RouteException.class, () -> tables.table(sequence())).getMessage();
    assertTrue(
        message.startsWith(
            "row.filter.a: at character 26, for the table d.s: there is no column status; the"
                + " columns are next_not_cached_value, "),
        message);
  }
}
