package io.tributary.it.chaos.workload;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A merged table whose key has a collation, a table with two unique keys, a table without a key.
 * Used by one thread.
 */
final class SideTables {
  private static final int WORDS = 60;
  private static final int PAIRS = 40;
  private static final List<String> SPELLINGS =
      List.of("stra\u00dfe %d", "STRASSE %d", "Strasse %d", "stra\u00dfE %d");

  private final Sessions sessions;
  private final Journal journal;
  private final Coordinator coordinator;
  private final Random random;

  /** Words by number: where they are. Absent: in no shard. */
  private final Map<Integer, Word> words = new HashMap<>();

  private final Set<Integer> busy = new HashSet<>();
  private long counter;

  private record Word(int upstream, int table) {}

  SideTables(Sessions sessions, Journal journal, Coordinator coordinator, Random random) {
    this.sessions = sessions;
    this.journal = journal;
    this.coordinator = coordinator;
    this.random = random;
  }

  /** A key that is found by any spelling, and moves in another one. */
  void word() throws SQLException {
    int number = random.nextInt(WORDS);
    if (busy.contains(number)) {
      return;
    }
    Word word = words.get(number);
    if (word == null) {
      Word fresh = anyPlace();
      begin(fresh.upstream()).change(insert(fresh, number)).commit();
      words.put(number, fresh);
      return;
    }
    switch (random.nextInt(6)) {
      case 0 -> {
        begin(word.upstream()).change(delete(word, number)).commit();
        words.remove(number);
      }
      case 1, 2 -> move(word, number);
      default ->
          begin(word.upstream())
              .change(
                  "UPDATE %s SET word = '%s', n = %d WHERE word = '%s'"
                      .formatted(
                          ShardTables.words(word.table()),
                          spelling(number),
                          ++counter,
                          spelling(number)))
              .commit();
    }
  }

  private void move(Word from, int number) throws SQLException {
    Word to = anyPlace();
    if (to.upstream() == from.upstream()) {
      if (to.table() != from.table()) {
        begin(from.upstream()).change(insert(to, number)).change(delete(from, number)).commit();
        words.put(number, to);
        journal.moved();
      }
      return;
    }
    String name = coordinator.newName();
    Transaction leave =
        Transaction.branch(sessions, journal, from.upstream(), "'" + name + "','from'")
            .change(delete(from, number));
    Transaction arrive =
        Transaction.branch(sessions, journal, to.upstream(), "'" + name + "','to'")
            .change(insert(to, number));
    leave.prepare();
    arrive.prepare();
    busy.add(number);
    coordinator.commit(
        name,
        leave,
        arrive,
        () -> {
          busy.remove(number);
          words.put(number, to);
          journal.moved();
        });
  }

  private Word anyPlace() {
    return new Word(1 + random.nextInt(sessions.count()), random.nextInt(ShardTables.WORD_TABLES));
  }

  private String insert(Word place, int number) {
    return "INSERT INTO %s VALUES ('%s', %d)"
        .formatted(ShardTables.words(place.table()), spelling(number), ++counter);
  }

  private String delete(Word place, int number) {
    return "DELETE FROM %s WHERE word = '%s'"
        .formatted(ShardTables.words(place.table()), spelling(number));
  }

  private String spelling(int number) {
    return SPELLINGS.get(random.nextInt(SPELLINGS.size())).formatted(number);
  }

  /** Two rows exchange their second key, or a row comes and goes. */
  void pair() throws SQLException {
    int upstream = 1 + random.nextInt(sessions.count());
    String table = ShardTables.pairs(upstream);
    int one = random.nextInt(PAIRS);
    int other = (one + 1 + random.nextInt(PAIRS - 1)) % PAIRS;
    Transaction transaction = begin(upstream);
    if (random.nextInt(3) == 0) {
      transaction.change("DELETE FROM %s WHERE id = %d".formatted(table, one));
      transaction.change(
          "INSERT INTO %s VALUES (%d, 'code %d', %d)".formatted(table, one, ++counter, counter));
    } else {
      String set = "UPDATE %s SET code = '%s', n = %d WHERE id = %d";
      Map<Integer, String> codes = codes(upstream, one, other);
      if (codes.size() == 2) {
        transaction
            .change(set.formatted(table, "between " + one, ++counter, one))
            .change(set.formatted(table, codes.get(one), ++counter, other))
            .change(set.formatted(table, codes.get(other), ++counter, one));
      }
    }
    transaction.commit();
  }

  private Map<Integer, String> codes(int upstream, int one, int other) throws SQLException {
    Map<Integer, String> codes = new HashMap<>();
    for (String row :
        sessions.rows(
            upstream,
            "SELECT id, code FROM %s WHERE id IN (%d, %d)"
                .formatted(ShardTables.pairs(upstream), one, other))) {
      String[] columns = row.split("\t", -1);
      codes.put(Integer.parseInt(columns[0]), columns[1]);
    }
    return codes;
  }

  /** Equal rows of the table without a key come, change and go, one at a time. */
  void log() throws SQLException {
    int upstream = 1 + random.nextInt(sessions.count());
    String table = ShardTables.log(upstream);
    Transaction transaction = begin(upstream);
    switch (random.nextInt(4)) {
      case 0 -> transaction.change("DELETE FROM " + table + " WHERE serial IS NULL LIMIT 2");
      case 1 ->
          transaction.change(
              "UPDATE %s SET note = 'n %d' WHERE serial IS NULL LIMIT 1"
                  .formatted(table, ++counter));
      default ->
          transaction.change(
              "INSERT INTO %1$s VALUES (NULL, 0, 'same'), (NULL, 0, 'same')".formatted(table));
    }
    transaction.commit();
  }

  private Transaction begin(int upstream) throws SQLException {
    return Transaction.begin(sessions, journal, upstream);
  }

  /** Asks the servers where everything is; no transaction may be open. */
  void readPlaces() throws SQLException {
    words.clear();
    busy.clear();
    for (int upstream = 1; upstream <= sessions.count(); upstream++) {
      for (int table = 0; table < ShardTables.WORD_TABLES; table++) {
        for (String word :
            sessions.rows(upstream, "SELECT word FROM " + ShardTables.words(table))) {
          words.put(Integer.parseInt(word.replaceAll("\\D", "")), new Word(upstream, table));
        }
      }
    }
  }
}
