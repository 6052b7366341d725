package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the upstreams of a run or of one case are set up.
 *
 * @param name what their names begin with; another name is another set of servers
 * @param fullMetadata {@code binlog_row_metadata} FULL, else MINIMAL
 * @param gtid {@code gtid_mode}
 * @param options further options of mysqld
 */
record UpstreamServers(String name, boolean fullMetadata, boolean gtid, List<String> options) {
  /** Rows of up to this many bytes pass the servers; the cases' case.md asks for it. */
  private static final String LARGE_ROWS = "--max-allowed-packet=256M";

  /** What every upstream has anyway. */
  private static final Map<String, String> GIVEN =
      Map.of("binlog_format", "ROW", "binlog_row_image", "FULL", "max_allowed_packet", "256M");

  /** Variables that mysqld's command line names otherwise. */
  private static final Map<String, String> OPTION_NAMES =
      Map.of("time_zone", "default-time-zone", "global_time_zone", "default-time-zone");

  /** The servers that the cases of a run share. */
  static UpstreamServers shared(boolean fullMetadata, boolean gtid) {
    String name = "upstream" + (fullMetadata ? "" : "-minimal") + (gtid ? "" : "-nogtid");
    return new UpstreamServers(name, fullMetadata, gtid, List.of());
  }

  /**
   * Those for one case: its own where its case.md or its verbs ask for others than all have. What a
   * run chooses by its arguments (MINIMAL, GTIDs off) is not turned back.
   *
   * @param runId makes the names of its own ones unique
   */
  UpstreamServers of(CaseFolder folder, String runId) {
    List<String> more = new ArrayList<>();
    boolean ownGtid = gtid;
    boolean ownFull = fullMetadata;
    for (Map.Entry<String, String> setting :
        new TreeMap<>(folder.settings().upstream()).entrySet()) {
      String variable = setting.getKey();
      String value = setting.getValue();
      if (variable.equals("gtid_mode")) {
        ownGtid = gtid && value.equalsIgnoreCase("ON");
      } else if (variable.equals("binlog_row_metadata")) {
        ownFull = fullMetadata && value.equalsIgnoreCase("FULL");
      } else if (!value.equalsIgnoreCase(GIVEN.get(variable))) {
        String option = OPTION_NAMES.getOrDefault(variable, variable.replace('_', '-'));
        more.add("--" + option + "=" + value);
      }
    }
    boolean asAll = more.isEmpty() && ownGtid == gtid && ownFull == fullMetadata;
    return asAll && !folder.needsOwnServers()
        ? this
        : new UpstreamServers(name + "-c" + folder.number() + "-" + runId, ownFull, ownGtid, more);
  }

  /** Whether no other case uses them. */
  boolean ownOf(CaseFolder folder) {
    return name.contains("-c" + folder.number() + "-");
  }

  /** The server of an upstream, started when it is first asked for. */
  MySqlServer server(Environment environment, int number) {
    List<String> all = new ArrayList<>(List.of(LARGE_ROWS));
    if (!fullMetadata) {
      all.add("--binlog-row-metadata=MINIMAL");
    }
    if (!gtid) {
      all.add("--gtid-mode=OFF");
      all.add("--enforce-gtid-consistency=OFF");
    }
    all.addAll(options);
    return environment.mysql(name + "-" + number, all);
  }
}
