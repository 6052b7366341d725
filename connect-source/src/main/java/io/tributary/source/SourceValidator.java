package io.tributary.source;

import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.Preflight;
import io.tributary.source.preflight.Subject;
import io.tributary.source.route.RouteException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;

/**
 * Validates a configuration in three steps: each option by itself, options together with each other
 * and the framework's, and, where the connection's options are right, the server. Stateless.
 */
final class SourceValidator {
  private final Preflight preflight;

  SourceValidator(Preflight preflight) {
    this.preflight = preflight;
  }

  /** All findings, each at its option. */
  Config validate(Map<String, String> properties) {
    ConfigDef definition = SourceConfig.definition(properties);
    Map<String, ConfigValue> values = new LinkedHashMap<>();
    for (ConfigValue value : definition.validate(properties)) {
      values.put(value.name(), value);
    }
    List<Finding> findings = new ArrayList<>();
    findings.addAll(
        FrameworkRules.check(
            properties,
            number(values, TableOptions.PARTITIONS),
            number(values, DeliveryOptions.RECORD_MAX_BYTES)));
    findings.addAll(UnknownOptions.check(definition.names(), properties));
    TableOptions tables = null;
    if (values.values().stream().allMatch(value -> value.errorMessages().isEmpty())) {
      AbstractConfig config = new AbstractConfig(definition, properties, false);
      findings.addAll(SourceConfig.relations(config));
      tables = tables(config);
    }
    if (connectionRight(values)) {
      ConnectionOptions connection = connection(properties);
      findings.addAll(preflight.check(connection.database(), subject(connection, tables)));
    }
    for (Finding finding : findings) {
      values
          .computeIfAbsent(
              finding.option(),
              // Connect prints the value of an option of its own by its type there, a Class for a
              // converter, and fails on a text; so none is given. The message names it.
              name -> new ConfigValue(name, null, List.of(), new ArrayList<>()))
          .addErrorMessage(finding.option() + ": " + finding.message());
    }
    return new Config(new ArrayList<>(values.values()));
  }

  private static Subject subject(ConnectionOptions connection, TableOptions tables) {
    return tables == null
        ? new Subject(connection.serverId(), null, null)
        : new Subject(connection.serverId(), tables.routing(), tables.affinity());
  }

  /** Which tables are captured; null when the options that say so do not fit each other. */
  private static TableOptions tables(AbstractConfig config) {
    try {
      return TableOptions.of(config, config.getString(SourceConfig.SOURCE_NAME));
    } catch (RouteException e) {
      // Shown among the relations.
      return null;
    }
  }

  private static boolean connectionRight(Map<String, ConfigValue> values) {
    return values.values().stream()
        .filter(value -> value.name().startsWith("database."))
        .allMatch(value -> value.errorMessages().isEmpty());
  }

  /** The connection's options alone: others may be wrong, and are shown beside its findings. */
  private static ConnectionOptions connection(Map<String, String> properties) {
    ConfigDef connectionOnly = new ConfigDef();
    ConnectionOptions.define(connectionOnly);
    return ConnectionOptions.of(new AbstractConfig(connectionOnly, properties, false));
  }

  private static Integer number(Map<String, ConfigValue> values, String option) {
    return values.get(option).value() instanceof Integer number ? number : null;
  }
}
