package io.tributary.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.TableName;
import io.tributary.source.preflight.CascadingKey;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ListedTable;
import io.tributary.source.preflight.Preflight;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SourceValidatorTest {
  static Map<String, String> good() {
    Map<String, String> properties = new HashMap<>();
    properties.put("name", "orders-1");
    properties.put("connector.class", MySqlSourceConnector.class.getName());
    properties.put("tasks.max", "1");
    properties.put("source.name", "orders-1");
    properties.put("topic", "orders");
    properties.put("database.hostname", "mysql-1");
    properties.put("database.user", "tributary");
    properties.put("database.password", "secret");
    properties.put("database.server.id", "70001");
    properties.put("affinity.partitions", "4");
    properties.put("topic.creation.default.partitions", "4");
    properties.put("topic.creation.default.replication.factor", "3");
    properties.put("exactly.once.support", "required");
    properties.put("transaction.boundary", "connector");
    properties.put("value.converter", FrameworkRules.BYTE_ARRAY_CONVERTER);
    properties.put("producer.override.compression.type", "lz4");
    properties.put("errors.log.enable", "true");
    properties.put("routes", "orders, items");
    properties.put("routes.orders.match", "shop\\.orders_\\d+");
    properties.put("routes.orders.to", "shop.orders");
    properties.put("routes.items.match", "shop\\.(items)_\\d+");
    properties.put("routes.items.to", "shop.$1");
    return properties;
  }

  private static SourceServer server() {
    return new FakeSourceServer();
  }

  private static Map<String, List<String>> errors(
      Map<String, String> properties, SourceServer.Factory servers) {
    Map<String, List<String>> errors = new TreeMap<>();
    for (ConfigValue value :
        new SourceValidator(new Preflight(servers, Clock.systemUTC()))
            .validate(properties)
            .configValues()) {
      if (!value.errorMessages().isEmpty()) {
        errors.put(value.name(), value.errorMessages());
      }
    }
    return errors;
  }

  @Test
  void acceptsAGoodConfiguration() {
    assertEquals(Map.of(), errors(good(), settings -> server()));
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        Arguments.of("value.converter", null, "value.converter", "ByteArrayConverter"),
        Arguments.of(
            "value.converter",
            "org.apache.kafka.connect.json.JsonConverter",
            "value.converter",
            "would change"),
        Arguments.of(
            "topic.creation.default.partitions",
            null,
            "topic.creation.default.partitions",
            "affinity.partitions = 4"),
        Arguments.of(
            "topic.creation.default.partitions",
            "-1",
            "topic.creation.default.partitions",
            "affinity.partitions = 4"),
        Arguments.of("errors.tolerance", "all", "errors.tolerance", "none"),
        Arguments.of("transaction.boundary", null, "transaction.boundary", "connector"),
        Arguments.of("transaction.boundary", "poll", "transaction.boundary", "connector"),
        Arguments.of("database.server.id", null, "database.server.id", "no default"),
        Arguments.of("database.server.id", "4294967296", "database.server.id", "4294967295"),
        Arguments.of("database.ssl.mode", "maybe", "database.ssl.mode", "verify_ca"),
        Arguments.of("database.ssl.truststore", "/no/such", "database.ssl.truststore", "read"),
        Arguments.of("table.include.list", "shop\\.(", "table.include.list", "regular"),
        Arguments.of("event.exclude.list", "a\\.b:truncate", "event.exclude.list", "insert"),
        Arguments.of("affinity.keys", "orders", "affinity.keys", "schema.table:column"),
        Arguments.of("start.position", "time:2026-12-01", "start.position", "not a time"),
        Arguments.of("routes.items.to", "shop.$2", "routes.items.to", "group"),
        Arguments.of("routes.items.to", null, "routes.items.to", "no default"),
        Arguments.of("silence.timeout.ms", "5000", "silence.timeout.ms", "binlog.heartbeat.ms"),
        Arguments.of("source.name", "a b", "source.name", "hyphens"),
        Arguments.of("databse.port", "1", "databse.port", "did you mean database.port?"),
        Arguments.of("record.format", "smile", "record.format", "not an option"),
        Arguments.of("spill.directory", "spill", "spill.directory", "absolute path"),
        Arguments.of("row.filter.a", "shop\\.a", "row.filter.a", "tables:condition"),
        Arguments.of("row.filter.a", "shop\\.a: n = ", "row.filter.a", "at character 13: expected"),
        Arguments.of("row.filters", "a", "row.filters", "row.filter.<name>"),
        Arguments.of("routes.order.to", "a.b", "routes.order.to", "routes.<name>.to"));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void showsEachFaultAtItsOption(String option, String value, String at, String advice) {
    Map<String, String> properties = good();
    if (value == null) {
      properties.remove(option);
    } else {
      properties.put(option, value);
    }
    Map<String, List<String>> errors = errors(properties, settings -> server());
    assertEquals(java.util.Set.of(at), errors.keySet(), errors.toString());
    assertTrue(errors.get(at).toString().contains(advice), errors.toString());
  }

  static Stream<Arguments> hazard13() {
    return Stream.of(
        Arguments.of("producer.override.enable.idempotence", "false", "required", true),
        Arguments.of("producer.override.enable.idempotence", "true", "required", false),
        Arguments.of("producer.override.acks", "1", "required", true),
        Arguments.of("producer.override.acks", "-1", "required", false),
        Arguments.of(
            "producer.override.max.in.flight.requests.per.connection", "6", "required", true),
        Arguments.of(
            "producer.override.max.in.flight.requests.per.connection", "5", "required", false),
        Arguments.of(
            "producer.override.max.in.flight.requests.per.connection", "5", "requested", true),
        Arguments.of(
            "producer.override.max.in.flight.requests.per.connection", "1", "requested", false),
        Arguments.of("producer.override.value.serializer", "x.Y", "required", true),
        Arguments.of("producer.override.transactional.id", "x", "requested", true),
        Arguments.of("producer.override.max.request.size", "900000", "required", true),
        Arguments.of("producer.override.max.request.size", "1000000", "required", false));
  }

  @ParameterizedTest
  @MethodSource("hazard13")
  @DisplayName("hazard13: overrides that break the producer's order are refused")
  void hazard13_overridesThatBreakOrderAreRefused(
      String option, String value, String exactlyOnce, boolean refused) {
    Map<String, String> properties = good();
    properties.put("exactly.once.support", exactlyOnce);
    properties.put(option, value);
    assertEquals(
        refused ? java.util.Set.of(option) : java.util.Set.of(),
        errors(properties, settings -> server()).keySet());
  }

  @Test
  void showsWhatTheServerSays() {
    SourceServer.Factory refusing =
        settings -> {
          throw new SourceServerException(
              List.of(new Finding("database.user", "no"), new Finding("database.password", "no")),
              false,
              null);
        };
    assertEquals(
        java.util.Set.of("database.user", "database.password"), errors(good(), refusing).keySet());
  }

  @Test
  void showsTheServersFaultsBesideOthers() {
    FakeSourceServer server = new FakeSourceServer();
    server.serverId = 70001;
    Map<String, String> properties = good();
    properties.put("errors.tolerance", "all");
    assertEquals(
        java.util.Set.of("database.server.id", "errors.tolerance"),
        errors(properties, settings -> server).keySet());
  }

  @Test
  @DisplayName("hazard30: keys of captured tables that change rows unseen are refused by name")
  void hazard30_hiddenCascadesOfCapturedTablesAreRefused() {
    FakeSourceServer server = new FakeSourceServer();
    TableName orders = new TableName("shop", "orders");
    TableName items = new TableName("shop", "items");
    server.cascadingKeys =
        List.of(new CascadingKey("items_order", items, orders, "CASCADE", "NO ACTION"));
    Map<String, String> properties = good();
    assertEquals(Map.of(), errors(properties, settings -> server), "written to the binlog");
    server.nativeForeignKeys = true;
    Map<String, List<String>> errors = errors(properties, settings -> server);
    assertEquals(java.util.Set.of("table.include.list"), errors.keySet());
    assertTrue(errors.toString().contains("shop.items (items_order"), errors.toString());
    properties.put("table.exclude.list", "shop\\.items");
    assertEquals(Map.of(), errors(properties, settings -> server), "not captured");
  }

  @Test
  @DisplayName("hazard01: tables of one target whose keys differ are refused before they are read")
  void hazard01_tablesOfOneTargetWithOtherKeysAreRefused() {
    FakeSourceServer server = new FakeSourceServer();
    server.tables = List.of(table("orders_1", "id"), table("orders_2", "pid"));
    Map<String, List<String>> errors = errors(good(), settings -> server);
    assertEquals(java.util.Set.of("routes"), errors.keySet());
    assertTrue(errors.toString().contains("shop.orders_2 (key pid)"), errors.toString());
    Map<String, String> keyed = good();
    keyed.put("affinity.keys", "shop.orders:id");
    assertEquals(Map.of(), errors(keyed, settings -> server));
  }

  private static ListedTable table(String name, String key) {
    return new ListedTable(
        new TableName("shop", name),
        List.of(new ListedTable.Column("id", null), new ListedTable.Column("pid", null)),
        List.of(key));
  }

  /** The rows will tell; a server with very many tables must not be refused for that. */
  @Test
  void aServerThatDoesNotListItsTablesInTimeIsAccepted() {
    FakeSourceServer server = new FakeSourceServer();
    server.tables = null;
    assertEquals(Map.of(), errors(good(), settings -> server));
  }

  @Test
  void doesNotAskAServerThatIsNotNamed() {
    Map<String, String> properties = good();
    properties.remove("database.hostname");
    assertEquals(
        java.util.Set.of("database.hostname"),
        errors(
                properties,
                settings -> {
                  throw new AssertionError("asked");
                })
            .keySet());
  }

  @Test
  void everyOptionIsDocumented() {
    for (ConfigKey key : SourceConfig.definition(good()).configKeys().values()) {
      assertTrue(key.documentation.length() > 10, key.name);
      assertTrue(key.group != null && key.displayName != null && key.width != null, key.name);
    }
  }

  @Test
  void readsTheConfiguration() {
    SourceConfig config = SourceConfig.of(good());
    assertEquals("mysql-1:3306", config.connection().database().address());
    assertEquals(4, config.tables().affinity().partitions());
    assertEquals(2, config.tables().routing().routes().size());
    assertTrue(!config.toString().contains("secret"), config.toString());
    Map<String, String> without = good();
    without.remove("topic");
    assertThrows(ConfigException.class, () -> SourceConfig.of(without));
  }

  @Test
  void hazard07_altersOffsetsOnlyInTheTwoForms() {
    MySqlSourceConnector connector = new MySqlSourceConnector();
    Map<String, String> own = Map.of("source", "orders-1");
    Map<Map<String, ?>, Map<String, ?>> reset = new HashMap<>();
    reset.put(own, null);
    reset.put(Map.of("source", "older-name"), null);
    assertTrue(connector.alterOffsets(good(), reset));
    assertTrue(
        connector.alterOffsets(good(), Map.of(own, Map.of("file", "b.000001", "offset", 4L))));
    assertThrows(
        ConnectException.class,
        () ->
            connector.alterOffsets(
                good(), Map.of(own, Map.of("file", "b.1", "offset", 4L, "previous.0", "1:1:4"))));
    assertThrows(
        ConnectException.class,
        () ->
            connector.alterOffsets(
                good(),
                Map.of(Map.of("source", "other"), Map.of("file", "b.000001", "offset", 4L))));
  }
}
