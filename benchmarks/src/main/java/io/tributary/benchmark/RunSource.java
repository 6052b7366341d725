package io.tributary.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measures how fast the source reads a backlog into Kafka. */
public final class RunSource {
  private static final String USAGE =
      """
      run-source [--rows N] [--repeats N] [--workloads A,B] [--partitions N,M]
        --rows        row changes of the backlog (default 1000000)
        --repeats     measured runs of each, after one that warms up (default 3)
        --workloads   inserts, updates, nodeletes, deletes10, deletes, wide (default nodeletes)
        --partitions  affinity partitions (default 1)
      """
          + Stage.USAGE;

  private RunSource() {}

  /**
   * Entry point; see {@code run-source --help}.
   *
   * @param words options of the command line
   */
  public static void main(String[] words) throws Exception {
    List<String> names = new ArrayList<>(Stage.OPTIONS);
    names.addAll(List.of("rows", "repeats", "workloads", "partitions"));
    Arguments arguments = Arguments.parse(words, names, USAGE);
    List<Figures> figures = new ArrayList<>();
    try (Stage stage = Stage.start(arguments)) {
      for (String workload : arguments.list("workloads", "nodeletes")) {
        Backlog backlog =
            Backlog.write(stage.source(), Mix.named(workload), arguments.number("rows", 1_000_000));
        for (String partitions : arguments.list("partitions", "1")) {
          for (boolean exactlyOnce : new boolean[] {false, true}) {
            figures.add(
                measured(
                    stage,
                    backlog,
                    Integer.parseInt(partitions),
                    exactlyOnce,
                    arguments.number("repeats", 3)));
          }
        }
      }
    }
    figures.forEach(each -> System.out.println(each.describe()));
  }

  private static Figures measured(
      Stage stage, Backlog backlog, int partitions, boolean exactlyOnce, int repeats)
      throws Exception {
    Figures figures =
        new Figures(
            "source%s %s, %d partitions"
                .formatted(exactlyOnce ? "-eos" : "", backlog.workload().mix().name(), partitions));
    for (int i = 0; i <= repeats; i++) {
      Progress run = run(stage, backlog, partitions, exactlyOnce);
      if (i > 0) {
        figures.add(run);
      }
    }
    return figures;
  }

  private static Progress run(Stage stage, Backlog backlog, int partitions, boolean exactlyOnce)
      throws Exception {
    String topic = stage.name("topic");
    stage.topics().create(topic, partitions);
    String name = stage.name("source");
    Map<String, String> config = stage.source(name, backlog, topic, partitions);
    stage.create(stage.sources(), name, exactlyOnce ? stage.exactlyOnce(config) : config);
    // The first records are a round of heartbeats; exactly-once adds a marker to each.
    int beginning = 2 * partitions;
    Progress run =
        Progress.watch(
            () -> stage.topics().end(topic, partitions),
            beginning,
            beginning + backlog.transactions(),
            backlog.rows(),
            2_000);
    stage.sources().delete(name);
    stage.topics().delete(topic);
    return run;
  }
}
