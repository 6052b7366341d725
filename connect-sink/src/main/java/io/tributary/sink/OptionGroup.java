package io.tributary.sink;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Defines the options of one group in the order in which they are given. */
final class OptionGroup {
  private final ConfigDef definition;
  private final String group;
  private int order;

  OptionGroup(ConfigDef definition, String group) {
    this.definition = definition;
    this.group = group;
  }

  /** Begins an option; {@link Option#documented} adds it. */
  Option option(String name, Type type, String title) {
    return new Option(name, type, title);
  }

  /** An option that is being defined: without a default it is required. */
  final class Option {
    private final String name;
    private final Type type;
    private final String title;
    private Object defaultValue = ConfigDef.NO_DEFAULT_VALUE;
    private Validator validator;
    private Importance importance = Importance.MEDIUM;
    private Width width = Width.MEDIUM;
    private String unit = "";
    private String example = "";

    private Option(String name, Type type, String title) {
      this.name = name;
      this.type = type;
      this.title = title;
    }

    Option byDefault(Object value) {
      defaultValue = value;
      return this;
    }

    Option checked(Validator rule) {
      validator = rule;
      return this;
    }

    Option importance(Importance level) {
      importance = level;
      return this;
    }

    Option width(Width size) {
      width = size;
      return this;
    }

    /** What the number counts, in the plural. */
    Option unit(String name) {
      unit = " Unit: " + name + ".";
      return this;
    }

    /** A value as a user would write it. */
    Option example(String value) {
      example = " Example: " + value;
      return this;
    }

    /** Ends the option; unit and example close the text, so that REST shows them too. */
    OptionGroup documented(String documentation) {
      definition.define(
          name,
          type,
          defaultValue,
          validator,
          importance,
          documentation + unit + example,
          group,
          ++order,
          width,
          title);
      return OptionGroup.this;
    }
  }
}
