package io.tributary.it.chaos;

import io.tributary.it.chaos.faults.Fault;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.EnvironmentOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Command line of the chaos; exit code 0 only when nothing is lost. */
public final class RunChaos {
  private static final String USAGE =
      """
      run-chaos [--seed N] [--minutes N | --seconds N] [--faults LIST] [--rate N]
                [--shards N --tables N]
                [--target-url URL] [--target-user USER] [--target-password PASSWORD]
        --seed        of traffic and faults (default: drawn, and printed)
        --minutes     of traffic with faults (default 5); --seconds for a short one
        --faults      names with commas between them, "none" or "all" (default)
        --rate        transactions a second of the whole fleet, at most (default 60)
        --shards      servers, with --tables shard tables each; 4 partitions, 4 tasks on 2 workers,
                      the last source is held back for half the time; no other faults unless named
        --target-url  jdbc:mysql://HOST:PORT/ of a TiDB or MySQL (default: a local MySQL)
      exit code 0 when nothing is lost, doubled or bent, 1 when something is, 2 for wrong arguments
      faults: \
      """
          + Fault.all().stream().map(Fault::label).collect(Collectors.joining(", "));

  private static final Set<String> OPTIONS =
      Set.of(
          "--seed",
          "--minutes",
          "--seconds",
          "--faults",
          "--rate",
          "--shards",
          "--tables",
          "--target-url",
          "--target-user",
          "--target-password");

  private RunChaos() {}

  /**
   * Entry point; see {@code run-chaos --help}.
   *
   * @param arguments options of the command line
   */
  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("--help")) {
      System.out.println(USAGE);
      return;
    }
    Map<String, String> given;
    ChaosOptions options;
    try {
      given = given(arguments);
      options = options(given);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n" + USAGE);
      System.exit(2);
      return;
    }
    System.exit(run(options, environment(given)) ? 0 : 1);
  }

  private static boolean run(ChaosOptions options, EnvironmentOptions environmentOptions)
      throws Exception {
    try (Environment environment = Environment.start(environmentOptions)) {
      if (!options.heldBack().isZero()) {
        environment.moreSinks().start();
      }
      System.out.println("logs: " + environment.folder());
      try {
        return new ChaosRun(environment, options, System.out::println).run().passed();
      } catch (EnvironmentException e) {
        System.err.println(e.getMessage());
        System.err.println(environment.logTails());
        return false;
      }
    }
  }

  private static Map<String, String> given(String[] arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!OPTIONS.contains(arguments[i]) || i + 1 == arguments.length) {
        throw new IllegalArgumentException(
            "unknown option, or one without its value: " + arguments[i]);
      }
      given.put(arguments[i], arguments[i + 1]);
    }
    return given;
  }

  private static ChaosOptions options(Map<String, String> given) {
    long seed =
        Long.parseLong(given.getOrDefault("--seed", String.valueOf(System.nanoTime() % 1_000_000)));
    Duration duration =
        given.containsKey("--seconds")
            ? Duration.ofSeconds(Long.parseLong(given.get("--seconds")))
            : Duration.ofMinutes(Long.parseLong(given.getOrDefault("--minutes", "5")));
    ChaosOptions options = ChaosOptions.of(seed, duration);
    boolean fleet = given.containsKey("--shards") || given.containsKey("--tables");
    if (fleet) {
      options =
          options.withFleet(
              Integer.parseInt(given.getOrDefault("--shards", "12")),
              Integer.parseInt(given.getOrDefault("--tables", "64")));
    }
    if (given.containsKey("--rate")) {
      options = options.withRate(Integer.parseInt(given.get("--rate")));
    }
    return options.withFaults(faults(given.getOrDefault("--faults", fleet ? "none" : "all")));
  }

  private static List<Fault> faults(String list) {
    if (list.equals("all")) {
      return Fault.all();
    }
    if (list.equals("none")) {
      return List.of();
    }
    Map<String, Fault> byLabel =
        Fault.all().stream().collect(Collectors.toMap(Fault::label, fault -> fault));
    return Arrays.stream(list.split(","))
        .map(
            label -> {
              if (!byLabel.containsKey(label)) {
                throw new IllegalArgumentException("unknown fault " + label);
              }
              return byLabel.get(label);
            })
        .toList();
  }

  private static EnvironmentOptions environment(Map<String, String> given) {
    EnvironmentOptions options =
        EnvironmentOptions.fromSystemProperties().withProgress(System.out::println);
    if (given.containsKey("--shards")) {
      options = options.withWorkerHeapMb(1024);
    }
    if (!given.containsKey("--target-url")) {
      return options;
    }
    return options.withTarget(
        new EnvironmentOptions.GivenTarget(
            given.get("--target-url"),
            given.getOrDefault("--target-user", "root"),
            given.getOrDefault("--target-password", "")));
  }
}
