package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A source moves between two servers that replicate from each other. Heartbeats are rare, so that
 * at each move partitions lie far behind what the source has passed for others.
 */
@ExtendWith(SharedEnvironment.class)
class FailoverIT {
  private static final String SCHEMA = "failover";
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final List<String> TABLES =
      List.of(
          "CREATE DATABASE " + SCHEMA,
          "CREATE TABLE " + SCHEMA + ".items (id INT PRIMARY KEY, n INT, text VARCHAR(40))",
          "CREATE TABLE " + SCHEMA + ".log (n INT, text VARCHAR(40))");

  private final Environment environment;
  private final MySqlServer first;
  private final MySqlServer second;
  private final Pipeline pipeline;
  private final long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private int counter;

  FailoverIT(Environment environment) {
    this.environment = environment;
    this.first = environment.mysql("failover-first");
    this.second = environment.mysql("failover-second");
    this.pipeline =
        new Pipeline(
            environment,
            new Pipeline.Shape(
                SCHEMA,
                "tributary_" + SCHEMA,
                4,
                2,
                Map.of("table.include.list", SCHEMA + "\\..*", "heartbeat.interval.ms", "2000"),
                Map.of()));
  }

  @Test
  void hazard08_nothingIsLostOrDoubledWhenASourceMovesToAReplicaAndBack() throws Exception {
    replicate(first, second);
    replicate(second, first);
    run(first, TABLES);
    try (Connection connection = environment.target().connect()) {
      run(connection, TABLES);
    }
    pipeline.createSource(1, first);
    pipeline.createSink();
    try {
      moveWithAllRead();
      moveWithTransactionsUnread();
      moveThereAndBackWithNothingBetween();
      moveWithPreparedBranch();
    } finally {
      pipeline.delete();
    }
  }

  private void moveWithAllRead() throws SQLException {
    traffic(first, 60);
    pipeline.awaitCaughtUp(1);
    for (int i = 0; i < 5; i++) {
      one(first, i);
    }
    pipeline.moveSource(1, second);
    traffic(second, 20);
    compare(second);
  }

  private void moveWithTransactionsUnread() throws SQLException {
    one(second, 1);
    pipeline.stopSource(1);
    traffic(second, 30);
    replicated(second, first);
    traffic(first, 30);
    pipeline.moveSource(1, first);
    pipeline.startSource(1);
    compare(first);
  }

  private void moveThereAndBackWithNothingBetween() throws SQLException {
    one(first, 2);
    pipeline.moveSource(1, second);
    pipeline.awaitCaughtUp(1);
    pipeline.moveSource(1, first);
    pipeline.awaitCaughtUp(1);
    traffic(first, 20);
    compare(first);
  }

  private void moveWithPreparedBranch() throws SQLException {
    run(
        first,
        List.of(
            "XA START 'failover'",
            "INSERT INTO failover.items VALUES (900, 1, 'prepared'), (901, 1, 'prepared')",
            "INSERT INTO failover.log VALUES (900, 'prepared')",
            "XA END 'failover'",
            "XA PREPARE 'failover'"));
    one(first, 3);
    pipeline.moveSource(1, second);
    // What scans the log would wait for the branch's lock.
    run(second, List.of("INSERT INTO failover.log VALUES (901, 'same'), (901, 'same')"));
    one(second, 4);
    compare(second);
    run(second, List.of("XA COMMIT 'failover'"));
    compare(second);
    String prepared = "SELECT COUNT(*) FROM failover.items WHERE text = 'prepared'";
    assertEquals("2", ask(environment.target()::connect, prepared));
  }

  /** A transaction of one row, once the target has it; both servers have it then. */
  private void one(MySqlServer server, int id) throws SQLException {
    String text = "one " + ++counter;
    run(
        server,
        List.of("REPLACE INTO failover.items VALUES (%d, 0, '%s')".formatted(1_000 + id, text)));
    String sql = "SELECT COUNT(*) FROM failover.items WHERE text = '" + text + "'";
    Waiting.until(
        SOON,
        () -> asked(environment.target()::connect, sql).equals("1"),
        () -> "seed " + seed + ": " + text + " is in the target; " + pipeline.failure());
    replicated(server, server == first ? second : first);
  }

  private void traffic(MySqlServer server, int transactions) throws SQLException {
    for (int i = 0; i < transactions; i++) {
      int id = random.nextInt(60);
      int n = random.nextInt(5);
      counter++;
      String change =
          switch (random.nextInt(7)) {
            case 0, 1 -> "REPLACE INTO failover.items VALUES (%d, %d, 'x')".formatted(id, counter);
            case 2 -> "UPDATE failover.items SET n = %d WHERE id = %d".formatted(counter, id);
            case 3 -> "DELETE FROM failover.items WHERE id = %d".formatted(id);
            case 4 -> "DELETE FROM failover.log WHERE n = %d LIMIT 1".formatted(n);
            case 5 -> "UPDATE failover.log SET n = n + 1 WHERE n = %d LIMIT 2".formatted(n);
            default ->
                "INSERT INTO failover.log VALUES (%1$d, 'same'), (%1$d, 'same')".formatted(n);
          };
      run(server, List.of(change));
    }
    replicated(server, server == first ? second : first);
  }

  private void compare(MySqlServer server) throws SQLException {
    pipeline.awaitCaughtUp(1);
    compare(server, "items", List.of("id", "n", "text"), 1);
    compare(server, "log", List.of("n", "text"), 0);
  }

  private void compare(MySqlServer server, String table, List<String> columns, int keyColumns)
      throws SQLException {
    String name = SCHEMA + "." + table;
    UnionComparison.Result result =
        UnionComparison.compare(
            List.of(new UnionComparison.Part(server::connect, name)),
            new UnionComparison.Part(environment.target()::connect, name),
            columns,
            keyColumns);
    assertTrue(result.equal(), () -> "seed " + seed + ", " + name + ": " + result);
    assertTrue(result.rows() > 0, () -> "seed " + seed + ", " + name + " is empty");
  }

  private static void replicate(MySqlServer from, MySqlServer to) throws SQLException {
    run(
        to,
        List.of(
            "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '%s', SOURCE_PORT = %d, SOURCE_USER = '%s',"
                    .formatted(from.host(), from.port(), from.user())
                + " SOURCE_PASSWORD = '%s', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1"
                    .formatted(from.password()),
            "START REPLICA"));
  }

  private static void replicated(MySqlServer from, MySqlServer to) throws SQLException {
    String set = ask(from::connect, "SELECT @@GLOBAL.gtid_executed").replaceAll("\\s", "");
    String late = ask(to::connect, "SELECT WAIT_FOR_EXECUTED_GTID_SET('" + set + "', 30)");
    assertEquals("0", late, () -> to.name() + " does not follow: " + to.log().tail(20));
  }

  private static String asked(UnionComparison.Connections server, String query) {
    try {
      return ask(server, query);
    } catch (SQLException e) {
      return e.getMessage();
    }
  }

  private static String ask(UnionComparison.Connections server, String query) throws SQLException {
    try (Connection connection = server.open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void run(MySqlServer server, List<String> statements) throws SQLException {
    try (Connection connection = server.connect()) {
      run(connection, statements);
    }
  }

  private static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
