package io.tributary.it.pipeline;

import io.tributary.it.environment.MySqlServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A server that replicates from another by GTID. Used by one thread. */
public final class Replica {
  private static final int WITHIN_SECONDS = 60;

  private final MySqlServer primary;
  private final MySqlServer server;

  private Replica(MySqlServer primary, MySqlServer server) {
    this.primary = primary;
    this.server = server;
  }

  /** A server that replicates already. */
  public static Replica of(MySqlServer primary, MySqlServer server) {
    return new Replica(primary, server);
  }

  /** Makes an empty server a replica. */
  public static Replica start(MySqlServer primary, MySqlServer server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CHANGE REPLICATION SOURCE TO SOURCE_HOST='%s', SOURCE_PORT=%d, SOURCE_USER='%s',"
                  .formatted(primary.host(), primary.port(), primary.user())
              + " SOURCE_PASSWORD='%s', SOURCE_AUTO_POSITION=1, SOURCE_CONNECT_RETRY=1,"
                  .formatted(primary.password())
              + " GET_SOURCE_PUBLIC_KEY=1");
      statement.execute("START REPLICA");
    }
    return new Replica(primary, server);
  }

  /** Waits until it has all that the primary has; a primary that is down has nothing to ask. */
  public void awaitCaughtUp() throws SQLException, IOException {
    if (!primary.running()) {
      return;
    }
    String executed = ask(primary, "SELECT @@GLOBAL.gtid_executed");
    String late =
        ask(
            server,
            "SELECT WAIT_FOR_EXECUTED_GTID_SET('"
                + executed.replaceAll("\\s", "")
                + "', "
                + WITHIN_SECONDS
                + ")");
    if (!late.equals("0")) {
      throw new IOException(server.name() + " has not replicated " + executed);
    }
  }

  private static String ask(MySqlServer server, String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
