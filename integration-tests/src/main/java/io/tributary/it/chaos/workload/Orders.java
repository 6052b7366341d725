package io.tributary.it.chaos.workload;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The merged table: orders that live in one of many shard tables and move between them. Knows where
 * each one is; those of an open distributed transaction are left alone. Used by one thread.
 */
final class Orders {
  private static final int HOT = 8;
  private static final int LARGE_ROWS = 1500;
  private static final int ENOUGH = 3000;

  private final Sessions sessions;
  private final Journal journal;
  private final Coordinator coordinator;
  private final Random random;
  private final OrderValues values;
  private final int tables;

  /** Indexed for drawing; an order that leaves is replaced by the last one. */
  private final List<Place> places = new ArrayList<>();

  private final Map<Integer, List<Long>> large = new HashMap<>();
  private long nextPid = 1;
  private long counter;

  private record Place(long pid, int upstream, int table) {
    String name() {
      return ShardTables.orders(table);
    }

    String delete() {
      return "DELETE FROM %s WHERE pid = %d".formatted(name(), pid);
    }
  }

  Orders(Sessions sessions, Journal journal, Coordinator coordinator, Random random, int tables) {
    this.sessions = sessions;
    this.journal = journal;
    this.coordinator = coordinator;
    this.random = random;
    this.values = new OrderValues(random);
    this.tables = tables;
  }

  boolean few() {
    return places.size() < 50;
  }

  boolean many() {
    return places.size() > ENOUGH;
  }

  private Transaction begin(int upstream) throws SQLException {
    return Transaction.begin(sessions, journal, upstream);
  }

  /** A hot one in a third of all cases. */
  private Place any() {
    boolean hot = random.nextInt(3) == 0;
    return places.get(random.nextInt(hot ? Math.min(HOT, places.size()) : places.size()));
  }

  private void remove(Place place) {
    int index = places.indexOf(place);
    Place last = places.remove(places.size() - 1);
    if (index < places.size()) {
      places.set(index, last);
    }
  }

  private Place anyPlace(long pid) {
    return new Place(pid, 1 + random.nextInt(sessions.count()), random.nextInt(tables));
  }

