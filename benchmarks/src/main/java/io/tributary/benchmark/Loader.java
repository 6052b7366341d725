package io.tributary.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one would write by hand to bring known rows to the target: the net effect of every 2,000 row
 * changes as multi-row DELETE and REPLACE, over as many connections as the sink has. The rows come
 * from memory; there is neither Kafka nor a checkpoint.
 */
final class Loader {
  private static final int TRANSACTION_ROWS = 2_000;
  private static final int STATEMENT_ROWS = 1_000;

  private Loader() {}

  static Progress run(Stage stage, Backlog backlog, int connections) throws Exception {
    Workload workload = new Workload(backlog.workload().mix(), backlog.transactions());
    List<List<Operation>> operations = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      operations.add(new ArrayList<>());
    }
    for (int i = 0; i < backlog.transactions(); i++) {
      for (Operation operation : workload.transaction()) {
        operations.get(operation.id() % connections).add(operation);
      }
    }
    stage.emptyTarget(workload);
    AtomicLong done = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (List<Operation> each : operations) {
        futures.add(
            threads.submit(
                () -> {
                  load(stage, workload, each, done);
                  return null;
                }));
      }
      Progress run = Progress.watch(done::get, 0, backlog.rows(), backlog.rows());
      for (Future<?> future : futures) {
        future.get();
      }
      stage.compare(workload);
      return run;
    } finally {
      threads.shutdownNow();
    }
  }

  private static void load(
      Stage stage, Workload workload, List<Operation> operations, AtomicLong done)
      throws SQLException {
    String url = stage.target().url();
    String options = "sslMode=DISABLED&allowPublicKeyRetrieval=true&dontTrackOpenResources=true";
    try (Connection connection =
            DriverManager.getConnection(
                url + (url.contains("?") ? "&" : "?") + options,
                stage.target().user(),
                stage.target().password());
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      for (int from = 0; from < operations.size(); from += TRANSACTION_ROWS) {
        int to = Math.min(from + TRANSACTION_ROWS, operations.size());
        statement.execute("BEGIN");
        for (String sql : statements(workload, operations.subList(from, to))) {
          statement.execute(sql);
        }
        statement.execute("COMMIT");
        done.addAndGet(to - from);
      }
    }
  }

  private static List<String> statements(Workload workload, List<Operation> operations) {
    Map<Integer, Operation> last = new LinkedHashMap<>();
    operations.forEach(operation -> last.put(operation.id(), operation));
    List<Operation> deletes = last.values().stream().filter(Operation::deletes).toList();
    List<Operation> puts = last.values().stream().filter(each -> !each.deletes()).toList();
    String table = workload.table(Backlog.SCHEMA);
    List<String> statements = new ArrayList<>();
    for (int from = 0; from < deletes.size(); from += STATEMENT_ROWS) {
      StringBuilder sql = new StringBuilder("DELETE FROM " + table + " WHERE id IN (");
      int to = Math.min(from + STATEMENT_ROWS, deletes.size());
      for (int i = from; i < to; i++) {
        sql.append(i == from ? "" : ", ").append(deletes.get(i).id());
      }
      statements.add(sql.append(')').toString());
    }
    for (int from = 0; from < puts.size(); from += STATEMENT_ROWS) {
      StringBuilder sql = new StringBuilder("REPLACE INTO " + table + " VALUES ");
      int to = Math.min(from + STATEMENT_ROWS, puts.size());
      for (int i = from; i < to; i++) {
        sql.append(i == from ? "" : ", ");
        workload.values(puts.get(i), sql);
      }
      statements.add(sql.toString());
    }
    return statements;
  }
}
