package io.tributary.sink;

import java.util.function.UnaryOperator;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Validators of single options. */
final class OptionChecks {
  private OptionChecks() {}

  /** Text that is not blank. */
  static Validator notBlank() {
    return checked(value -> value.isBlank() ? "must not be blank" : null, "not blank");
  }

  /**
   * Text that a check finds nothing wrong with.
   *
   * @param wrong says what is wrong with a value, or null; may throw IllegalArgumentException with
   *     that sentence
   */
  static Validator checked(UnaryOperator<String> wrong, String description) {
    return LambdaValidator.with(
        (name, value) -> {
          if (value == null) {
            return;
          }
          String error;
          try {
            error = wrong.apply(value.toString());
          } catch (IllegalArgumentException e) {
            error = e.getMessage();
          }
          if (error != null) {
            throw new ConfigException(name, value, error);
          }
        },
        () -> description);
  }
}
