package io.tributary.sink.tidb;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A session variable that the user sets at the target.
 *
 * @param name name of the variable
 * @param value value as SQL text: a number, a word or a quoted string
 */
public record SessionVariable(String name, String value) {
  private static final Pattern ONE =
      Pattern.compile(
          "\\s*([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*('[^'\\\\]*'|\"[^\"\\\\]*\"|[A-Za-z0-9_.+-]+)\\s*(,|$)");

  /** What exactness rests on, set by the connector itself. */
  private static final Set<String> OWN =
      Set.of(
          "autocommit",
          "sql_mode",
          "time_zone",
          "transaction_isolation",
          "tx_isolation",
          "tidb_txn_mode",
          "completion_type",
          "character_set_client",
          "character_set_connection",
          "character_set_results",
          "collation_connection",
          "names",
          "tidb_snapshot",
          "sql_select_limit");

  /**
   * Reads {@code name=value,name=value}; null and blank give an empty list.
   *
   * @throws IllegalArgumentException when the text has another form or names a variable that the
   *     connector sets itself
   */
  public static List<SessionVariable> parse(String text) {
    List<SessionVariable> variables = new ArrayList<>();
    if (text == null || text.isBlank()) {
      return variables;
    }
    Matcher matcher = ONE.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw new IllegalArgumentException(
            "expected name=value pairs separated by commas (values: numbers, words or quoted"
                + " strings), found: "
                + text.substring(at));
      }
      String name = matcher.group(1);
      if (OWN.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            name + " is set by the connector itself, because what it writes depends on it");
      }
      variables.add(new SessionVariable(name, matcher.group(2)));
      at = matcher.end();
    }
    return variables;
  }
}
