package io.tributary.source.route;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression that {@code schema.table} must match in full. Case counts, as it does for
 * tables of a server on Linux; {@code (?i)} at the beginning switches it off.
 *
 * @param pattern the compiled expression
 */
public record TablePattern(Pattern pattern) {
  private static final String ALL_TABLES = "\\..*";

  /**
   * Reads one expression.
   *
   * @throws RouteException when it is not a regular expression
   */
  public static TablePattern parse(String option, String expression) throws RouteException {
    try {
      return new TablePattern(Pattern.compile(expression));
    } catch (PatternSyntaxException e) {
      throw new RouteException(
          option, "\"" + expression + "\" is not a regular expression: " + e.getDescription());
    }
  }

  /**
   * Reads expressions separated by commas; a comma inside brackets or after a backslash is part of
   * its expression.
   *
   * @param value the option's value; null or blank gives an empty list
   * @throws RouteException when one is not a regular expression
   */
  public static List<TablePattern> parseList(String option, String value) throws RouteException {
    List<TablePattern> patterns = new ArrayList<>();
    if (value != null) {
      for (String expression : OptionText.splitExpressions(value, ',')) {
        patterns.add(parse(option, expression));
      }
    }
    return List.copyOf(patterns);
  }

  /** Whether the table's {@code schema.table} matches in full. */
  public boolean matches(TableName table) {
    return matcher(table).matches();
  }

  /**
   * Whether a table of this schema may match; false only when none can. Asks the regular expression
   * engine whether more text than {@code schema.} could still match.
   */
  boolean mayMatchIn(String schema) {
    Matcher matcher = pattern.matcher(schema + ".");
    return matcher.matches() || matcher.hitEnd();
  }

  /**
   * Whether every table of this schema matches; true only when it certainly does: the expression
   * ends with {@code \..*}, what comes before matches the schema, and nothing in it looks ahead.
   */
  boolean matchesAllOf(String schema) {
    String expression = pattern.pattern();
    if (!expression.endsWith(ALL_TABLES) || expression.contains("(?")) {
      return false;
    }
    String schemas = expression.substring(0, expression.length() - ALL_TABLES.length());
    // An alternative or an open bracket would not end at the dot.
    return schemas.matches("(\\\\.|[^\\\\|()\\[\\]])*") && schema.matches(schemas);
  }

  Matcher matcher(TableName table) {
    return pattern.matcher(table.toString());
  }
}
