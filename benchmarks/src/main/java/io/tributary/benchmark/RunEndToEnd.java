package io.tributary.benchmark;

import io.tributary.it.pipeline.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures how fast a backlog gets from a server to the target, and the lag under a steady load.
 */
public final class RunEndToEnd {
  private static final String USAGE =
      """
      run-end-to-end [--rows N] [--repeats N] [--workloads A,B] [--partitions N,M] [--lag-seconds N]
        --rows         row changes of the backlog (default 300000)
        --repeats      measured runs of each, after one that warms up (default 3)
        --workloads    of inserts, updates, nodeletes, deletes10, deletes, wide
                       (default nodeletes,deletes10)
        --partitions   affinity partitions (default 2)
        --lag-seconds  time of the steady load of 500 rows/s (default 20; 0: none)
      """
          + Stage.USAGE;

  private RunEndToEnd() {}

  /**
   * Entry point; see {@code run-end-to-end --help}.
   *
   * @param words options of the command line
   */
  public static void main(String[] words) throws Exception {
    List<String> names = new ArrayList<>(Stage.OPTIONS);
    names.addAll(List.of("rows", "repeats", "workloads", "partitions", "lag-seconds"));
    Arguments arguments = Arguments.parse(words, names, USAGE);
    List<Figures> all = new ArrayList<>();
    List<String> ends = new ArrayList<>();
    try (Stage stage = Stage.start(arguments)) {
      for (String workload : arguments.list("workloads", "nodeletes,deletes10")) {
        Backlog backlog =
            Backlog.write(stage.source(), Mix.named(workload), arguments.number("rows", 300_000));
        for (String partitions : arguments.list("partitions", "2")) {
          Figures figures =
              new Figures("end to end " + workload + ", " + partitions + " partitions");
          for (int i = 0; i <= arguments.number("repeats", 3); i++) {
            Progress run = run(stage, backlog, Integer.parseInt(partitions));
            if (i > 0) {
              figures.add(run);
            }
          }
          all.add(figures);
          ends.add("rows/s %s tributary %.0f".formatted(workload, figures.rowsPerSecond()));
        }
      }
      int seconds = arguments.number("lag-seconds", 20);
      if (seconds > 0) {
        ends.add("lag " + Lag.measure(stage, seconds, false));
        ends.add("lag-eos " + Lag.measure(stage, seconds, true));
      }
    }
    all.forEach(figures -> System.out.println(figures.describe()));
    ends.forEach(System.out::println);
  }

  private static Progress run(Stage stage, Backlog backlog, int partitions) throws Exception {
    stage.emptyTarget(backlog.workload());
    String topic = stage.name("topic");
    stage.topics().create(topic, partitions);
    String sink = stage.name("sink");
    String metadata = sink.replace('-', '_');
    String source = stage.name("source");
    stage.create(stage.sinks(), sink, stage.sink(metadata, topic, 1));
    Map<String, String> config = stage.source(source, backlog, topic, partitions);
    config.put("heartbeat.interval.ms", "100");
    Watermark watermark = new Watermark(stage.target(), metadata, sink, topic);
    long records = stage.topics().end(topic, partitions) + 2L * partitions;
    stage.sources().create(source, config);
    Progress run =
        Progress.watch(
            () ->
                watermark.reached(source, backlog.end())
                    ? 2
                    : stage.topics().end(topic, partitions) > records ? 1e-9 : 0,
            0,
            2,
            backlog.rows());
    stage.compare(backlog.workload());
    stage.sources().delete(source);
    stage.sinks().delete(sink);
    stage.topics().delete(topic);
    stage.dropAtTarget(metadata);
    return run;
  }
}
