package io.tributary.it.pipeline;

import io.tributary.it.environment.MySqlServer;
import java.util.LinkedHashMap;
import java.util.Map;

/** A source's configuration in which validate finds nothing; tests spoil one option or another. */
final class ValidatedSource {
  private ValidatedSource() {}

  static Map<String, String> config(MySqlServer server, String name) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.tributary.source.MySqlSourceConnector");
    config.put("name", name + "-validated");
    config.put("tasks.max", "1");
    config.put("source.name", name);
    config.put("topic", name);
    config.put("database.hostname", server.host());
    config.put("database.port", String.valueOf(server.port()));
    config.put("database.user", server.user());
    config.put("database.password", server.password());
    config.put("database.ssl.mode", "preferred");
    config.put("database.server.id", "777001");
    config.put("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    config.put("affinity.partitions", "4");
    config.put("topic.creation.default.partitions", "4");
    config.put("topic.creation.default.replication.factor", "1");
    return config;
  }
}
