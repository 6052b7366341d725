package io.tributary.source;

import io.tributary.source.route.RouteException;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Validators of single options. */
final class OptionChecks {
  private OptionChecks() {}

  /** A text that its parser accepts; the parser's sentence becomes the error. */
  static Validator parsed(TextParser parser, String description) {
    return LambdaValidator.with(
        (name, value) -> {
          if (value == null) {
            return;
          }
          try {
            parser.parse(value.toString());
          } catch (RouteException | IllegalArgumentException e) {
            String message = e.getMessage();
            String prefix = name + ": ";
            throw new ConfigException(
                name,
                value,
                message.startsWith(prefix) ? message.substring(prefix.length()) : message);
          }
        },
        () -> description);
  }

  /** Text that is not blank. */
  static Validator notBlank() {
    return LambdaValidator.with(
        (name, value) -> {
          if (value != null && value.toString().isBlank()) {
            throw new ConfigException(name, value, "must not be blank");
          }
        },
        () -> "not blank");
  }

  /** An absolute path of this system, or nothing. Whether it exists is for the task's worker. */
  static Validator absolutePath() {
    return parsed(
        text -> {
          if (!text.isEmpty() && !Path.of(text).isAbsolute()) {
            throw new IllegalArgumentException("must be an absolute path, or empty");
          }
        },
        "an absolute path");
  }

  /** Reads a text or says why it cannot. */
  @FunctionalInterface
  interface TextParser {
    void parse(String text) throws RouteException;
  }
}
