package io.tributary.it.chaos.workload;

import java.sql.SQLException;

/**
 * A transaction on one source, or a branch of a distributed one, that counts its changes and
 * declares them. Used by one thread.
 */
final class Transaction {
  private final Sessions sessions;
  private final Journal journal;
  private final int upstream;
  private final String xid;
  private final long serial;
  private int changes;

  /** Rows before and after the changes: an update has both, wherever the two are sent. */
  private int images;

  private Transaction(Sessions sessions, Journal journal, int upstream, String xid) {
    this.sessions = sessions;
    this.journal = journal;
    this.upstream = upstream;
    this.xid = xid;
    this.serial = journal.nextSerial();
  }

  static Transaction begin(Sessions sessions, Journal journal, int upstream) throws SQLException {
    sessions.setClock(upstream);
    Transaction transaction = new Transaction(sessions, journal, upstream, null);
    sessions.execute(upstream, "BEGIN");
    return transaction;
  }

  /**
   * A branch.
   *
   * @param xid as in SQL
   */
  static Transaction branch(Sessions sessions, Journal journal, int upstream, String xid)
      throws SQLException {
    sessions.setClock(upstream);
    Transaction transaction = new Transaction(sessions, journal, upstream, xid);
    sessions.execute(upstream, "XA START " + xid);
    return transaction;
  }

  int upstream() {
    return upstream;
  }

  Transaction change(String sql) throws SQLException {
    int rows = sessions.execute(upstream, sql);
    changes += rows;
    images += sql.startsWith("UPDATE") ? 2 * rows : rows;
    return this;
  }

  /** Work that a savepoint takes back. */
  Transaction takenBack(String... statements) throws SQLException {
    sessions.execute(upstream, "SAVEPOINT chaos");
    for (String sql : statements) {
      sessions.execute(upstream, sql);
    }
    sessions.execute(upstream, "ROLLBACK TO SAVEPOINT chaos");
    return this;
  }

  private void declare() throws SQLException {
    changes++;
    images++;
    sessions.execute(
        upstream,
        "INSERT INTO %s VALUES (%d, %d, 'source %d')"
            .formatted(ShardTables.log(upstream), serial, images, upstream));
  }

  void commit() throws SQLException {
    declare();
    sessions.execute(upstream, "COMMIT");
    journal.committed(changes);
  }

  void rollBack() throws SQLException {
    declare();
    journal.rolledBack(serial);
    sessions.execute(upstream, "ROLLBACK");
  }

  void prepare() throws SQLException {
    declare();
    sessions.execute(upstream, "XA END " + xid);
    sessions.execute(upstream, "XA PREPARE " + xid);
  }

  void commitPrepared() throws SQLException {
    sessions.execute(upstream, "XA COMMIT " + xid);
    journal.committed(changes);
  }

  void rollBackPrepared() throws SQLException {
    journal.rolledBack(serial);
    sessions.execute(upstream, "XA ROLLBACK " + xid);
  }
}
