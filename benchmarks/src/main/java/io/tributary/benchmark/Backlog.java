package io.tributary.benchmark;

import io.tributary.it.environment.MySqlServer;
import io.tributary.it.pipeline.BinlogPosition;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A workload that a server has committed.
 *
 * @param workload what it was; its table is {@code bench.NAME}
 * @param start position before its first transaction
 * @param end position after its last
 * @param transactions their number
 * @param rows row changes in all of them
 */
record Backlog(
    Workload workload, BinlogPosition start, BinlogPosition end, int transactions, int rows) {
  static final String SCHEMA = "bench";

  /** Has the server commit transactions until there are that many row changes. */
  static Backlog write(MySqlServer server, Mix mix, int rows) throws SQLException {
    int transactions = Math.max(1, rows / mix.rows());
    Workload workload = new Workload(mix, transactions);
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE IF NOT EXISTS " + SCHEMA);
      statement.execute("DROP TABLE IF EXISTS " + workload.table(SCHEMA));
      statement.execute(workload.ddl(SCHEMA));
      BinlogPosition start = BinlogPosition.now(server);
      for (int i = 0; i < transactions; i++) {
        statement.execute(sql(workload, workload.transaction()));
      }
      return new Backlog(
          workload, start, BinlogPosition.now(server), transactions, workload.rows());
    }
  }

  static Connection connect(MySqlServer server) throws SQLException {
    return DriverManager.getConnection(
        server.jdbcUrl()
            + "?allowMultiQueries=true&allowPublicKeyRetrieval=true&sslMode=DISABLED"
            + "&dontTrackOpenResources=true",
        server.user(),
        server.password());
  }

  /** A transaction as one text. */
  static String sql(Workload workload, List<Operation> operations) {
    String table = workload.table(SCHEMA);
    StringBuilder puts = new StringBuilder();
    StringBuilder updates = new StringBuilder();
    StringBuilder deletes = new StringBuilder();
    for (Operation operation : operations) {
      if (operation.deletes()) {
        deletes.append(deletes.isEmpty() ? "" : ", ").append(operation.id());
      } else {
        StringBuilder rows = operation.version() == 0 ? puts : updates;
        rows.append(rows.isEmpty() ? "" : ", ");
        workload.values(operation, rows);
      }
    }
    StringBuilder sql = new StringBuilder("BEGIN");
    if (!updates.isEmpty()) {
      sql.append("; INSERT INTO ").append(table).append(" VALUES ").append(updates);
      sql.append(" ON DUPLICATE KEY UPDATE version = VALUES(version)");
      for (int i = 2; i < workload.mix().columns(); i++) {
        sql.append(", c").append(i).append(" = VALUES(c").append(i).append(')');
      }
    }
    if (!deletes.isEmpty()) {
      sql.append("; DELETE FROM ").append(table).append(" WHERE id IN (").append(deletes);
      sql.append(')');
    }
    if (!puts.isEmpty()) {
      sql.append("; INSERT INTO ").append(table).append(" VALUES ").append(puts);
    }
    return sql.append("; COMMIT").toString();
  }
}
