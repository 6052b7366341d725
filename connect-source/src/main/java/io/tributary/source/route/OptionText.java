package io.tributary.source.route;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits the values of options: lists of regular expressions, and names that may stand in backticks
 * ({@code `odd.schema`.`odd,table`}, a doubled backtick inside is one).
 */
final class OptionText {
  private OptionText() {}

  /**
   * Index of the first separator that stands outside of brackets and is not escaped by a backslash;
   * -1 when there is none.
   */
  static int indexOutside(String value, char separator) {
    int depth = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      } else if (c == separator && depth <= 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Splits at a separator that stands outside of brackets and is not escaped by a backslash, so
   * that regular expressions keep their {@code {1,3}}; parts are trimmed, empty ones left out.
   */
  static List<String> splitExpressions(String value, char separator) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        part.append(c).append(value.charAt(++i));
        continue;
      }
      if (c == '(' || c == '[' || c == '{') {
        depth++;
      } else if (c == ')' || c == ']' || c == '}') {
        depth--;
      }
      if (c == separator && depth <= 0) {
        addPart(parts, part);
      } else {
        part.append(c);
      }
    }
    addPart(parts, part);
    return parts;
  }

  /** Splits at a separator outside of backticks; parts are trimmed, empty ones left out. */
  static List<String> splitNames(String value, char separator) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '`') {
        quoted = !quoted;
      }
      if (c == separator && !quoted) {
        addPart(parts, part);
      } else {
        part.append(c);
      }
    }
    addPart(parts, part);
    return parts;
  }

  private static void addPart(List<String> parts, StringBuilder part) {
    String text = part.toString().trim();
    if (!text.isEmpty()) {
      parts.add(text);
    }
    part.setLength(0);
  }

  /**
   * Reads {@code schema.table}.
   *
   * @throws RouteException when the text is not two names with a dot between them
   */
  static TableName tableName(String option, String text) throws RouteException {
    List<String> names = splitNames(text, '.');
    if (names.size() != 2) {
      throw new RouteException(
          option,
          "\""
              + text
              + "\" is not a table: write schema.table, with backticks around a name that holds a"
              + " dot");
    }
    return new TableName(identifier(option, names.get(0)), identifier(option, names.get(1)));
  }

  /** Reads one name, with or without backticks. */
  static String identifier(String option, String text) throws RouteException {
    boolean quoted = text.length() > 2 && text.startsWith("`") && text.endsWith("`");
    String name = quoted ? text.substring(1, text.length() - 1).replace("``", "`") : text;
    if (name.isEmpty() || (!quoted && name.indexOf('`') >= 0)) {
      throw new RouteException(option, "\"" + text + "\" is not a name: its backticks do not pair");
    }
    return name;
  }
}
