package io.tributary.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.writer.FakeTarget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.sink.SinkConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SinkConfigTest {
  /** Right but for the connection, which validate would try. */
  private static Map<String, String> properties(String... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("name", "sink");
    properties.put("connector.class", "io.tributary.sink.TiDbSinkConnector");
    properties.put("topics", "orders");
    properties.put("connection.user", "u");
    properties.put("value.converter", FrameworkRules.BYTE_ARRAY_CONVERTER);
    for (int i = 0; i < more.length; i += 2) {
      if (more[i + 1] == null) {
        properties.remove(more[i]);
      } else {
        properties.put(more[i], more[i + 1]);
      }
    }
    return properties;
  }

  private static Map<String, List<String>> errors(Map<String, String> properties) {
    return new TiDbSinkConnector()
        .validate(properties).configValues().stream()
            .filter(value -> !value.errorMessages().isEmpty())
            .collect(
                Collectors.toMap(
                    ConfigValue::name, ConfigValue::errorMessages, (a, b) -> a, TreeMap::new));
  }

  @Test
  void onlyTheMissingUrlIsWrong() {
    assertEquals(List.of("connection.url"), List.copyOf(errors(properties()).keySet()));
  }

  @ParameterizedTest
  @CsvSource({
    "value.converter, , ByteArrayConverter",
    "value.converter, org.apache.kafka.connect.json.JsonConverter, ByteArrayConverter",
    "errors.tolerance, all, errors.deadletterqueue.topic.name",
    "batch.max.rows, 0, at least 1",
    "merge.tables, orders, schema.table",
    "connection.url, jdbc:postgresql://h/, jdbc:mysql",
    "connection.ssl.mode, on, preferred",
    "connection.ssl.truststore, /no/such/file, this worker can read",
    "connection.session.variables, sql_mode='', connector itself",
    "write.mode, insert, upsert",
    "gap.policy, ignore, suspend",
    "merge.table, d.t, did you mean merge.tables?",
    "batch.max.row, 5, did you mean batch.max.rows?",
    "throttle.rows.per.second, -5, at least 0",
    "throttle.rows.per.minute, 5, is not an option",
    "spill.directory, spill, absolute path",
  })
  void eachOnItsOwnOption(String option, String value, String part) {
    Map<String, List<String>> errors = errors(properties(option, value));
    assertTrue(errors.containsKey(option), errors.toString());
    assertTrue(errors.get(option).toString().contains(part), errors.get(option).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "transforms", "transforms.x.type", "predicates.p.type", "consumer.override.isolation.level",
        "admin.override.x", "producer.override.x", "errors.log.enable", "header.converter",
        "key.converter.schemas.enable", "value.converter.x", "topics.regex", "tasks.max",
        "config.action.reload", "tasks.max.enforce"
      })
  void theFrameworksOptionsAreLeftAlone(String option) {
    assertFalse(errors(properties(option, "x")).containsKey(option));
  }

  @Test
  void deadLettersNeedBothOptions() {
    assertTrue(
        errors(properties("errors.tolerance", "all", "errors.deadletterqueue.topic.name", "dead"))
            .keySet()
            .stream()
            .noneMatch("errors.tolerance"::equals));
  }

  @Test
  void everyOptionIsDescribed() {
    for (ConfigDef.ConfigKey key : SinkConfig.definition().configKeys().values()) {
      assertTrue(key.documentation.length() > 10, key.name);
      assertNotNull(key.group, key.name);
      assertNotNull(key.displayName, key.name);
      if (key.type == ConfigDef.Type.STRING || key.type == ConfigDef.Type.LONG) {
        assertNotNull(key.validator, key.name);
      }
    }
  }

  @Test
  void readsItsParts() {
    SinkConfig config =
        SinkConfig.of(
            properties("connection.url", "jdbc:mysql://h:4000/", "merge.tables", "d.a,d.b"), true);
    assertEquals(java.util.Set.of("d.a", "d.b"), config.tables().mergeTables());
    assertEquals("tributary", config.metadataDatabase());
    assertTrue(config.writing().deadLetters());
    assertFalse(config.toString().contains("password="), config.toString());
    assertThrows(ConfigException.class, () -> SinkConfig.of(properties("name", null), false));
  }

  @Test
  void isFoundAsAService() {
    assertTrue(
        ServiceLoader.load(SinkConnector.class).stream()
            .anyMatch(provider -> provider.type().equals(TiDbSinkConnector.class)));
  }

  @Test
  void hazard22_alteringOffsetsMovesTheCheckpointsAndCanBeRepeated() throws TargetException {
    FakeTarget target = new FakeTarget();
    SinkConfig config = SinkConfig.of(properties("connection.url", "jdbc:mysql://h:4000/"), false);
    OffsetAlteration alteration = new OffsetAlteration(config, target, target);
    alteration.apply(Map.of(new TopicPartition("topic", 0), 17L));
    alteration.apply(Map.of(new TopicPartition("topic", 0), 17L));
    assertEquals(new Fence(2, 2, 17), target.fence());
    Map<TopicPartition, Long> reset = new HashMap<>();
    reset.put(new TopicPartition("topic", 0), null);
    alteration.apply(reset);
    assertEquals(new Fence(3, 3, Fence.NO_OFFSET), target.fence());
    alteration.apply(Map.of());
    assertEquals(4, target.fence().epoch(), "a reset without committed offsets");
    assertEquals(new CheckpointKey("sink", "topic", 0), config.key("topic", 0));
  }
}
