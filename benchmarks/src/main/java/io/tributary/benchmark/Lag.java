package io.tributary.benchmark;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Time from a commit at the source to the row's being visible in the target, under a steady load of
 * 500 rows/s: 50 transactions a second of 10 rows each. Both ends are this program's, so that one
 * clock counts; what the looks at the target take counts too.
 */
final class Lag {
  private static final int PER_SECOND = 50;
  private static final int WARM_UP_SECONDS = 10;

  private Lag() {}

  private record Committed(int id, long nanos) {}

  /** Returns {@code p50 X p99 Y} in milliseconds. */
  static String measure(Stage stage, int seconds, boolean exactlyOnce) throws Exception {
    Mix mix = Mix.named("inserts");
    Backlog backlog = Backlog.write(stage.source(), mix, 20_000);
    stage.emptyTarget(backlog.workload());
    String topic = stage.name("topic");
    stage.topics().create(topic, 1);
    String sink = stage.name("sink");
    String metadata = sink.replace('-', '_');
    String source = stage.name("source");
    stage.create(stage.sinks(), sink, stage.sink(metadata, topic, 1));
    Map<String, String> config = stage.source(source, backlog, topic, 1);
    stage.create(stage.sources(), source, exactlyOnce ? stage.exactlyOnce(config) : config);
    List<Double> lags = new ArrayList<>();
    try {
      lags.addAll(watched(stage, backlog.workload(), seconds));
    } finally {
      stage.sources().delete(source);
      stage.sinks().delete(sink);
    }
    stage.dropAtTarget(metadata);
    lags.sort(Double::compare);
    return "p50 %.0f p99 %.0f (ms, %d transactions)"
        .formatted(lags.get(lags.size() / 2), lags.get(lags.size() * 99 / 100), lags.size());
  }

  private static List<Double> watched(Stage stage, Workload workload, int seconds)
      throws Exception {
    ConcurrentLinkedQueue<Committed> open = new ConcurrentLinkedQueue<>();
    AtomicBoolean writing = new AtomicBoolean(true);
    Thread writer =
        new Thread(
            () -> {
              try {
                write(stage, workload, seconds + WARM_UP_SECONDS, open);
              } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException("the load ended", e);
              } finally {
                writing.set(false);
              }
            });
    long start = System.nanoTime();
    writer.start();
    List<Double> lags = new ArrayList<>();
    String sql = "SELECT COALESCE(MAX(id), 0) FROM " + workload.table(Backlog.SCHEMA);
    try (Connection connection = stage.target().connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      while (writing.get() || !open.isEmpty()) {
        long seen;
        try (ResultSet rows = statement.executeQuery()) {
          rows.next();
          seen = rows.getLong(1);
        }
        long now = System.nanoTime();
        while (!open.isEmpty() && open.peek().id() <= seen) {
          Committed committed = open.remove();
          if (committed.nanos() - start > WARM_UP_SECONDS * 1_000_000_000L) {
            lags.add(Math.max(0, now - committed.nanos()) / 1e6);
          }
        }
        Thread.sleep(1);
      }
    }
    writer.join();
    return lags;
  }

  private static void write(
      Stage stage, Workload workload, int seconds, ConcurrentLinkedQueue<Committed> open)
      throws SQLException, InterruptedException {
    try (Connection connection = Backlog.connect(stage.source());
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      for (int i = 0; i < seconds * PER_SECOND; i++) {
        long due = start + i * 1_000_000_000L / PER_SECOND;
        long wait = due - System.nanoTime();
        if (wait > 0) {
          Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
        }
        List<Operation> operations = workload.transaction();
        statement.execute(Backlog.sql(workload, operations));
        open.add(new Committed(operations.get(operations.size() - 1).id(), System.nanoTime()));
      }
    }
  }
}
