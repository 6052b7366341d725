package io.tributary.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Repeated measurements of one thing, and their median. Used by one thread. */
final class Figures {
  private final String name;
  private final List<Progress> runs = new ArrayList<>();

  Figures(String name) {
    this.name = name;
  }

  void add(Progress run) {
    runs.add(run);
    System.out.println("  " + name + ": " + describe(List.of(run)));
  }

  /** Median of the runs, rows/s. */
  double rowsPerSecond() {
    return median(runs.stream().map(Progress::rowsPerSecond).toList());
  }

  /** Median of a process's time for each row, microseconds. */
  double cpuMicrosPerRow(String process) {
    return median(
        runs.stream().map(run -> run.cpuMicrosPerRow().getOrDefault(process, 0.0)).toList());
  }

  /** One line of the report. */
  String describe() {
    List<Double> speeds = runs.stream().map(Progress::rowsPerSecond).sorted().toList();
    return "%-34s %s  [%,.0f to %,.0f in %d runs]"
        .formatted(name, describe(runs), speeds.get(0), speeds.get(speeds.size() - 1), runs.size());
  }

  private static String describe(List<Progress> runs) {
    Map<String, List<Double>> cpu = new TreeMap<>();
    Map<String, Long> resident = new TreeMap<>();
    for (Progress run : runs) {
      run.cpuMicrosPerRow()
          .forEach(
              (process, micros) ->
                  cpu.computeIfAbsent(process, p -> new ArrayList<>()).add(micros));
      run.residentMb().forEach((process, mb) -> resident.merge(process, mb, Math::max));
    }
    String processes =
        cpu.entrySet().stream()
            .filter(entry -> median(entry.getValue()) >= 0.1)
            .map(
                entry ->
                    "%s %.1f us %d MB"
                        .formatted(
                            entry.getKey(), median(entry.getValue()), resident.get(entry.getKey())))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%,8.0f rows/s  %.1f cores  (cpu per row, memory: %s)",
        median(runs.stream().map(Progress::rowsPerSecond).toList()),
        median(runs.stream().map(Progress::coresUsed).toList()),
        processes);
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
