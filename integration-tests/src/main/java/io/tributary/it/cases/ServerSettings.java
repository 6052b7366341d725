package io.tributary.it.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the line {@code Server settings:} of a case.md asks for.
 *
 * @param upstream clauses about the upstreams; empty when there are none
 * @param target global variables of the target by name
 * @param againSqlModes words to add to the target's {@code sql_mode} in a second run; empty: none
 * @param left clauses that are for the reader: nothing was set for them
 */
record ServerSettings(
    String upstream, Map<String, String> target, String againSqlModes, List<String> left) {
  private static final Pattern LINE = Pattern.compile("(?m)^- Server settings: *(.*(?:\\n  .*)*)$");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("\\b([a-z][a-z_]+[a-z]) *= *('[^']*'|[\\w.,+:-]*\\w)");
  private static final Pattern SQL_MODES = Pattern.compile("\\b([A-Z_]{4,}(?:,[A-Z_]{4,})*)\\b");

  /** Which {@code gtid_mode} a clause in words asks for. */
  private static final Pattern GTID_OFF =
      Pattern.compile("(?i)\\b(gtids? (mode )?(is |are )?off|no gtids?|without gtids?)\\b");

  private static final Pattern GTID_ON =
      Pattern.compile("(?i)\\b(gtids? (mode )?(is |are )?on|with gtids?)\\b");

  /** Runs that the runner's own arguments choose, such as MINIMAL metadata or four tasks. */
  private static final Pattern BY_ARGUMENTS =
      Pattern.compile("(?is).*(\\bMINIMAL\\b|\\btasks?\\b|GTID on and off).*");

  static ServerSettings of(String caseText) {
    Matcher line = LINE.matcher(caseText);
    StringBuilder upstream = new StringBuilder();
    Map<String, String> target = new LinkedHashMap<>();
    String again = "";
    List<String> left = new ArrayList<>();
    String[] clauses =
        line.find() ? line.group(1).replaceAll("\\s+", " ").split(";") : new String[0];
    for (String each : clauses) {
      String clause = each.strip();
      boolean repeats = clause.matches("(?is).*\\b(again|repeat)\\b.*");
      boolean ofTarget = clause.matches("(?is).*\\btarget\\b.*");
      if (clause.startsWith("none") || clause.isEmpty() || BY_ARGUMENTS.matcher(clause).matches()) {
        continue;
      }
      if (repeats) {
        Matcher modes = SQL_MODES.matcher(clause);
        if (ofTarget && clause.contains("sql_mode") && modes.find()) {
          again = modes.group(1);
        } else {
          left.add(clause);
        }
      } else if (!understand(clause, ofTarget, upstream, target)) {
        left.add(clause);
      }
    }
    return new ServerSettings(upstream.toString(), Map.copyOf(target), again, List.copyOf(left));
  }

  private static boolean understand(
      String clause, boolean ofTarget, StringBuilder upstream, Map<String, String> target) {
    boolean ofUpstream = !ofTarget || clause.matches("(?is).*\\b(upstream|both)\\b.*");
    boolean understood = false;
    Matcher assignment = ASSIGNMENT.matcher(clause);
    while (assignment.find()) {
      understood = true;
      String value = assignment.group(2).replaceAll("^'|'$", "");
      if (ofTarget) {
        target.put(assignment.group(1), value);
      }
      if (ofUpstream) {
        upstream.append(assignment.group(1)).append('=').append(value).append("; ");
      }
    }
    if (ofUpstream && GTID_OFF.matcher(clause).find()) {
      upstream.append("gtid_mode=OFF; ");
      understood = true;
    } else if (ofUpstream && GTID_ON.matcher(clause).find()) {
      upstream.append("gtid_mode=ON; ");
      understood = true;
    }
    if (ofUpstream && clause.matches("(?is).*\\bown (instance|server).*")) {
      upstream.append(clause).append("; ");
      understood = true;
    }
    return understood;
  }

  /** Whether it asks for anything at the target. */
  boolean changesTarget() {
    return !target.isEmpty() || !againSqlModes.isEmpty();
  }
}
