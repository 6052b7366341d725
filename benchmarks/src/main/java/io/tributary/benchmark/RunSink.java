package io.tributary.benchmark;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures how fast the sink brings a filled topic to the target, beside a plain loader. */
public final class RunSink {
  private static final String USAGE =
      """
      run-sink [--rows N] [--repeats N] [--workloads A,B] [--partitions N,M] [--tasks N]
        --rows        row changes in the topic (default 300000)
        --repeats     measured runs of each, after one that warms up (default 3)
        --workloads   of inserts, updates, nodeletes, deletes10, deletes, wide
                      (default inserts,updates,deletes10,wide)
        --partitions  affinity partitions (default 1,4)
        --tasks       tasks of the sink (default 1)
      """
          + Stage.USAGE;

  private RunSink() {}

  /**
   * Entry point; see {@code run-sink --help}.
   *
   * @param words options of the command line
   */
  public static void main(String[] words) throws Exception {
    List<String> names = new ArrayList<>(Stage.OPTIONS);
    names.addAll(List.of("rows", "repeats", "workloads", "partitions", "tasks"));
    Arguments arguments = Arguments.parse(words, names, USAGE);
    int repeats = arguments.number("repeats", 3);
    List<String> lines = new ArrayList<>();
    List<String> ratios = new ArrayList<>();
    try (Stage stage = Stage.start(arguments)) {
      for (String workload : arguments.list("workloads", "inserts,updates,deletes10,wide")) {
        Mix mix = Mix.named(workload);
        Backlog backlog = Backlog.write(stage.source(), mix, arguments.number("rows", 300_000));
        for (String number : arguments.list("partitions", "1,4")) {
          int partitions = Integer.parseInt(number);
          String topic = stage.fill(backlog, partitions);
          String what = workload + ", " + partitions + " partitions";
          Figures sink = new Figures("sink " + what);
          Figures loader = new Figures("loader " + what);
          for (int i = 0; i <= repeats; i++) {
            // In turns, so that what else the machine does meets both.
            Progress run = sink(stage, backlog, topic, partitions, arguments.number("tasks", 1));
            Progress loaded = Loader.run(stage, backlog, partitions);
            if (i > 0) {
              sink.add(run);
              loader.add(loaded);
            }
          }
          stage.topics().delete(topic);
          lines.add(sink.describe());
          lines.add(loader.describe());
          ratios.add(
              "ratio sink/loader %s-%d %.2f"
                  .formatted(workload, partitions, sink.rowsPerSecond() / loader.rowsPerSecond()));
        }
      }
    }
    lines.forEach(System.out::println);
    ratios.forEach(System.out::println);
  }

  private static Progress sink(
      Stage stage, Backlog backlog, String topic, int partitions, int tasks) throws Exception {
    stage.emptyTarget(backlog.workload());
    String name = stage.name("sink");
    String metadata = name.replace('-', '_');
    Map<String, String> config = stage.sink(metadata, topic, tasks);
    long end = stage.topics().end(topic, partitions);
    Progress run;
    try (Connection connection = stage.target().connect()) {
      stage.create(stage.sinks(), name, config);
      run = Progress.watch(() -> offsets(connection, metadata, name), 0, end, backlog.rows());
    }
    stage.compare(backlog.workload());
    stage.sinks().delete(name);
    stage.dropAtTarget(metadata);
    return run;
  }

  /** How far all partitions have come in the target, together. */
  private static double offsets(Connection connection, String metadata, String connector)
      throws SQLException {
    String sql =
        "SELECT COALESCE(SUM(GREATEST(next_offset, 0)), 0) FROM "
            + metadata
            + ".checkpoint WHERE connector = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, connector);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getDouble(1);
      }
    } catch (SQLException e) {
      // The sink has not made its table yet.
      return 0;
    }
  }
}
