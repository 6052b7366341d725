package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  /** What every upstream has anyway, or what a run chooses by its arguments. */
  private static final Pattern GIVEN =
      Pattern.compile("(?i)binlog_format=ROW|binlog_row_metadata=.*|max_allowed_packet=.*");

  private static final Pattern SETTING = Pattern.compile("\\b([a-z][a-z_]+[a-z])=([\\w.]+)");

  /** The servers that the cases of a run share. */
  static UpstreamServers shared(boolean fullMetadata, boolean gtid) {
    String name = "upstream" + (fullMetadata ? "" : "-minimal") + (gtid ? "" : "-nogtid");
    return new UpstreamServers(name, fullMetadata, gtid, List.of());
  }

  /**
   * Those for one case: its own where its case.md or its verbs ask for others than all have.
   *
   * @param runId makes the names of its own ones unique
   */
  UpstreamServers of(CaseFolder folder, String runId) {
    List<String> more = new ArrayList<>();
    boolean ownGtid = gtid;
    Matcher setting = SETTING.matcher(folder.settings().upstream());
    while (setting.find()) {
      String value = setting.group(2).toUpperCase(Locale.ROOT);
      if (setting.group(1).equals("gtid_mode")) {
        ownGtid = gtid && value.equals("ON");
      } else if (!GIVEN.matcher(setting.group()).matches()) {
        more.add("--loose-" + setting.group(1).replace('_', '-') + "=" + setting.group(2));
      }
    }
    return more.isEmpty() && ownGtid == gtid && !folder.needsOwnServers()
        ? this
        : new UpstreamServers(
            name + "-c" + folder.number() + "-" + runId, fullMetadata, ownGtid, more);
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
