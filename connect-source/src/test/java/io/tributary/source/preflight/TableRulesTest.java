package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.TableName;
import io.tributary.source.route.AffinityOptions;
import io.tributary.source.route.ProvenanceColumn;
import io.tributary.source.route.Route;
import io.tributary.source.route.RouteException;
import io.tributary.source.route.RoutingOptions;
import io.tributary.source.route.TablePattern;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server's tables of now say of the options. */
class TableRulesTest {
  private static final ServerFacts FACTS =
      new ServerFacts(
          "9.7.4",
          "uuid",
          1,
          true,
          "binlog",
          "ROW",
          "FULL",
          "FULL",
          true,
          false,
          true,
          true,
          true,
          "tributary@%");

  /**
   * A table.
   *
   * @param key columns of its primary key, separated by blanks; {@code ?} for other unique keys
   */
  private static ListedTable table(String name, String key, String... columns) {
    String[] parts = name.split("\\.");
    return new ListedTable(
        new TableName(parts[0], parts[1]),
        Arrays.stream(columns)
            .map(each -> each.split(":", -1))
            .map(each -> new ListedTable.Column(each[0], each.length > 1 ? each[1] : null))
            .toList(),
        key.equals("?") ? null : key.isEmpty() ? List.of() : List.of(key.split(" ")));
  }

  private static Subject subject(String included, String keys, String whole) throws RouteException {
    return new Subject(
        7,
        new RoutingOptions(
            "s",
            TablePattern.parseList("table.include.list", included),
            List.of(),
            List.of(Route.parse("orders", "shop\\.orders_.*", "shop.orders")),
            List.of(),
            ProvenanceColumn.parseList("shard:source"),
            List.of()),
        AffinityOptions.parse(4, keys, whole));
  }

  @ParameterizedTest(name = "keys {0} and {1}, affinity.keys {2}, affinity.tables {3}")
  @CsvSource({
    "id, id, '', '', false",
    "id pid, pid id, '', '', false",
    "ID, id, '', '', false",
    "id, pid, '', '', true",
    "id, '', '', '', true",
    "'', '', '', '', false",
    "id, ?, '', '', false",
    "?, pid, '', '', false",
    "id, pid, shop.orders:id, '', false",
    "id, pid, '', shop.orders, false"
  })
  void hazard01_tablesOfOneTargetAgreeOnTheKey(
      String first, String second, String keys, String whole, boolean refused)
      throws RouteException {
    List<ListedTable> tables =
        List.of(
            table("shop.orders_1", first, "id", "pid"),
            table("shop.orders_2", second, "id", "pid"),
            table("shop.other", "pid", "pid"));
    List<Finding> refusals = TableRules.check(FACTS, tables, subject("", keys, whole)).refusals();
    assertEquals(refused ? 1 : 0, refusals.size(), refusals.toString());
    if (refused) {
      assertEquals("routes", refusals.get(0).option());
      assertTrue(refusals.get(0).message().contains("shop.orders_2"), refusals.toString());
      assertTrue(refusals.get(0).message().contains("affinity.keys"), refusals.toString());
    }
  }

  @Test
  void keyColumnsThatAreMissingAreRefused() throws RouteException {
    List<ListedTable> tables =
        List.of(table("shop.orders_1", "id", "id", "PID"), table("shop.orders_2", "id", "id"));
    List<Finding> refusals =
        TableRules.check(FACTS, tables, subject("", "shop.orders:pid", "")).refusals();
    assertEquals(1, refusals.size(), refusals.toString());
    assertEquals("affinity.keys", refusals.get(0).option());
    assertTrue(
        refusals.get(0).message().contains("shop.orders_2 has no column pid"), refusals.toString());
  }

  @Test
  void provenanceThatIsAColumnAlreadyIsRefused() throws RouteException {
    List<Finding> refusals =
        TableRules.check(FACTS, List.of(table("shop.a", "id", "id", "Shard")), subject("", "", ""))
            .refusals();
    assertEquals(1, refusals.size(), refusals.toString());
    assertEquals("provenance.columns", refusals.get(0).option());
  }

  @Test
  void characterSetsThatCannotBeReadAreRefused() throws RouteException {
    List<ListedTable> tables =
        List.of(
            table("shop.a", "id", "id", "b:binary", "c:utf8mb4", "d:klingon"),
            table("mysql.a", "id", "d:klingon"));
    List<Finding> refusals = TableRules.check(FACTS, tables, subject("", "", "")).refusals();
    assertEquals(1, refusals.size(), refusals.toString());
    assertEquals("table.include.list", refusals.get(0).option());
    assertTrue(refusals.get(0).message().contains("d (klingon)"), refusals.toString());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "shop\\..* | ",
        " | ",
        "shop\\.orders_1,shop\\.order | match no table that the user can see: shop\\.order.",
        "shopp\\..* | No table that the user can see is captured"
      })
  void includeListsThatMatchNothingAreWarnedOf(String included, String said) throws RouteException {
    Findings findings =
        TableRules.check(
            FACTS, List.of(table("shop.orders_1", "id", "id")), subject(included, "", ""));
    assertEquals(List.of(), findings.refusals());
    assertEquals(said == null ? 0 : 1, findings.warnings().size(), findings.toString());
    if (said != null) {
      assertTrue(findings.warnings().get(0).message().contains(said), findings.toString());
    }
  }
}
