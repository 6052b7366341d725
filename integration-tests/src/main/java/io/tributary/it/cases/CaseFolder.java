package io.tributary.it.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One folder of a case, laid out as the cases' FORMAT.md says.
 *
 * @param folder where it lies
 * @param number the digits its name starts with
 * @param judgement how it is judged
 * @param settings what its case.md asks of the servers
 * @param upstreams the upstream files by number, from 1
 */
record CaseFolder(
    Path folder,
    String number,
    Judgement judgement,
    ServerSettings settings,
    Map<Integer, UpstreamScript> upstreams) {
  private static final Pattern NAME = Pattern.compile("(\\d+)-.+");

  /** Statements that change what other sessions see. */
  private static final String GLOBALS =
      "\\bSET\\b[^;]*(@@(GLOBAL|PERSIST)\\b|\\b(GLOBAL|PERSIST)\\s+\\w+\\s*:?=)";

  private static final Pattern CREATE_TABLE =
      Pattern.compile("(?i)\\bCREATE TABLE (?:IF NOT EXISTS )?(`?\\w+`?\\.`?\\w+`?)");

  /** The cases of a folder in the order of their names; a folder without case.md is passed over. */
  static List<CaseFolder> all(Path root, Pattern filter) throws IOException {
    List<CaseFolder> cases = new ArrayList<>();
    try (Stream<Path> folders = Files.list(root)) {
      for (Path folder : folders.sorted().toList()) {
        String name = folder.getFileName().toString();
        Matcher matcher = NAME.matcher(name);
        if (matcher.matches()
            && Files.exists(folder.resolve("case.md"))
            && filter.matcher(name).find()) {
          cases.add(read(folder, matcher.group(1)));
        }
      }
    }
    return cases;
  }

  private static CaseFolder read(Path folder, String number) throws IOException {
    Map<Integer, UpstreamScript> upstreams = new TreeMap<>();
    if (Files.exists(folder.resolve("upstream.sql"))) {
      upstreams.put(1, UpstreamScript.parse(Files.readString(folder.resolve("upstream.sql"))));
    }
    for (int n = 1; Files.exists(folder.resolve("upstream-" + n + ".sql")); n++) {
      upstreams.put(
          n, UpstreamScript.parse(Files.readString(folder.resolve("upstream-" + n + ".sql"))));
    }
    String words = Files.readString(folder.resolve("case.md"));
    return new CaseFolder(folder, number, Judgement.of(words), ServerSettings.of(words), upstreams);
  }

  String name() {
    return folder.getFileName().toString();
  }

  /** A file of the case, on a TiDB its {@code .tidb} form where there is one; null when absent. */
  String text(String file, boolean tidb) {
    int dot = file.lastIndexOf('.');
    Path special = folder.resolve(file.substring(0, dot) + ".tidb" + file.substring(dot));
    Path plain = folder.resolve(file);
    Path path = tidb && Files.exists(special) ? special : plain;
    if (!Files.exists(path)) {
      return null;
    }
    try {
      return Files.readString(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Whether its upstreams must be servers that no other case uses: binlogs that are reset, global
   * settings, servers that replicate from each other, or a case.md that says so.
   */
  boolean needsOwnServers() {
    return settings.ownUpstream()
        || sql("RESET +(MASTER|BINARY|REPLICA|SLAVE)|CHANGE +(MASTER|REPLICATION)")
        || sql(GLOBALS)
        || standby() > 0;
  }

  /** The number of the upstream that a source is pointed to on the way; 0 when none is. */
  int standby() {
    return upstreams.values().stream()
        .flatMap(script -> script.actions().stream())
        .filter(action -> action.verb().equals("point-source-to"))
        .mapToInt(action -> Integer.parseInt(action.arguments().strip()))
        .max()
        .orElse(0);
  }

  /** Whether the runner has to make the standby a replica, as the case's own SQL does not. */
  boolean standbyIsReplica() {
    UpstreamScript own = upstreams.get(standby());
    return standby() > 0
        && !sql("CHANGE +(MASTER|REPLICATION)")
        && (own == null || own.setup().isEmpty());
  }

  /** Tables, as schema.table, that the setups of several upstreams with sources create. */
  List<String> tablesOfSeveralUpstreams() {
    Map<String, Integer> times = new TreeMap<>();
    upstreams.forEach(
        (number, script) -> {
          Set<String> tables = new TreeSet<>();
          for (UpstreamScript.Chunk chunk : script.setup()) {
            if (number != standby() && chunk instanceof UpstreamScript.Chunk.Sql sql) {
              Matcher create = CREATE_TABLE.matcher(sql.text());
              while (create.find()) {
                tables.add(create.group(1).replace("`", ""));
              }
            }
          }
          tables.forEach(table -> times.merge(table, 1, Integer::sum));
        });
    return times.keySet().stream().filter(table -> times.get(table) > 1).toList();
  }

  /** Whether the setup has to be done before a source may start: the case takes binlogs away. */
  boolean setupFirst() {
    return sql("\\b(RESET +(MASTER|BINARY)|PURGE +(BINARY|MASTER))\\b");
  }

  /** Whether what was in the binlog at its start may be gone at its end. */
  boolean losesBinlogs() {
    return changes("\\b(RESET +(MASTER|BINARY)|PURGE +(BINARY|MASTER))\\b");
  }

  /** Whether it can only run where {@code gtid_mode} is ON. */
  boolean needsGtid() {
    return "ON".equalsIgnoreCase(settings.upstream().get("gtid_mode")) || sql("GTID_NEXT|GTID_SET");
  }

  /** Whether the number of the sink's tasks is part of the case; it begins with one then. */
  boolean changesSinkTasks() {
    return upstreams.values().stream()
        .flatMap(script -> script.actions().stream())
        .anyMatch(action -> action.verb().equals("set-sink-tasks"));
  }

  /** Whether table definitions change while the connectors are up. */
  boolean changesDefinitions() {
    return changes("\\b(ALTER|RENAME|CREATE|DROP)\\s+TABLE\\b");
  }

  /** Whether it restarts servers or changes what other cases see, and so runs alone. */
  boolean alone() {
    for (UpstreamScript script : upstreams.values()) {
      for (UpstreamScript.Chunk.Action action : script.actions()) {
        if (action.verb().matches(".*(upstream|target|worker|rival).*|kill-source")
            || action.verb().equals("point-source-to")) {
          return true;
        }
      }
    }
    return settings.changesTarget()
        || sql(GLOBALS)
        || sql("RESET +(MASTER|BINARY)|PURGE +(BINARY|MASTER)");
  }

  /** Whether any statement after the setup matches. */
  private boolean changes(String regex) {
    Pattern pattern = Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    return upstreams.values().stream()
        .flatMap(script -> script.steps().values().stream())
        .flatMap(List::stream)
        .anyMatch(
            chunk ->
                chunk instanceof UpstreamScript.Chunk.Sql sql
                    && pattern.matcher(sql.text()).find());
  }

  /** Whether any statement for the upstreams matches. */
  private boolean sql(String regex) {
    Pattern pattern = Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    for (UpstreamScript script : upstreams.values()) {
      List<UpstreamScript.Chunk> chunks = new ArrayList<>(script.setup());
      script.steps().values().forEach(chunks::addAll);
      for (UpstreamScript.Chunk chunk : chunks) {
        if (chunk instanceof UpstreamScript.Chunk.Sql sql && pattern.matcher(sql.text()).find()) {
          return true;
        }
      }
    }
    return false;
  }
}