  void insert() throws SQLException {
    Place place = anyPlace(nextPid);
    int count = 1 + random.nextInt(5);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add("(" + values.row(nextPid + i, ++counter) + ")");
    }
    nextPid += count;
    Transaction transaction = begin(place.upstream());
    transaction.change("INSERT INTO " + place.name() + " VALUES " + String.join(", ", rows));
    transaction.commit();
    for (int i = 0; i < count; i++) {
      places.add(new Place(place.pid() + i, place.upstream(), place.table()));
    }
  }

  void update() throws SQLException {
    Place order = any();
    Transaction transaction = begin(order.upstream());
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      transaction.change(
          "UPDATE %s SET %s WHERE pid = %d"
              .formatted(order.name(), values.assignments(++counter), order.pid()));
    }
    transaction.commit();
  }

  void changeKey() throws SQLException {
    Place order = any();
    Place fresh = new Place(nextPid++, order.upstream(), order.table());
    begin(order.upstream())
        .change(
            "UPDATE %s SET pid = %d, n = %d WHERE pid = %d"
                .formatted(order.name(), fresh.pid(), ++counter, order.pid()))
        .commit();
    remove(order);
    places.add(fresh);
  }

  void delete() throws SQLException {
    Place order = any();
    begin(order.upstream()).change(order.delete()).commit();
    remove(order);
  }

  /** The buyer changes, and with it the server: deleted here and inserted there, by XA. */
  void moveBetweenServers() throws SQLException {
    if (sessions.count() < 2) {
      return;
    }
    Place from = any();
    int shift = 1 + random.nextInt(sessions.count() - 1);
    int server = (from.upstream() - 1 + shift) % sessions.count() + 1;
    Place to = new Place(from.pid(), server, random.nextInt(tables));
    String name = coordinator.newName();
    String row =
        sessions
            .rows(
                from.upstream(),
                "SELECT "
                    + OrderValues.LITERALS
                    + " FROM "
                    + from.name()
                    + " WHERE pid = "
                    + from.pid())
            .get(0);
    Transaction leave =
        Transaction.branch(sessions, journal, from.upstream(), "'" + name + "','from'")
            .change(from.delete());
    Transaction arrive =
        Transaction.branch(sessions, journal, to.upstream(), "'" + name + "','to'")
            .change("INSERT INTO " + to.name() + " VALUES (" + row + ")")
            .change(
                "UPDATE %s SET buyer = 'buyer of %s', n = %d WHERE pid = %d"
                    .formatted(to.name(), name, ++counter, to.pid()));
    leave.prepare();
    arrive.prepare();
    if (random.nextInt(10) == 0) {
      leave.rollBackPrepared();
      arrive.rollBackPrepared();
      return;
    }
    remove(from);
    coordinator.commit(
        name,
        leave,
        arrive,
        () -> {
          places.add(to);
          journal.moved();
        });
  }

  /** Inserted before it is deleted, in one transaction or two; sometimes there and back. */
  void moveBetweenTables() throws SQLException {
    Place from = any();
    Place to =
        new Place(
            from.pid(), from.upstream(), (from.table() + 1 + random.nextInt(tables - 1)) % tables);
    move(from, to, random.nextBoolean());
    if (random.nextInt(3) == 0) {
      move(to, from, random.nextBoolean());
    }
  }

  private void move(Place from, Place to, boolean oneTransaction) throws SQLException {
    Transaction transaction =
        begin(from.upstream())
            .change(
                "INSERT INTO %s SELECT * FROM %s WHERE pid = %d"
                    .formatted(to.name(), from.name(), from.pid()));
    if (!oneTransaction) {
      transaction.commit();
      transaction = begin(from.upstream());
    }
    transaction.change(from.delete()).commit();
    remove(from);
    places.add(to);
    journal.moved();
  }

  void rollBack() throws SQLException {
    Place order = any();
    if (random.nextBoolean()) {
      begin(order.upstream())
          .change(order.delete())
          .change(
              "INSERT INTO " + order.name() + " VALUES (" + values.row(nextPid++, ++counter) + ")")
          .rollBack();
      return;
    }
    String xid = "'" + coordinator.newName() + "','undone'";
    Transaction branch =
        Transaction.branch(sessions, journal, order.upstream(), xid).change(order.delete());
    branch.prepare();
    branch.rollBackPrepared();
  }

  void savepoint() throws SQLException {
    Place order = any();
    begin(order.upstream())
        .change(
            "UPDATE %s SET n = %d WHERE pid = %d".formatted(order.name(), ++counter, order.pid()))
        .takenBack(
            order.delete(),
            "INSERT INTO " + order.name() + " VALUES (" + values.row(nextPid++, ++counter) + ")")
        .change(
            "UPDATE %s SET n = %d WHERE pid = %d".formatted(order.name(), ++counter, order.pid()))
        .commit();
  }

  /** Many rows in one transaction, and as many deleted by the next one on that server. */
  void large() throws SQLException {
    Place place = anyPlace(nextPid);
    List<Long> former = large.remove(place.upstream());
    Transaction transaction = begin(place.upstream());
    if (former != null) {
      String pids = former.stream().map(String::valueOf).collect(Collectors.joining(","));
      for (int table = 0; table < tables; table++) {
        transaction.change(
            "DELETE FROM %s WHERE pid IN (%s)".formatted(ShardTables.orders(table), pids));
      }
    } else {
      List<Long> pids = LongStream.range(nextPid, nextPid + LARGE_ROWS).boxed().toList();
      nextPid += LARGE_ROWS;
      for (int from = 0; from < LARGE_ROWS; from += 500) {
        String rows =
            pids.subList(from, from + 500).stream()
                .map(pid -> "(" + values.row(pid, ++counter) + ")")
                .collect(Collectors.joining(","));
        transaction.change("INSERT INTO " + place.name() + " VALUES " + rows);
      }
      large.put(place.upstream(), pids);
    }
    transaction.commit();
  }

  /** Asks the servers where everything is; no transaction may be open. */
  void readPlaces() throws SQLException {
    places.clear();
    large.clear();
    TreeSet<Long> pids = new TreeSet<>();
    for (int upstream = 1; upstream <= sessions.count(); upstream++) {
      for (int table = 0; table < tables; table++) {
        for (String pid : sessions.rows(upstream, "SELECT pid FROM " + ShardTables.orders(table))) {
          Place place = new Place(Long.parseLong(pid), upstream, table);
          if (pids.add(place.pid())) {
            places.add(place);
          } else {
            // A move of two transactions of which the second one never came: the application ends
            // it.
            begin(upstream).change(place.delete()).commit();
          }
        }
      }
    }
  }
}
