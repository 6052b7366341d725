package io.tributary.it.pipeline;

import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Changes of every kind on two servers, in one schema of a given name: a sharded table whose rows
 * move between servers by XA, updates that change keys, a table without a key, a table of one
 * server alone, transactions over several tables, rollbacks and savepoints. Seeded; used by one
 * thread.
 */
public final class MixedWorkload implements AutoCloseable {
  private static final int KEYS = 200;
  private static final String ITEM =
      " (id BIGINT NOT NULL PRIMARY KEY, n INT NOT NULL, text VARCHAR(60), price DECIMAL(10,3))";

  private final String schema;
  private final Random random;
  private final List<Connection> connections = new ArrayList<>();

  /** Server that holds each key of the sharded table, -1 when none does. */
  private final int[] place = new int[KEYS];

  private final List<List<Long>> own = List.of(new ArrayList<>(), new ArrayList<>());
  private long counter;
  private long transactions;

  /**
   * @param schema schema on both servers; its tables {@code items}, {@code own_1}/{@code own_2},
   *     {@code log_1}/{@code log_2} are made here
   */
  public MixedWorkload(List<MySqlServer> servers, String schema, long seed) throws SQLException {
    this.schema = schema;
    this.random = new Random(seed);
    java.util.Arrays.fill(place, -1);
    for (int server = 0; server < servers.size(); server++) {
      Connection connection = servers.get(server).connect();
      connections.add(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE " + schema);
        for (String ddl : tables(schema, server + 1, true)) {
          statement.execute(ddl);
        }
      }
    }
  }

  /** Statements that make the target's tables, schema included. */
  public static List<String> targetTables(String schema) {
    List<String> all = new ArrayList<>(List.of("CREATE DATABASE " + schema));
    all.addAll(tables(schema, 1, true));
    all.addAll(tables(schema, 2, false));
    return all;
  }

  private static List<String> tables(String schema, int number, boolean items) {
    List<String> ddl = new ArrayList<>();
    if (items) {
      ddl.add("CREATE TABLE " + schema + ".items" + ITEM);
    }
    ddl.add("CREATE TABLE " + schema + ".own_" + number + ITEM);
    ddl.add("CREATE TABLE " + schema + ".log_" + number + " (n INT, text VARCHAR(60) NULL)");
    return ddl;
  }

  public long transactions() {
    return transactions;
  }

  /** One transaction, or one distributed one, of a random kind. */
  public void step() throws SQLException {
    transactions++;
    int server = random.nextInt(2);
    switch (random.nextInt(10)) {
      case 0, 1 -> shardedChange();
      case 2, 3 -> move();
      case 4, 5 -> ownRows(server);
      case 6 -> keyChange(server);
      case 7 -> keyless(server);
      case 8 -> severalTables(server);
      default -> undone(server);
    }
  }

  private void shardedChange() throws SQLException {
    int key = random.nextInt(KEYS);
    if (place[key] < 0) {
      place[key] = random.nextInt(2);
      run(place[key], "INSERT INTO %s.items VALUES (%d, %s)".formatted(schema, key, values()));
    } else if (random.nextInt(5) == 0) {
      run(place[key], "DELETE FROM %s.items WHERE id = %d".formatted(schema, key));
      place[key] = -1;
    } else {
      run(place[key], "UPDATE %s.items SET n = %d WHERE id = %d".formatted(schema, ++counter, key));
    }
  }

  private void move() throws SQLException {
    int key = random.nextInt(KEYS);
    if (place[key] < 0) {
      return;
    }
    int from = place[key];
    int to = 1 - from;
    String xid = "'%s-%d',".formatted(schema, ++counter);
    begin(from, xid + "'from'", "DELETE FROM %s.items WHERE id = %d".formatted(schema, key));
    begin(
        to, xid + "'to'", "INSERT INTO %s.items VALUES (%d, %s)".formatted(schema, key, values()));
    boolean deleteFirst = random.nextBoolean();
    run(deleteFirst ? from : to, "XA COMMIT " + xid + (deleteFirst ? "'from'" : "'to'"));
    run(deleteFirst ? to : from, "XA COMMIT " + xid + (deleteFirst ? "'to'" : "'from'"));
    place[key] = to;
  }

  private void begin(int server, String xid, String change) throws SQLException {
    run(server, "XA START " + xid, change, "XA END " + xid, "XA PREPARE " + xid);
  }

  private void ownRows(int server) throws SQLException {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(8); i++) {
      long id = ++counter;
      own.get(server).add(id);
      rows.add("(%d, %s)".formatted(id, values()));
    }
    run(
        server,
        "INSERT INTO %s.own_%d VALUES %s".formatted(schema, server + 1, String.join(",", rows)));
  }

  private void keyChange(int server) throws SQLException {
    List<Long> ids = own.get(server);
    if (ids.size() < 3) {
      return;
    }
    long id = ids.remove(random.nextInt(ids.size()));
    long other = ids.remove(random.nextInt(ids.size()));
    long fresh = ++counter;
    String table = schema + ".own_" + (server + 1);
    // The second row takes the key that the first has just left.
    run(
        server,
        "BEGIN",
        "UPDATE %s SET id = %d WHERE id = %d".formatted(table, fresh, id),
        "UPDATE %s SET id = %d, n = n + 1 WHERE id = %d".formatted(table, id, other),
        "COMMIT");
    ids.add(fresh);
    ids.add(id);
  }

  private void keyless(int server) throws SQLException {
    String table = schema + ".log_" + (server + 1);
    int n = random.nextInt(6);
    switch (random.nextInt(4)) {
      case 0 -> run(server, "DELETE FROM %s WHERE n = %d LIMIT 1".formatted(table, n));
      case 1 -> run(server, "UPDATE %s SET text = NULL WHERE n = %d LIMIT 2".formatted(table, n));
      default ->
          run(server, "INSERT INTO %s VALUES (%d, 'same'), (%d, 'same')".formatted(table, n, n));
    }
  }

  private void severalTables(int server) throws SQLException {
    long id = ++counter;
    own.get(server).add(id);
    run(
        server,
        "BEGIN",
        "INSERT INTO %s.own_%d VALUES (%d, %s)".formatted(schema, server + 1, id, values()),
        "SAVEPOINT a",
        "DELETE FROM %s.own_%d".formatted(schema, server + 1),
        "ROLLBACK TO SAVEPOINT a",
        "INSERT INTO %s.log_%d VALUES (%d, 'with %d')"
            .formatted(schema, server + 1, random.nextInt(6), id),
        "COMMIT");
  }

  private void undone(int server) throws SQLException {
    String change = "DELETE FROM %s.own_%d".formatted(schema, server + 1);
    if (random.nextBoolean()) {
      run(server, "BEGIN", change, "ROLLBACK");
    } else {
      String xid = "'%s-%d','undone'".formatted(schema, ++counter);
      begin(server, xid, change);
      run(server, "XA ROLLBACK " + xid);
    }
  }

  private String values() {
    return "%d, 'text %d \\\\ ''é''', %d.%03d"
        .formatted(++counter, random.nextInt(1000), random.nextInt(1000), random.nextInt(1000));
  }

  private void run(int server, String... statements) throws SQLException {
    try (Statement statement = connections.get(server).createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
