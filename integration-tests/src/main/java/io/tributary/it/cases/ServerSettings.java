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
 * @param upstream options of the upstreams by name, as variables are spelled
 * @param ownUpstream whether it asks for servers that no other case uses
 * @param oldestVersion the oldest MySQL that will do, as 8.3; empty: any
 * @param target global variables of the target by name
 * @param againSqlModes words to add to the target's {@code sql_mode} in a second run; empty: none
 * @param remarks clauses that tell the reader something; nothing was set for them
 * @param unknown clauses that ask for something the runner does not understand
 */
record ServerSettings(
    Map<String, String> upstream,
    boolean ownUpstream,
    String oldestVersion,
    Map<String, String> target,
    String againSqlModes,
    List<String> remarks,
    List<String> unknown) {
  private static final Pattern LINE = Pattern.compile("(?m)^- Server settings: *(.*(?:\\n  .*)*)$");

  /** Semicolons and full stops that end a clause, those in parentheses aside. */
  private static final Pattern CLAUSE = Pattern.compile("(?:\\([^)]*\\)|[^;(.]|\\.(?! |$)|\\()+");

  private static final String NAME = "(?<![\\w.])(?:--)?([a-z][a-z0-9]*(?:[_-][a-z0-9]+)+)";
  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          NAME
              + "`? *(?::?= *('[^']*'|\"[^\"]*\"|[\\w.:+/-]*\\w(?:,[A-Z_]{3,}(?![\\w=]))*)"
              + "|(?: (?:is|to|of|at))? +((?i:on|off|full|minimal|noblob|mixed|statement)\\b|"
              + "[+-]?\\d[\\w.:+-]*|[A-Z_]{4,}(?:,[A-Z_]{4,})*))");
  private static final Pattern SQL_MODES = Pattern.compile("\\b([A-Z_]{4,}(?:,[A-Z_]{4,})*)\\b");
  private static final Pattern VERSION =
      Pattern.compile("(?i)\\bMySQL (\\d+\\.\\d+)\\S* (?:or|and) (?:later|newer|above|higher)");
  private static final Pattern GTID_OFF =
      Pattern.compile("(?i)\\b(gtids? (mode )?(is |are )?off|no gtids?|without gtids?)\\b");
  private static final Pattern GTID_ON =
      Pattern.compile("(?i)\\b(gtids? (mode )?(is |are )?on|with gtids?)\\b");
  private static final Pattern OWN =
      Pattern.compile("(?i)\\b(?:own|separate|fresh) (?:\\w+ )?(?:instance|server)");

  /** Runs that the runner's own arguments choose, such as MINIMAL metadata or four tasks. */
  private static final Pattern BY_ARGUMENTS =
      Pattern.compile("(?is).*(\\btasks?\\b|\\bon and off\\b|\\bforce\\b|\\brun twice\\b).*");

  /** What a clause that asks for a setting looks like, even where it is not understood. */
  private static final Pattern ASKS =
      Pattern.compile(
          "(?s).*(=|\\b[a-z]+_[a-z_]+\\b|\\b(?i:global|on|off|enabled|disabled)\\b|--[a-z]).*");

  /** Verbs do it, or every run has it. */
  private static final Pattern GIVEN =
      Pattern.compile(
          "(?is)(the rival is|target restart|upstream is re|upstreams? (is|are) (re|stop|kill)).*"
              + "|.*(heartbeat interval|worker heap|Kafka limits|session needs|\\bsession timest"
              + "|script (sets|clears)|connect with utf8mb4|max\\.request\\.size).*");

  static ServerSettings of(String caseText) {
    Matcher line = LINE.matcher(caseText);
    return new Reading().read(line.find() ? line.group(1).replaceAll("\\s+", " ") : "");
  }

  /** Whether a server's version, as 9.7.4-2, is as new as one of two numbers, as 8.3. */
  static boolean atLeast(String version, String oldest) {
    String[] have = version.split("[^0-9]+");
    String[] want = oldest.split("\\.");
    int major = Integer.compare(Integer.parseInt(have[0]), Integer.parseInt(want[0]));
    int minor = Integer.compare(Integer.parseInt(have[1]), Integer.parseInt(want[1]));
    return major > 0 || (major == 0 && minor >= 0);
  }

  /** Whether it asks for anything at the target. */
  boolean changesTarget() {
    return !target.isEmpty() || !againSqlModes.isEmpty();
  }

  /** The clauses of one line, as far as they are read. */
  private static final class Reading {
    private final Map<String, String> upstream = new LinkedHashMap<>();
    private final Map<String, String> target = new LinkedHashMap<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();
    private boolean own;
    private String oldest = "";
    private String again = "";
    private boolean targetBefore;

    ServerSettings read(String line) {
      Matcher clauses = CLAUSE.matcher(line);
      while (clauses.find()) {
        String clause = clauses.group().strip().replaceFirst("^none\\b,? *(?:\\([^)]*\\))?", "");
        if (!clause.isBlank()) {
          take(clause.strip());
        }
      }
      return new ServerSettings(
          Map.copyOf(upstream),
          own,
          oldest,
          Map.copyOf(target),
          again,
          List.copyOf(remarks),
          List.copyOf(unknown));
    }

    private void take(String clause) {
      boolean ofTarget = clause.matches("(?is).*\\btarget\\b.*");
      if (clause.matches("(?is).*\\b(again|repeat)\\b.*")) {
        Matcher modes = SQL_MODES.matcher(clause);
        if (ofTarget && clause.contains("sql_mode") && modes.find()) {
          again = modes.group(1);
        } else if (!clause.contains("MINIMAL") && !BY_ARGUMENTS.matcher(clause).matches()) {
          unknown.add(clause);
        }
      } else if (GIVEN.matcher(clause).matches() || BY_ARGUMENTS.matcher(clause).matches()) {
        remarks.add(clause);
      } else if (!set(clause, ofTarget)) {
        (ASKS.matcher(clause).matches() ? unknown : remarks).add(clause);
      }
    }

    private boolean set(String clause, boolean namesTarget) {
      boolean namesUpstream = clause.matches("(?is).*\\b(upstreams?|source|both)\\b.*");
      boolean ofTarget =
          namesTarget
              || clause.matches("(?is).*\\bboth\\b.*")
              || (!namesUpstream && (targetBefore || clause.contains("wait_timeout")));
      boolean ofUpstream = !ofTarget || namesUpstream;
      targetBefore = ofTarget && !ofUpstream;
      boolean understood = false;
      Matcher assignment = ASSIGNMENT.matcher(clause);
      while (assignment.find()) {
        understood = true;
        String name = assignment.group(1).replace('-', '_');
        String given = assignment.group(2) != null ? assignment.group(2) : assignment.group(3);
        String value = given.replaceAll("^['\"]|['\"]$", "");
        if (ofTarget) {
          target.put(name, value);
        }
        if (ofUpstream) {
          upstream.put(name, value);
        }
      }
      return (ofUpstream && setInWords(clause)) || understood;
    }

    private boolean setInWords(String clause) {
      boolean understood = false;
      boolean off = GTID_OFF.matcher(clause).find();
      if (off || GTID_ON.matcher(clause).find()) {
        upstream.put("gtid_mode", off ? "OFF" : "ON");
        understood = true;
      }
      if (OWN.matcher(clause).find()) {
        own = true;
        understood = true;
      }
      Matcher version = VERSION.matcher(clause);
      if (version.find()) {
        oldest = version.group(1);
        understood = true;
      }
      return understood;
    }
  }
}
