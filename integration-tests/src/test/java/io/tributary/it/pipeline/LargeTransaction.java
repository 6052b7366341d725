package io.tributary.it.pipeline;

import io.tributary.it.environment.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One transaction that fills the tables item, merged and log of a schema.
 *
 * @param rows of each table
 * @param textBytes of each row's text
 */
record LargeTransaction(ReplicatedSchema schema, long rows, int textBytes) {
  private static final Duration SOON = Duration.ofSeconds(120);

  /** Inserts, changes and deletes of all three tables, with a savepoint that is rolled back to. */
  void commit(boolean withOneBehind) throws SQLException {
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + schema.name());
      statement.execute("SET SESSION innodb_lock_wait_timeout = 1000");
      statement.execute("BEGIN");
      for (String table : List.of("item", "merged", "log")) {
        statement.execute(
            "INSERT INTO %s VALUES (1, 1, RPAD('row', %d, 'abcdefgh'))"
                .formatted(table, textBytes));
        for (long there = 1; there < rows; there *= 2) {
          long more = Math.min(there, rows - there);
          statement.execute(
              "INSERT INTO %1$s SELECT id + %2$d, n + %2$d, text FROM %1$s WHERE id <= %3$d"
                  .formatted(table, there, more));
        }
      }
      statement.execute("UPDATE item SET n = -n WHERE id % 7 = 0");
      statement.execute("SAVEPOINT before_all");
      statement.execute("UPDATE merged SET n = 0 WHERE id % 2 = 0");
      statement.execute("ROLLBACK TO before_all");
      statement.execute("DELETE FROM merged WHERE id % 5 = 0");
      statement.execute("UPDATE log SET n = n + 1 WHERE id <= 50");
      statement.execute("DELETE FROM log WHERE id BETWEEN 60 AND 90");
      if (withOneBehind) {
        commitWithOneBehind(statement);
      } else {
        statement.execute("COMMIT");
      }
    }
  }

  /**
   * While gigabytes are copied into the binlog another transaction waits, to be written behind
   * them; the server begins a new file only when the first has been flushed.
   */
  private void commitWithOneBehind(Statement large) throws SQLException {
    large.execute("SET GLOBAL sync_binlog = 1");
    large.execute("SET GLOBAL binlog_group_commit_sync_delay = 1000000");
    CompletableFuture<Void> behind = CompletableFuture.runAsync(this::insertBehind);
    large.execute("COMMIT");
    behind.join();
    large.execute("SET GLOBAL binlog_group_commit_sync_delay = 0");
  }

  private void insertBehind() {
    Waiting.until(SOON, this::committing, () -> "the commit takes its time");
    try {
      schema.source("INSERT INTO beside VALUES (1)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean committing() {
    String longer =
        "SELECT id FROM information_schema.processlist WHERE info = 'COMMIT' AND time > 1";
    try {
      return !schema.sourceColumn(longer).isEmpty();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
