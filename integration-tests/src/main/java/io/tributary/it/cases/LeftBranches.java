package io.tributary.it.cases;

import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Prepared XA branches that a case has left at a shared upstream: they hold locks on its tables,
 * and every source that starts later would find them.
 */
final class LeftBranches {
  private LeftBranches() {}

  /** Rolls all back; to be called while no case uses the server. Returns how many there were. */
  static int rollBack(MySqlServer server) throws SQLException {
    List<String> branches = new ArrayList<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("XA RECOVER CONVERT XID")) {
        while (rows.next()) {
          String hex = rows.getString("data").substring("0x".length());
          int gtridDigits = 2 * rows.getInt("gtrid_length");
          branches.add(
              "X'%s',X'%s',%s"
                  .formatted(
                      hex.substring(0, gtridDigits),
                      hex.substring(gtridDigits),
                      rows.getString("formatID")));
        }
      }
      for (String branch : branches) {
        statement.execute("XA ROLLBACK " + branch);
      }
    }
    return branches.size();
  }
}
