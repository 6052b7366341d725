package io.tributary.sink.tidb;

import io.tributary.sink.tidb.TargetException.Kind;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Map;
import java.util.Set;

/**
 * Tells the classes of the target's errors apart.
 *
 * <p>Numbers: MySQL's {@code share/messages_to_clients.txt}, TiDB's {@code pkg/errno/errcode.go}.
 */
final class TargetErrors {
  /** Error numbers of servers that pass by themselves: the transaction was or will be undone. */
  private static final Set<Integer> TRANSIENT =
      Set.of(
          1040, // too many connections
          1105, // TiDB: what has no number of its own, "tikv aborts txn" and lost RPCs among it
          1180, // error during commit
          1203, // too many connections of this user
          1205, // lock wait timeout
          1213, // deadlock
          1226, // a resource limit of the account
          1290, // read-only, which a failover ends
          1317, // query interrupted
          1637, // too many concurrent transactions
          1689, // wait for a lock was aborted
          1836, // read-only
          3032, // offline mode
          3100, // group replication could not certify
          3101, // group replication rolled the transaction back
          3572, // statement aborted: lock not available at once
          8002, // TiDB: FOR UPDATE cannot be retried
          8005, // TiDB: write conflict
          8020, // TiDB: table locked by somebody's LOCK TABLES
          8022, // TiDB: commit failed, may be retried
          8027, // TiDB: information schema out of date
          8028, // TiDB: information schema changed
          8055, // TiDB: snapshot too old
          8113, // TiDB: schema changed
          8120, // TiDB: no start timestamp from PD
          8141, // TiDB: assertion failed
          8176, // TiDB: the server's memory limit, which all sessions share
          8180, // TiDB: stopped by the memory arbitrator
          8229, // TiDB: lock expired
          8245, // TiDB: column is being changed by a DDL statement
          8250, // TiDB: resource group's configuration not available
          8252, // TiDB: resource group used up for now
          8253, // TiDB: taken for a runaway query
          // PD, TiKV, TiFlash; 9009 (no address of Prometheus) is none of a write.
          9001,
          9002,
          9003,
          9004,
          9005,
          9006,
          9007,
          9008,
          9010,
          9011,
          9012,
          9013);

  /** Error numbers that say the connection is gone, as the server or the driver puts it. */
  private static final Set<Integer> LOST =
      Set.of(
          1053, // server shutdown in progress
          1152, // aborted connection
          1158,
          1159,
          1160,
          1161, // network
          1927, // MariaDB: connection was killed
          2006,
          2013,
          2055, // client side: gone away, lost
          3169, // session was killed
          4031 // closed by the server for inactivity (wait_timeout)
          );

  /** Error numbers of values that the table does not take. */
  private static final Set<Integer> DATA =
      Set.of(
          1048,
          1062,
          1118,
          1264,
          1265,
          1292,
          1300,
          1364,
          1366,
          1367,
          1406,
          1411,
          1416,
          1441,
          1451,
          1452,
          1526,
          1690,
          1748,
          3140,
          3141,
          3144,
          3156,
          3819,
          4025,
          // TiDB: row too large, JSON key too long, index key too long
          8025,
          8129,
          8178);

  private static final Map<Integer, String> ADVICE =
      Map.ofEntries(
          Map.entry(1044, "grant it to the connector's account"),
          Map.entry(1045, "check connection.user and connection.password"),
          Map.entry(1142, "grant it to the connector's account"),
          Map.entry(1146, "create the table at the target before its first row arrives"),
          Map.entry(
              1105,
              "TiDB gives this number to whatever has no other: when it lasts, look at the server's"
                  + " own words"),
          Map.entry(1153, "raise max_allowed_packet at the target or lower batch.max.bytes"),
          Map.entry(8004, "lower batch.max.rows or raise TiDB's txn-total-size-limit"),
          Map.entry(8175, "raise TiDB's tidb_mem_quota_query or lower batch.max.rows"),
          Map.entry(
              8025,
              "the row is larger than TiDB takes: raise tidb_txn_entry_size_limit (by"
                  + " connection.session.variables) and TiKV's raftstore.raft-entry-max-size, both,"
                  + " or keep such rows out"),
          Map.entry(
              8253,
              "a resource group's QUERY_LIMIT kills what runs long: put the connector's account into"
                  + " a group without one"),
          Map.entry(
              8254,
              "TiDB's runaway watch list has the connector's statements: take them off it and put"
                  + " the connector's account into a group without QUERY_LIMIT"),
          Map.entry(8216, "allow_auto_random_explicit_insert must be 1 in this session"),
          Map.entry(1290, "the target is read-only: end that or point connection.url elsewhere"));

  private TargetErrors() {}

  /**
   * The exception to throw for an error of the driver.
   *
   * @param doing what was tried, for the message: a verb phrase and the target's address
   */
  static TargetException of(SQLException error, String doing) {
    Kind kind = kind(error.getErrorCode(), error.getSQLState(), connectionLost(error));
    StringBuilder message = new StringBuilder(doing).append(": ");
    if (error.getErrorCode() != 0) {
      message.append("error ").append(error.getErrorCode()).append(": ");
    }
    message.append(reason(error));
    String advice = ADVICE.get(error.getErrorCode());
    if (advice != null) {
      message.append(" (").append(advice).append(')');
    }
    return new TargetException(kind, error.getErrorCode(), message.toString(), error);
  }

  /** The first line of the driver's text, and what lies at the bottom of it. */
  private static String reason(SQLException error) {
    Throwable bottom = error;
    while (bottom.getCause() != null && bottom.getCause() != bottom) {
      bottom = bottom.getCause();
    }
    String text = String.valueOf(error.getMessage());
    String first = text.lines().findFirst().orElse(text).strip();
    boolean more = error.getErrorCode() == 0 && bottom != error && bottom.getMessage() != null;
    return more && !text.contains(bottom.getMessage())
        ? first + " (" + bottom.getMessage().strip() + ")"
        : first;
  }

  /** The class of an error by its number and SQLState. */
  static Kind kind(int number, String sqlState, boolean connectionLost) {
    if (TRANSIENT.contains(number)) {
      return Kind.TRANSIENT;
    }
    if (LOST.contains(number)) {
      return Kind.CONNECTION_LOST;
    }
    if (DATA.contains(number)) {
      return Kind.DATA;
    }
    boolean connectionState = sqlState != null && sqlState.startsWith("08");
    // A number of the server's own under 08xxx (1047 unknown command, 1129 host blocked) is an
    // answer, not a loss.
    return number == 0 && (connectionLost || connectionState) ? Kind.CONNECTION_LOST : Kind.FATAL;
  }

  private static boolean connectionLost(SQLException error) {
    return error instanceof SQLRecoverableException
        || error instanceof SQLNonTransientConnectionException
        || error instanceof SQLTransientConnectionException;
  }
}
