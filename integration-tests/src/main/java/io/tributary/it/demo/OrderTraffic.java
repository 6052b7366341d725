package io.tributary.it.demo;

import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * An application over a sharded table of orders: {@code shop.orders_00} and {@code _01} on each of
 * two servers. It inserts, updates and deletes orders, moves them between servers by XA and between
 * tables of one server.
 *
 * <p>Used by one thread; remembers where every order lives, so that it needs no reads.
 */
final class OrderTraffic implements AutoCloseable {
  static final int TABLES = 2;

  private static final String COLUMNS =
      " (id BIGINT UNSIGNED NOT NULL PRIMARY KEY, buyer VARCHAR(40) NOT NULL, amount DECIMAL(12,2)"
          + " NOT NULL, state TINYINT UNSIGNED NOT NULL, note TEXT, placed DATETIME(6) NOT NULL)";

  private final List<Connection> connections = new ArrayList<>();
  private final Random random;
  private final List<Place> orders = new ArrayList<>();
  private final Counts counts = new Counts();
  private long nextId = 1;
  private long nextXa = 1;

  /** Where an order lives. */
  private record Place(long id, int server, int table) {}

  /** What was done so far. */
  static final class Counts {
    long transactions;
    long rows;
    long movesBetweenServers;
    long movesBetweenTables;
    long rolledBack;
  }

  OrderTraffic(List<MySqlServer> servers, long seed) throws SQLException {
    this.random = new Random(seed);
    for (MySqlServer server : servers) {
      connections.add(server.connect());
    }
  }

  static void createShards(MySqlServer server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE shop");
      for (int table = 0; table < TABLES; table++) {
        statement.execute("CREATE TABLE " + table(table) + COLUMNS);
      }
    }
  }

  static String mergedTable(String schema) {
    return "CREATE TABLE " + schema + ".orders" + COLUMNS;
  }

  static String table(int table) {
    return "shop.orders_0" + table;
  }

  Counts counts() {
    return counts;
  }

  /** One transaction of a random kind. */
  void step() throws SQLException {
    int kind = random.nextInt(100);
    if (orders.size() < 20 || kind < 40) {
      insert();
    } else if (kind < 65) {
      update();
    } else if (kind < 72) {
      delete();
    } else if (kind < 86) {
      moveBetweenServers();
    } else if (kind < 96) {
      moveBetweenTables();
    } else {
      rollBack();
    }
  }

  private void insert() throws SQLException {
    int server = random.nextInt(connections.size());
    int table = random.nextInt(TABLES);
    int count = 1 + random.nextInt(5);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long id = nextId++;
      orders.add(new Place(id, server, table));
      rows.add(
          "(%d, 'buyer %d', %d.%02d, 0, 'it''s \\\\ order %d é', NOW(6))"
              .formatted(
                  id, random.nextInt(1000), random.nextInt(10_000), random.nextInt(100), id));
    }
    execute(server, "INSERT INTO " + table(table) + " VALUES " + String.join(", ", rows));
    done(count);
  }

  private void update() throws SQLException {
    Place order = orders.get(random.nextInt(orders.size()));
    execute(
        order.server(),
        "UPDATE %s SET state = state + 1, amount = amount + 0.01 WHERE id = %d AND state < 200"
            .formatted(table(order.table()), order.id()));
    done(1);
  }

  private void delete() throws SQLException {
    Place order = orders.remove(random.nextInt(orders.size()));
    execute(order.server(), deleteOf(order));
    done(1);
  }

  /** The row leaves one server and appears on the other in one distributed transaction. */
  private void moveBetweenServers() throws SQLException {
    Place from = orders.remove(random.nextInt(orders.size()));
    Place to = new Place(from.id(), 1 - from.server(), random.nextInt(TABLES));
    String gtrid = "'move-" + nextXa++ + "'";
    String source = gtrid + ",'from',1";
    String target = gtrid + ",'to',1";
    execute(from.server(), "XA START " + source);
    String values = valuesOf(from);
    execute(from.server(), deleteOf(from));
    execute(from.server(), "XA END " + source);
    execute(to.server(), "XA START " + target);
    execute(to.server(), "INSERT INTO " + table(to.table()) + " VALUES (" + values + ")");
    execute(to.server(), "XA END " + target);
    execute(from.server(), "XA PREPARE " + source);
    execute(to.server(), "XA PREPARE " + target);
    // Either branch may become visible first.
    boolean deleteFirst = random.nextBoolean();
    execute(
        deleteFirst ? from.server() : to.server(), "XA COMMIT " + (deleteFirst ? source : target));
    execute(
        deleteFirst ? to.server() : from.server(), "XA COMMIT " + (deleteFirst ? target : source));
    orders.add(to);
    counts.movesBetweenServers++;
    done(1);
    done(1);
  }

  /** The row is written to the other table before it is deleted from the first. */
  private void moveBetweenTables() throws SQLException {
    Place from = orders.remove(random.nextInt(orders.size()));
    Place to = new Place(from.id(), from.server(), 1 - from.table());
    boolean oneTransaction = random.nextBoolean();
    if (oneTransaction) {
      execute(from.server(), "BEGIN");
    }
    execute(
        from.server(),
        "INSERT INTO %s SELECT * FROM %s WHERE id = %d"
            .formatted(table(to.table()), table(from.table()), from.id()));
    execute(from.server(), deleteOf(from));
    if (oneTransaction) {
      execute(from.server(), "COMMIT");
    }
    orders.add(to);
    counts.movesBetweenTables++;
    done(2);
    if (!oneTransaction) {
      done(0);
    }
  }

  /** Work that must leave no trace. */
  private void rollBack() throws SQLException {
    Place order = orders.get(random.nextInt(orders.size()));
    if (random.nextBoolean()) {
      execute(order.server(), "BEGIN");
      execute(order.server(), deleteOf(order));
      execute(order.server(), "ROLLBACK");
    } else {
      String xid = "'undo-" + nextXa++ + "','b',1";
      execute(order.server(), "XA START " + xid);
      execute(order.server(), deleteOf(order));
      execute(order.server(), "XA END " + xid);
      execute(order.server(), "XA PREPARE " + xid);
      execute(order.server(), "XA ROLLBACK " + xid);
    }
    counts.rolledBack++;
  }

  private static String deleteOf(Place order) {
    return "DELETE FROM %s WHERE id = %d".formatted(table(order.table()), order.id());
  }

  /** The row's values as SQL literals. */
  private String valuesOf(Place order) throws SQLException {
    try (Statement statement = connections.get(order.server()).createStatement();
        var row =
            statement.executeQuery(
                "SELECT CONCAT_WS(',', id, QUOTE(buyer), amount, state, QUOTE(note), QUOTE(placed))"
                    + " FROM %s WHERE id = %d".formatted(table(order.table()), order.id()))) {
      row.next();
      return row.getString(1);
    }
  }

  private void execute(int server, String sql) throws SQLException {
    try (Statement statement = connections.get(server).createStatement()) {
      statement.execute(sql);
    }
  }

  private void done(long rows) {
    counts.transactions++;
    counts.rows += rows;
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
