package io.tributary.docs;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.Type;

/** A plugin's section of {@code docs/options.md}, made from its options. */
public final class OptionsPage {
  /** How both plugins end an option's documentation: {@code Unit: x. Example: y}. */
  private static final Pattern DOCUMENTATION =
      Pattern.compile("(?<text>.+?)(?: Unit: (?<unit>[a-z ]+)\\.)? Example: (?<example>\\S.*)");

  private final String section;
  private final ConfigDef definition;

  private OptionsPage(String section, ConfigDef definition) {
    this.section = section;
    this.definition = definition;
  }

  /**
   * Compares a section of the page with the options, or writes it.
   *
   * @param section {@code source} or {@code sink}
   * @param definition all options, dynamic ones with a name such as {@code routes.<name>.to}
   */
  public static void check(String section, ConfigDef definition) throws IOException {
    GeneratedSection.check("options.md", section, new OptionsPage(section, definition).text());
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (String group : definition.groups()) {
      text.append("\n### ").append(section).append(": ").append(group).append("\n");
      for (ConfigKey key : definition.configKeys().values()) {
        if (group.equals(key.group)) {
          append(text, key);
        }
      }
    }
    return text.append("\n").toString();
  }

  private static void append(StringBuilder text, ConfigKey key) {
    Matcher documentation = DOCUMENTATION.matcher(key.documentation);
    if (!documentation.matches()) {
      throw new AssertionError(key.name + " has no example: " + key.documentation);
    }
    String example = documentation.group("example");
    if (key.validator != null && !key.validator.toString().equals("a readable file")) {
      key.validator.ensureValid(key.name, ConfigDef.parseType(key.name, example, key.type));
    }
    text.append("\n#### `").append(key.name).append("`\n\n");
    text.append(documentation.group("text")).append("\n\n");
    text.append("- type: ").append(key.type.name().toLowerCase(Locale.ROOT));
    if (documentation.group("unit") != null) {
      text.append(", in ").append(documentation.group("unit"));
    }
    text.append("\n- default: ").append(defaultValue(key));
    if (key.validator != null) {
      text.append("\n- valid: ").append(key.validator.toString().replace(",...,", " to "));
    }
    text.append("\n- importance: ").append(key.importance.name().toLowerCase(Locale.ROOT));
    text.append("\n- example: `").append(key.name).append("=");
    text.append(example).append("`\n");
  }

  private static String defaultValue(ConfigKey key) {
    if (!key.hasDefault()) {
      return "none, required";
    }
    Object value = key.defaultValue;
    boolean empty =
        value == null || value.equals("") || value.equals(List.of()) || key.type == Type.PASSWORD;
    return empty ? "empty" : "`" + ConfigDef.convertToString(value, key.type) + "`";
  }
}
