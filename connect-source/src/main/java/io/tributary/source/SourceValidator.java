package io.tributary.source;

import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.Preflight;
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
    if (values.values().stream().allMatch(value -> value.errorMessages().isEmpty())) {
      findings.addAll(SourceConfig.relations(new AbstractConfig(definition, properties, false)));
    }
    if (connectionRight(values)) {
      ConnectionOptions connection = connection(properties);
      findings.addAll(preflight.check(connection.database(), connection.serverId()));
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
