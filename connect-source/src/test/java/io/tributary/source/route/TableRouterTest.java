package io.tributary.source.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableRouterTest {
  @ParameterizedTest
  @CsvSource({
    "'', '', shop, orders, true",
    "shop\\..*, '', shop, orders, true",
    "shop\\..*, '', bigshop, orders, false",
    "shop\\.order, '', shop, orders, false",
    "'shop\\.o{1,2}.*,crm\\.a', '', shop, oo, true",
    "'shop\\.o{1,2}.*,crm\\.a', '', crm, a, true",
    "shop\\..*, shop\\.tmp_.*, shop, tmp_1, false",
    "'', shop\\.tmp_.*, shop, tmp_1, false",
    "Shop\\..*, '', shop, orders, false",
    "(?i)Shop\\..*, '', shop, orders, true",
    "'', '', mysql, user, false",
    ".*, '', sys, x, false",
    ".*, '', information_schema, x, false"
  })
  void captured(String include, String exclude, String schema, String table, boolean expected)
      throws Exception {
    TableRouter router = router(include, exclude, List.of(), "", "");
    assertEquals(expected, router.captured(new TableName(schema, table)));
    assertEquals(expected, router.route(new TableName(schema, table)) != null);
  }

  @Test
  void firstRouteThatMatchesCounts() throws Exception {
    TableRouter router =
        router(
            "",
            "",
            List.of(
                Route.parse("shards", "shop_(\\d+)\\.(?<t>.*)_\\d+", "shop.${t}"),
                Route.parse("rest", "shop_(\\d+)\\.(.*)", "shop.$2_of_$1")),
            "",
            "");
    assertEquals(new TableName("shop", "orders"), target(router, "shop_3", "orders_07"));
    assertEquals(new TableName("shop", "items_of_3"), target(router, "shop_3", "items"));
    assertEquals(new TableName("crm", "a.b"), target(router, "crm", "a.b"));
  }

  @Test
  void targetMayBeQuoted() throws Exception {
    Route route = Route.parse("r", "a\\..*", "`odd.schema`.`t``$x`");
    assertEquals(new TableName("odd.schema", "t`$x"), route.target(new TableName("a", "b")));
  }

  @Test
  void eventExclusionsAddUp() throws Exception {
    TableRouter router =
        router("", "", List.of(), "arch\\..*:delete; .*\\.log{1,2}:update,DELETE", "");
    assertEquals(Set.of(ChangeKind.DELETE), router.route(new TableName("arch", "a")).excluded());
    assertEquals(
        Set.of(ChangeKind.DELETE, ChangeKind.UPDATE),
        router.route(new TableName("arch", "log")).excluded());
    assertEquals(Set.of(), router.route(new TableName("shop", "a")).excluded());
  }

  @Test
  void provenanceSaysWhereARowComesFrom() throws Exception {
    TableRouter router =
        router("", "", List.of(), "", "h:source, s:schema,t:table, at:Commit_Time");
    assertEquals(
        List.of(
            new Provenance("h", "orders-a"),
            new Provenance("s", "shop_1"),
            new Provenance("t", "orders"),
            Provenance.commitTime("at")),
        router.route(new TableName("shop_1", "orders")).provenance());
  }

  @ParameterizedTest
  @CsvSource({
    "a(, 'routes.r.match', 'is not a regular expression'",
    "a, 'routes.r.to', 'is not a table'"
  })
  void badRouteNamesItsOption(String match, String option, String reason) {
    refused(() -> Route.parse("r", match, "nodot"), option, reason);
  }

  @ParameterizedTest
  @CsvSource({"$1.t, $1", "s.x$3, $3", "s.${g}, ${g}"})
  void unknownGroupIsRefused(String to, String group) {
    refused(() -> Route.parse("r", "a", to), "routes.r.to", group + " refers to a group");
  }

  @ParameterizedTest
  @CsvSource({
    "a, 'is not of the form'",
    "a:, 'names no kind'",
    "a:truncate, 'is not one of insert'",
    "(:insert, 'is not a regular expression'"
  })
  void badEventExclusionIsRefused(String value, String reason) {
    refused(() -> EventExclusion.parseList(value), "event.exclude.list", reason);
  }

  @ParameterizedTest
  @CsvSource({
    "a, 'is not of the form'",
    "a:host, 'is not one of source'",
    "'a:source,A:table', 'named twice'"
  })
  void badProvenanceIsRefused(String value, String reason) {
    refused(() -> ProvenanceColumn.parseList(value), "provenance.columns", reason);
  }

  @ParameterizedTest
  @CsvSource({
    "'a.b', '', affinity.keys, 'is not of the form'",
    "'a:b', '', affinity.keys, 'is not a table'",
    "'a.b:c,C', '', affinity.keys, 'named twice'",
    "'a.b:c;A.B:d', '', affinity.keys, 'named twice'",
    "'a.b:c', 'A.b', affinity.tables, 'named twice'",
    "'', 'ab', affinity.tables, 'is not a table'",
    "'a.b:`c', '', affinity.keys, 'do not pair'"
  })
  void badAffinityIsRefused(String keys, String tables, String option, String reason) {
    refused(() -> AffinityOptions.parse(4, keys, tables), option, reason);
  }

  @Test
  void affinityNamesMayBeQuoted() throws Exception {
    AffinityOptions options =
        AffinityOptions.parse(4, "`a.b`.`c:d`:`x,y`,z ; e.f:g", "`h;i`.j , k.l");
    assertEquals(List.of("x,y", "z"), options.keyOf(new TableName("a.b", "c:d")));
    assertEquals(List.of("g"), options.keyOf(new TableName("E", "F")));
    assertNull(options.keyOf(new TableName("k", "l")));
    assertTrue(options.whole(new TableName("h;i", "J")));
    assertFalse(options.whole(new TableName("e", "f")));
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void refused(Action action, String option, String reason) {
    RouteException refused = assertThrows(RouteException.class, action::run);
    assertEquals(option, refused.option());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  private static TableName target(TableRouter router, String schema, String table) {
    return router.route(new TableName(schema, table)).target();
  }

  private static TableRouter router(
      String include, String exclude, List<Route> routes, String events, String provenance)
      throws RouteException {
    return new TableRouter(
        new RoutingOptions(
            "orders-a",
            TablePattern.parseList("table.include.list", include),
            TablePattern.parseList("table.exclude.list", exclude),
            routes,
            EventExclusion.parseList(events),
            ProvenanceColumn.parseList(provenance),
            List.of()));
  }
}
