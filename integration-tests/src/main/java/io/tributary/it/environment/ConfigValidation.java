package io.tributary.it.environment;

import java.util.List;
import java.util.Map;

/**
 * Answer to a validation of a connector's configuration.
 *
 * @param errorCount errors over all options
 * @param errors messages by option, only options that have some
 */
public record ConfigValidation(int errorCount, Map<String, List<String>> errors) {
  public ConfigValidation {
    errors = Map.copyOf(errors);
  }
}
