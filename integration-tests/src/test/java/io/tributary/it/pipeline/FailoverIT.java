package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A source moves between two servers that replicate from each other: everyday of MySQL 9.7, in full
 * size also of 8.0 and 5.6, whose XA branches do not replicate before they commit. Heartbeats are
 * rare, so that at each move partitions lie far behind what the source has passed for others.
 */
@ExtendWith(SharedEnvironment.class)
class FailoverIT {
  private static final Duration SOON = Duration.ofSeconds(30);

  private final Environment environment;
  private final long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private String schema;
  private boolean old;
  private MySqlServer first;
  private MySqlServer second;
  private Pipeline pipeline;
  private int counter;

  FailoverIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard08_nothingIsLostOrDoubledWhenASourceMovesToAReplicaAndBack() throws Exception {
    movesThereAndBack("failover", ServerVersion.MYSQL_LATEST);
  }

  @Test
  @FullSize
  void hazard08_nothingIsLostOrDoubledWhenTheServersAreOfMySql80() throws Exception {
    movesThereAndBack("failover80", ServerVersion.MYSQL_8_0);
  }

  @Test
  @FullSize
  void hazard08_nothingIsLostOrDoubledWhenTheServersAreOfMySql56() throws Exception {
    Optional<String> unavailable = ServerVersion.MYSQL_5_6.unavailable();
    assumeTrue(unavailable.isEmpty(), () -> unavailable.orElseThrow());
    movesThereAndBack("failover56", ServerVersion.MYSQL_5_6);
  }

  private void movesThereAndBack(String name, ServerVersion version) throws Exception {
    schema = name;
    old = version == ServerVersion.MYSQL_5_6;
    first = environment.mysql(name + "-first", version, List.of());
    second = environment.mysql(name + "-second", version, List.of());
    Map<String, String> source =
        Map.of("table.include.list", name + "\\..*", "heartbeat.interval.ms", "2000");
    pipeline =
        new Pipeline(
            environment, new Pipeline.Shape(name, "tributary_" + name, 4, 2, source, Map.of()));
    replicate(first, second);
    replicate(second, first);
    run(first, "CREATE DATABASE " + name);
    run(first, tables());
    try (Connection connection = environment.target().connect()) {
      run(connection, "CREATE DATABASE " + name);
      run(connection, tables());
    }
    pipeline.createSource(1, first);
    pipeline.createSink();
    try {
      moveWithAllRead();
      moveWithTransactionsUnread();
      moveThereAndBackWithNothingBetween();
      if (!old) {
        moveWithPreparedBranch();
      }
    } finally {
      pipeline.delete();
      first.stop();
      second.stop();
    }
  }

  private String[] tables() {
    return new String[] {
      "USE " + schema,
      "CREATE TABLE items (id INT PRIMARY KEY, n INT, text VARCHAR(40))",
      "CREATE TABLE log (n INT, text VARCHAR(40))"
    };
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
        "XA START 'failover'",
        "INSERT INTO items VALUES (900, 1, 'prepared'), (901, 1, 'prepared')",
        "INSERT INTO log VALUES (900, 'prepared')",
        "XA END 'failover'",
        "XA PREPARE 'failover'");
    one(first, 3);
    pipeline.moveSource(1, second);
    // What scans the log would wait for the branch's lock.
    run(second, "INSERT INTO log VALUES (901, 'same'), (901, 'same')");
    one(second, 4);
    compare(second);
    run(second, "XA COMMIT 'failover'");
    compare(second);
    String prepared = "SELECT COUNT(*) FROM " + schema + ".items WHERE text = 'prepared'";
    assertEquals("2", ask(environment.target()::connect, prepared));
  }

  /** A transaction of one row, once the target has it; both servers have it then. */
  private void one(MySqlServer server, int id) throws SQLException {
    String text = "one " + ++counter;
    run(server, "REPLACE INTO items VALUES (%d, 0, '%s')".formatted(1_000 + id, text));
    String sql = "SELECT COUNT(*) FROM " + schema + ".items WHERE text = '" + text + "'";
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
            case 0, 1 -> "REPLACE INTO items VALUES (%d, %d, 'x')".formatted(id, counter);
            case 2 -> "UPDATE items SET n = %d WHERE id = %d".formatted(counter, id);
            case 3 -> "DELETE FROM items WHERE id = %d".formatted(id);
            case 4 -> "DELETE FROM log WHERE n = %d LIMIT 1".formatted(n);
            case 5 -> "UPDATE log SET n = n + 1 WHERE n = %d LIMIT 2".formatted(n);
            default -> "INSERT INTO log VALUES (%1$d, 'same'), (%1$d, 'same')".formatted(n);
          };
      run(server, change);
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
    String name = schema + "." + table;
    UnionComparison.Result result =
        UnionComparison.compare(
            List.of(new UnionComparison.Part(server::connect, name)),
            new UnionComparison.Part(environment.target()::connect, name),
            columns,
            keyColumns);
    assertTrue(result.equal(), () -> "seed " + seed + ", " + name + ": " + result);
    assertTrue(result.rows() > 0, () -> "seed " + seed + ", " + name + " is empty");
  }

  private void replicate(MySqlServer from, MySqlServer to) throws SQLException {
    String words = old ? "CHANGE MASTER TO MASTER_" : "CHANGE REPLICATION SOURCE TO SOURCE_";
    String prefix = old ? "MASTER_" : "SOURCE_";
    run(
        to,
        words
            + "HOST = '%s', %sPORT = %d, %sUSER = '%s', %sPASSWORD = '%s', %sAUTO_POSITION = 1%s"
                .formatted(
                    from.host(),
                    prefix,
                    from.port(),
                    prefix,
                    from.user(),
                    prefix,
                    from.password(),
                    prefix,
                    old ? "" : ", GET_SOURCE_PUBLIC_KEY = 1"),
        old ? "START SLAVE" : "START REPLICA");
  }

  private static void replicated(MySqlServer from, MySqlServer to) throws SQLException {
    String set = ask(from::connect, "SELECT @@GLOBAL.gtid_executed").replaceAll("\\s", "");
    String contained = "SELECT GTID_SUBSET('" + set + "', @@GLOBAL.gtid_executed)";
    Waiting.until(
        SOON,
        () -> asked(to::connect, contained).equals("1"),
        () -> to.name() + " does not follow: " + to.log().tail(20));
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

  private void run(MySqlServer server, String... statements) throws SQLException {
    try (Connection connection = server.connect()) {
      if (!statements[0].startsWith("CREATE DATABASE") && !statements[0].startsWith("CHANGE")) {
        run(connection, "USE " + schema);
      }
      run(connection, statements);
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
