package io.tributary.it.cases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Connector options out of the words of a case's {@code connector.properties}. Names of tables may
 * hold {@code <n>} for digits and {@code *} for anything. Used by one thread.
 */
final class CaseWords {
  private static final String AND = "\\s*(?:,\\s*and\\s+|,|/|\\s+and\\s+)\\s*";
  private static final String ROUTING = "(?:routing: *)?";
  private static final Pattern EVERY =
      Pattern.compile(
          ROUTING + "(?:every|each|all) (.+) tables? (\\S+) go(?:es)? to (\\S+\\.\\S+)");
  private static final Pattern EVERY_TABLE =
      Pattern.compile(
          ROUTING
              + "(?:every|each|all) tables? (?:of|in) (?:schemas? )?(.+) go(?:es)? to (\\S+\\.\\S+)");
  private static final Pattern SCHEMA =
      Pattern.compile(
          ROUTING
              + "(?:(?:every|each|all) tables? (?:of|in) )?schemas? (.+) go(?:es)? to schema (\\S+)");
  private static final Pattern GO_TO =
      Pattern.compile(ROUTING + "(?:tables? )?(\\S+\\..+) go(?:es)? to (?:table )?(\\S+\\.\\S+)");
  private static final Pattern EXCLUDED =
      Pattern.compile("(tables?|schemas?)? ?(.+) (?:is|are) (?:excluded|not replicated|left out)");
  private static final Pattern ONLY =
      Pattern.compile("only (tables?|schemas?)? ?(.+) (?:is|are) replicated");
  private static final Pattern EARLIEST =
      Pattern.compile("start\\w* .*\\b(?:earliest|oldest|first|beginning of the binlogs?)\\b.*");
  private static final Pattern NOTHING_TO_DO =
      Pattern.compile(
          "start\\w* .*(?:\\bend of the binlogs?|latest)\\b.*|\\S+ (?:is|are) not|heartbeat.*");

  private final List<String> include = new ArrayList<>();
  private final List<String> exclude = new ArrayList<>();

  /** Expressions of source tables by what they go to, {@code schema.table} or {@code schema.$1}. */
  private final Map<String, List<String>> routes = new LinkedHashMap<>();

  private boolean earliest;

  private CaseWords() {}

  /** Words that the runner does not understand; the case is not run. */
  static final class UnknownWordsException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownWordsException(String words) {
      super(
          "connector.properties says \""
              + words
              + "\", which the runner does not understand;"
              + " put the real options into options.properties (source.NAME=.., sink.NAME=..)");
    }
  }

  /**
   * @param everySchema what is captured where the words do not say it
   * @param upstreams number of upstreams, from 1
   */
  static CaseOptions options(String text, String everySchema, int upstreams)
      throws UnknownWordsException {
    CaseWords words = new CaseWords();
    for (String line : text.split("\n|;")) {
      String said =
          line.strip()
              .replaceFirst("^#+\\s*", "")
              .replaceAll("\\s*\\([^)]*\\)", "")
              .replaceFirst("\\.$", "")
              .strip();
      if (!said.isEmpty()) {
        words.understand(said);
      }
    }
    return words.options(everySchema, upstreams);
  }

  private void understand(String words) throws UnknownWordsException {
    Matcher matcher;
    if ((matcher = SCHEMA.matcher(words)).matches()) {
      for (String schema : names(matcher.group(1))) {
        route(matcher.group(2) + ".$1", quoted(schema) + "\\.(.*)");
      }
    } else if ((matcher = EVERY_TABLE.matcher(words)).matches()) {
      for (String schema : names(matcher.group(1))) {
        route(matcher.group(2), quoted(schema) + "\\..*");
      }
    } else if ((matcher = EVERY.matcher(words)).matches()) {
      for (String schema : names(matcher.group(1))) {
        route(matcher.group(3), quoted(schema) + "\\." + quoted(matcher.group(2)));
      }
    } else if ((matcher = GO_TO.matcher(words)).matches()) {
      for (String table : names(matcher.group(1))) {
        route(matcher.group(2), quoted(table));
      }
    } else if ((matcher = ONLY.matcher(words)).matches()) {
      add(include, matcher);
    } else if ((matcher = EXCLUDED.matcher(words)).matches()) {
      add(exclude, matcher);
    } else if (EARLIEST.matcher(words).matches()) {
      earliest = true;
    } else if (!NOTHING_TO_DO.matcher(words).matches()) {
      throw new UnknownWordsException(words);
    }
  }

  private static void add(List<String> list, Matcher kindAndNames) {
    boolean schemas = kindAndNames.group(1) != null && kindAndNames.group(1).startsWith("schema");
    UnaryOperator<String> expression = schemas ? name -> quoted(name) + "\\..*" : CaseWords::quoted;
    names(kindAndNames.group(2)).forEach(name -> list.add(expression.apply(name)));
  }

  private void route(String target, String match) {
    routes.computeIfAbsent(target, t -> new ArrayList<>()).add(match);
  }

  private static List<String> names(String list) {
    List<String> names = new ArrayList<>();
    for (String name : list.strip().split(AND)) {
      names.add(name.replaceFirst("^(?:tables?|schemas?) ", ""));
    }
    return names;
  }

  private static String quoted(String name) {
    return name.replaceAll("([\\\\.$^|(){}\\[\\]+?])", "\\\\$1")
        .replaceAll("<\\w+>", "\\\\d+")
        .replace("*", ".*");
  }

  private CaseOptions options(String everySchema, int upstreams) {
    Map<String, String> source = new LinkedHashMap<>();
    source.put("table.include.list", include.isEmpty() ? everySchema : String.join(",", include));
    if (!exclude.isEmpty()) {
      source.put("table.exclude.list", String.join(",", exclude));
    }
    if (earliest) {
      source.put("start.position", "earliest");
    }
    List<String> names = new ArrayList<>();
    List<String> merged = new ArrayList<>();
    routes.forEach(
        (target, matches) -> {
          String name = "r" + (names.size() + 1);
          names.add(name);
          source.put("routes." + name + ".match", String.join("|", matches));
          source.put("routes." + name + ".to", target);
          boolean several = matches.size() > 1 || matches.get(0).matches(".*(\\\\d\\+|\\.\\*).*");
          if (!target.endsWith(".$1") && (several || upstreams > 1)) {
            merged.add(target);
          }
        });
    if (!names.isEmpty()) {
      source.put("routes", String.join(",", names));
    }
    return new CaseOptions(
        source, merged.isEmpty() ? Map.of() : Map.of("merge.tables", String.join(",", merged)));
  }
}
