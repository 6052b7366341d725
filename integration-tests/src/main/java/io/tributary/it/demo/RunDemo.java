package io.tributary.it.demo;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.EnvironmentOptions;
import java.util.Iterator;
import java.util.List;

/** Command line of the demo; exit code 0 only when nothing is lost. */
public final class RunDemo {
  private static final String USAGE =
      """
      run-demo [--stay] [--seconds N] [--seed N]
               [--target-url URL] [--target-user USER] [--target-password PASSWORD]
        --stay        keep everything running at the end and print the addresses
        --seconds     length of the traffic (default 30)
        --seed        seed of the traffic (default: drawn, and printed)
        --target-url  jdbc:mysql://HOST:PORT/ of a TiDB or MySQL (default: a local MySQL)
      exit code 0 when the target equals the union of the shards, 1 when not, 2 for wrong arguments""";

  private RunDemo() {}

  private record Arguments(boolean stay, int seconds, long seed, EnvironmentOptions environment) {}

  /**
   * Entry point; see {@code run-demo --help}.
   *
   * @param arguments options of the command line
   */
  public static void main(String[] arguments) throws Exception {
    if (List.of(arguments).contains("--help")) {
      System.out.println(USAGE);
      return;
    }
    Arguments parsed;
    try {
      parsed = parse(List.of(arguments));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + "\n" + USAGE);
      System.exit(2);
      return;
    }
    System.exit(run(parsed) ? 0 : 1);
  }

  private static boolean run(Arguments arguments) throws Exception {
    EnvironmentOptions options = arguments.environment().withProgress(System.out::println);
    try (Environment environment = Environment.start(options)) {
      Demo demo = new Demo(environment, arguments.seed(), System.out::println);
      try {
        boolean equal = demo.run(arguments.seconds());
        if (arguments.stay()) {
          demo.describeAddresses();
          System.out.println("Press Enter to stop everything.");
          int ignored = System.in.read();
        }
        return equal;
      } catch (EnvironmentException e) {
        System.err.println(e.getMessage());
        System.err.println(environment.logTails());
        return false;
      } finally {
        demo.dropSchemas();
      }
    }
  }

  private static Arguments parse(List<String> arguments) {
    boolean stay = false;
    int seconds = 30;
    long seed = System.nanoTime() % 1_000_000;
    String url = null;
    String user = "root";
    String password = "";
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String option = rest.next();
      if (option.equals("--stay")) {
        stay = true;
        continue;
      }
      if (!rest.hasNext()) {
        throw new IllegalArgumentException("unknown option, or one without its value: " + option);
      }
      String value = rest.next();
      switch (option) {
        case "--seconds" -> seconds = Integer.parseInt(value);
        case "--seed" -> seed = Long.parseLong(value);
        case "--target-url" -> url = value;
        case "--target-user" -> user = value;
        case "--target-password" -> password = value;
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    EnvironmentOptions environment = EnvironmentOptions.fromSystemProperties();
    if (url != null) {
      environment = environment.withTarget(new EnvironmentOptions.GivenTarget(url, user, password));
    }
    return new Arguments(stay, seconds, seed, environment);
  }
}
