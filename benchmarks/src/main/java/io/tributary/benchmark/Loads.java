package io.tributary.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Processor time and memory of the processes that were started here, from {@code /proc}.
 *
 * @param cpuSeconds user and system time since each began, by name
 * @param residentMb resident memory, MB, by name
 */
record Loads(Map<String, Double> cpuSeconds, Map<String, Long> residentMb) {
  /** USER_HZ of Linux. */
  private static final double TICKS_PER_SECOND = 100;

  private static final Pattern SERVER = Pattern.compile("--datadir=\\S*/mysql-([^/\\s]+)/data");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  static Loads now() {
    Map<String, Double> cpu = new TreeMap<>();
    Map<String, Long> resident = new TreeMap<>();
    ProcessHandle.current()
        .descendants()
        .forEach(
            process ->
                name(process.pid())
                    .ifPresent(
                        name -> {
                          cpu.merge(name, cpu(process.pid()), Double::sum);
                          resident.merge(name, residentMb(process.pid()), Long::sum);
                        }));
    return new Loads(cpu, resident);
  }

  /** What each used since an earlier look, seconds. */
  Map<String, Double> since(Loads before) {
    Map<String, Double> used = new TreeMap<>();
    cpuSeconds.forEach(
        (name, seconds) -> used.put(name, seconds - before.cpuSeconds.getOrDefault(name, 0.0)));
    return used;
  }

  private static Optional<String> name(long pid) {
    String command = read(pid, "cmdline").replace('\0', ' ');
    if (command.contains("ConnectDistributed")) {
      return Optional.of(command.contains("connect-sources") ? "sources" : "sinks");
    }
    Matcher server = SERVER.matcher(command);
    if (server.find()) {
      return Optional.of("mysql-" + server.group(1));
    }
    return command.contains("kafka.Kafka") ? Optional.of("broker") : Optional.empty();
  }

  private static double cpu(long pid) {
    String stat = read(pid, "stat");
    // The name, between parentheses, may hold spaces.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
    return fields.length < 13
        ? 0
        : (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  private static long residentMb(long pid) {
    Matcher resident = RESIDENT.matcher(read(pid, "status"));
    return resident.find() ? Long.parseLong(resident.group(1)) / 1024 : 0;
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(pid), file));
    } catch (IOException e) {
      // It has ended.
      return "";
    }
  }
}
