package io.tributary.it.cases;

import io.tributary.it.environment.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Global variables of the target that a case changes. They hold for new sessions; what they were
 * before is put back by {@link #close()}. Used by one thread.
 */
final class TargetGlobals implements AutoCloseable {
  private static final Pattern SET_GLOBAL =
      Pattern.compile("(?i)(?:\\b(?:GLOBAL|PERSIST)\\s+|@@(?:GLOBAL|PERSIST)\\.)`?(\\w+)`?\\s*:?=");

  private static final Pattern PERSIST = Pattern.compile("(?i)\\bPERSIST\\b");
  private static final Pattern SIZE = Pattern.compile("(\\d+)([KMG])");

  private final Target target;
  private final Map<String, String> before = new LinkedHashMap<>();
  private final Map<String, String> set = new LinkedHashMap<>();
  private boolean persisted;

  TargetGlobals(Target target) {
    this.target = target;
  }

  /** Sets variables, and again whenever the target has been restarted. */
  void set(Map<String, String> variables) throws SQLException {
    for (String name : variables.keySet()) {
      remember(name);
    }
    set.putAll(variables);
    apply(set);
  }

  /** Adds words to the target's {@code sql_mode}. */
  void addSqlModes(String words) throws SQLException {
    remember("sql_mode");
    set.put("sql_mode", before.get("sql_mode") + "," + words);
    apply(set);
  }

  /** A restarted server has forgotten what was SET GLOBAL. */
  void targetRestarted() throws SQLException {
    apply(set);
  }

  /** Statements of a case are about to be run: keeps what they set for the end. */
  void beforeStatement(String sql) throws SQLException {
    persisted |= PERSIST.matcher(sql).find();
    Matcher global = SET_GLOBAL.matcher(sql);
    while (global.find()) {
      remember(global.group(1));
    }
  }

  private void remember(String name) throws SQLException {
    if (before.containsKey(name)) {
      return;
    }
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT @@GLOBAL." + name)) {
      rows.next();
      before.put(name, rows.getString(1));
    }
  }

  private void apply(Map<String, String> variables) throws SQLException {
    if (variables.isEmpty()) {
      return;
    }
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      for (Map.Entry<String, String> variable : variables.entrySet()) {
        statement.execute("SET GLOBAL " + variable.getKey() + " = " + literal(variable.getValue()));
      }
    }
  }

  /** A size such as 256M is understood on mysqld's command line only. */
  private static String literal(String value) {
    if (value == null) {
      return "DEFAULT";
    }
    Matcher size = SIZE.matcher(value);
    if (size.matches()) {
      int power = "KMG".indexOf(size.group(2)) + 1;
      return String.valueOf(Long.parseLong(size.group(1)) << (10 * power));
    }
    boolean plain = value.matches("-?\\d+(\\.\\d+)?");
    return plain ? value : "'" + value.replace("'", "''") + "'";
  }

  @Override
  public void close() throws SQLException {
    apply(before);
    if (persisted) {
      try (Connection connection = target.connect();
          Statement statement = connection.createStatement()) {
        for (String name : before.keySet()) {
          statement.execute("RESET PERSIST IF EXISTS " + name);
        }
      }
    }
  }
}
