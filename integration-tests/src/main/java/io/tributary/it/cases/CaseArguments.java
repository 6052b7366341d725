package io.tributary.it.cases;

import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.ServerVersion;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Arguments of the case runner.
 *
 * @param folder folder of cases
 * @param filter cases whose name holds a match of it are run
 * @param partitions affinity partitions, from 1
 * @param tasks tasks of the sink, from 1
 * @param twice whether everything is delivered a second time before the content is judged
 * @param parallel cases that run at the same time, from 1
 * @param upstreams how the upstreams are set up
 * @param environment where the target comes from
 * @param help whether only the usage is wanted
 */
record CaseArguments(
    Path folder,
    Pattern filter,
    int partitions,
    int tasks,
    boolean twice,
    int parallel,
    UpstreamServers upstreams,
    EnvironmentOptions environment,
    boolean help) {
  static final String USAGE =
      """
      run-cases --folder DIR [--filter REGEX] [--partitions N] [--tasks N] [--parallel N]
                [--metadata full|minimal] [--gtid on|off] [--twice]
                [--target-url URL] [--target-user USER] [--target-password PASSWORD]
                [--target-version latest|8.0]
        --folder      folder of cases, each a folder NN-name with a case.md
        --filter      run only cases whose name matches (default: all)
        --partitions  affinity partitions of every topic (default 1)
        --tasks       tasks of every sink (default: 1, with several partitions 2)
        --parallel    cases at the same time, where they allow it (default 3)
        --metadata    binlog_row_metadata of the upstreams (default: full)
        --gtid        gtid_mode of the upstreams (default: on)
        --twice       set every source back to its start at the end: nothing may change
        --target-url  jdbc:mysql://HOST:PORT/ of a TiDB or MySQL (default: a local MySQL)
        --target-version  of the local MySQL (default: latest)
      exit code 0 when no case failed, 1 when one did, 2 for wrong arguments""";

  static CaseArguments parse(List<String> arguments) {
    Path folder = null;
    Pattern filter = Pattern.compile("");
    int partitions = 1;
    int tasks = 0;
    int parallel = 3;
    boolean full = true;
    boolean gtid = true;
    boolean twice = false;
    boolean latest = true;
    String url = null;
    String user = "root";
    String password = "";
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String option = rest.next();
      switch (option) {
        case "--folder" -> folder = Path.of(value(option, rest));
        case "--filter" -> filter = Pattern.compile(value(option, rest));
        case "--partitions" -> partitions = number(option, rest);
        case "--tasks" -> tasks = number(option, rest);
        case "--parallel" -> parallel = number(option, rest);
        case "--metadata" -> full = first(option, rest, "full", "minimal");
        case "--gtid" -> gtid = first(option, rest, "on", "off");
        case "--twice" -> twice = true;
        case "--target-url" -> url = value(option, rest);
        case "--target-user" -> user = value(option, rest);
        case "--target-password" -> password = value(option, rest);
        case "--target-version" -> latest = first(option, rest, "latest", "8.0");
        case "--help", "-h" -> {
          return new CaseArguments(
              Path.of("."),
              filter,
              1,
              1,
              false,
              1,
              UpstreamServers.shared(true, true),
              EnvironmentOptions.defaults(),
              true);
        }
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    if (folder == null) {
      throw new IllegalArgumentException("--folder is missing");
    }
    EnvironmentOptions environment = EnvironmentOptions.fromSystemProperties();
    if (!latest) {
      environment =
          environment.withTarget(new EnvironmentOptions.LocalTarget(ServerVersion.MYSQL_8_0));
    }
    if (url != null) {
      environment = environment.withTarget(new EnvironmentOptions.GivenTarget(url, user, password));
    }
    int sinkTasks = tasks > 0 ? tasks : Math.min(partitions, 2);
    return new CaseArguments(
        folder,
        filter,
        partitions,
        sinkTasks,
        twice,
        parallel,
        UpstreamServers.shared(full, gtid),
        environment,
        false);
  }

  /** Whether the value is the first of two words; it must be one of them. */
  private static boolean first(String option, Iterator<String> rest, String one, String other) {
    String text = value(option, rest);
    if (!text.equals(one) && !text.equals(other)) {
      throw new IllegalArgumentException(option + " needs " + one + " or " + other);
    }
    return text.equals(one);
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }

  private static int number(String option, Iterator<String> rest) {
    String text = value(option, rest);
    if (!text.matches("[1-9]\\d{0,3}")) {
      throw new IllegalArgumentException(option + " needs a number from 1, not " + text);
    }
    return Integer.parseInt(text);
  }
}
