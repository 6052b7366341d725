package io.tributary.sink;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetSession;
import io.tributary.sink.tidb.TargetSessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Asks the target whether the connector could work there. Changes nothing: rights are tried on a
 * table that does not exist, for servers look at the rights first.
 */
final class TargetProbe {
  private static final int ACCESS_DENIED = 1045;
  private static final int ACCESS_DENIED_NO_PASSWORD = 1698;

  /** No database, no table: the right was there. */
  private static final Set<Integer> ABSENT = Set.of(1049, 1146);

  private TargetProbe() {}

  /** What stands in the way. */
  static List<Finding> check(
      TargetSessions sessions, String metadataDatabase, MergedTablesProbe merged) {
    try (TargetSession session = sessions.open()) {
      List<Finding> findings = new ArrayList<>(rights(session, metadataDatabase));
      findings.addAll(merged.check(session));
      return findings;
    } catch (TargetException e) {
      return List.of(unreachable(e));
    }
  }

  private static Finding unreachable(TargetException e) {
    return switch (e.errorCode()) {
      case ACCESS_DENIED, ACCESS_DENIED_NO_PASSWORD ->
          new Finding(
              ConnectionOptions.USER,
              "cannot log in: " + e.getMessage() + ". Correct user and password.");
      case 0 ->
          e.getCause() == null
              // Reached, and not a server that the sink writes to.
              ? new Finding(ConnectionOptions.URL, e.getMessage())
              : new Finding(
                  ConnectionOptions.URL,
                  "cannot connect within 10 s: "
                      + e.getMessage()
                      + ". Check host, port, firewall and connection.ssl.mode.");
      default ->
          new Finding(
              setting(e) ? ConnectionOptions.SESSION_VARIABLES : ConnectionOptions.URL,
              e.getMessage());
    };
  }

  private static boolean setting(TargetException e) {
    return e.getMessage().startsWith("run \"SET SESSION");
  }

  private static List<Finding> rights(TargetSession session, String database) {
    String schema = "`" + database.replace("`", "``") + "`";
    String absent = schema + ".`tributary_no_such_table`";
    List<String> missing = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    for (String statement :
        List.of(
            "SELECT 1 FROM " + absent,
            "CREATE TABLE " + schema + ".`tributary_probe` LIKE " + absent,
            "INSERT INTO " + absent + " VALUES (1)",
            "UPDATE " + absent + " SET a = 1",
            "DELETE FROM " + absent)) {
      String right = statement.substring(0, statement.indexOf(' ')).toUpperCase(Locale.ROOT);
      try {
        if (right.equals("SELECT")) {
          session.query(statement, row -> null);
        } else {
          session.update(statement);
        }
      } catch (TargetException e) {
        if (e.errorCode() == 1142 || e.errorCode() == 1044) {
          missing.add(right);
        } else if (!ABSENT.contains(e.errorCode())) {
          findings.add(new Finding(WritingOptions.METADATA_DATABASE, e.getMessage()));
          return findings;
        }
      }
    }
    if (!missing.isEmpty()) {
      findings.add(
          new Finding(
              WritingOptions.METADATA_DATABASE,
              "the user lacks rights for the connector's own tables there; run GRANT SELECT,"
                  + " INSERT, UPDATE, DELETE, CREATE ON "
                  + schema
                  + ".* TO the user (missing: "
                  + String.join(", ", missing)
                  + ")."));
    }
    return findings;
  }
}
