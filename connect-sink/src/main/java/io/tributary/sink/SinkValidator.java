package io.tributary.sink;

import io.tributary.sink.tidb.TargetConnector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;

/**
 * Validates a configuration in three steps: each option by itself, the framework's options that
 * matter here, and, where the connection's options are right, the target. Stateless.
 */
final class SinkValidator {
  private SinkValidator() {}

  /** All findings, each at its option. */
  static Config validate(Map<String, String> properties) {
    ConfigDef definition = SinkConfig.definition();
    Map<String, ConfigValue> values = new LinkedHashMap<>();
    for (ConfigValue value : definition.validate(properties)) {
      values.put(value.name(), value);
    }
    List<Finding> findings = new ArrayList<>(FrameworkRules.check(properties));
    findings.addAll(UnknownOptions.check(definition.names(), properties));
    if (connectionRight(values)) {
      ConfigDef needed = new ConfigDef();
      ConnectionOptions.define(needed);
      TargetConnector target =
          new TargetConnector(ConnectionOptions.of(new AbstractConfig(needed, properties, false)));
      Object database = values.get(WritingOptions.METADATA_DATABASE).value();
      findings.addAll(TargetProbe.check(target, database.toString(), merged(values)));
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

  /** Nothing is asked of tables or a column whose option is wrong itself. */
  private static MergedTablesProbe merged(Map<String, ConfigValue> values) {
    ConfigValue tables = values.get(TableOptions.MERGE_TABLES);
    ConfigValue column = values.get(TableOptions.MERGE_SOURCE_COLUMN);
    List<String> names = new ArrayList<>();
    if (tables.errorMessages().isEmpty() && column.errorMessages().isEmpty()) {
      ((List<?>) tables.value()).forEach(name -> names.add(name.toString()));
    }
    return new MergedTablesProbe(names, String.valueOf(column.value()));
  }

  private static boolean connectionRight(Map<String, ConfigValue> values) {
    return values.values().stream()
        .filter(
            value ->
                value.name().startsWith("connection.")
                    || value.name().equals(WritingOptions.METADATA_DATABASE))
        .allMatch(value -> value.errorMessages().isEmpty());
  }
}
