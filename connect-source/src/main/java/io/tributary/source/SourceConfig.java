package io.tributary.source;

import io.tributary.source.preflight.Finding;
import io.tributary.source.route.RouteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/**
 * The source connector's configuration.
 *
 * @param connector name of the Connect connector
 * @param sourceName {@code source.name}
 * @param topic topic that the records go to
 * @param connection how the server is reached
 * @param tables what is captured and where it goes
 * @param reading where reading begins and how it is kept up
 * @param delivery how records are cut and grouped
 */
record SourceConfig(
    String connector,
    String sourceName,
    String topic,
    ConnectionOptions connection,
    TableOptions tables,
    ReadingOptions reading,
    DeliveryOptions delivery) {
  static final String SOURCE_NAME = "source.name";
  static final String TOPIC = "topic";

  /** The definition of all options that do not depend on others. */
  static ConfigDef definition() {
    return definition(Map.of());
  }

  /** The definition of all options, with those of the routes that the properties name. */
  static ConfigDef definition(Map<String, String> properties) {
    ConfigDef definition = new ConfigDef();
    new OptionGroup(definition, "Source")
        .option(SOURCE_NAME, Type.STRING, "Source name")
        .checked(OptionChecks.parsed(SourceConfig::requireName, "1 to 64 of A-Z a-z 0-9 . _ -"))
        .importance(Importance.HIGH)
        .example("orders-1")
        .documented(
            "Name of this source in records, checkpoints and messages, unique in the topic; 1 to"
                + " 64 letters, digits, dots, underscores and hyphens. Another name is another"
                + " source.")
        .option(TOPIC, Type.STRING, "Topic")
        .checked(OptionChecks.parsed(SourceConfig::requireTopic, "a topic name"))
        .importance(Importance.HIGH)
        .example("orders")
        .documented("Topic that the records go to; many sources may share it.");
    ConnectionOptions.define(definition);
    TableOptions.define(definition, properties);
    ReadingOptions.define(definition);
    DeliveryOptions.define(definition);
    return definition;
  }

  private static void requireName(String name) {
    if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "must be 1 to 64 letters, digits, dots, underscores and hyphens");
    }
  }

  private static void requireTopic(String name) {
    if (!name.matches("[A-Za-z0-9._-]{1,249}")) {
      throw new IllegalArgumentException(
          "must be a topic name: 1 to 249 letters, digits, dots, underscores and hyphens");
    }
  }

  /**
   * Reads a configuration.
   *
   * @throws ConfigException when an option is missing or wrong; the message names it
   */
  static SourceConfig of(Map<String, String> properties) {
    AbstractConfig config = new AbstractConfig(definition(properties), properties, false);
    String sourceName = config.getString(SOURCE_NAME);
    List<Finding> findings = relations(config);
    if (!findings.isEmpty()) {
      throw new ConfigException(findings.get(0).option() + ": " + findings.get(0).message());
    }
    try {
      return new SourceConfig(
          properties.getOrDefault("name", sourceName),
          sourceName,
          config.getString(TOPIC),
          ConnectionOptions.of(config),
          TableOptions.of(config, sourceName),
          ReadingOptions.of(config),
          DeliveryOptions.of(config));
    } catch (RouteException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  /** What is wrong between options that are right by themselves. */
  static List<Finding> relations(AbstractConfig config) {
    List<Finding> findings = new ArrayList<>();
    try {
      TableOptions.of(config, config.getString(SOURCE_NAME));
    } catch (RouteException e) {
      String prefix = e.option() + ": ";
      findings.add(
          new Finding(
              e.option(),
              e.getMessage().startsWith(prefix)
                  ? e.getMessage().substring(prefix.length())
                  : e.getMessage()));
    }
    int heartbeatMs = config.getInt(ReadingOptions.BINLOG_HEARTBEAT_MS);
    int silenceMs = config.getInt(ReadingOptions.SILENCE_TIMEOUT_MS);
    if (silenceMs <= heartbeatMs) {
      findings.add(
          new Finding(
              ReadingOptions.SILENCE_TIMEOUT_MS,
              "must be more than "
                  + ReadingOptions.BINLOG_HEARTBEAT_MS
                  + " ("
                  + heartbeatMs
                  + "), or an idle server is taken for a lost one; three times as much is good."));
    }
    return findings;
  }
}
