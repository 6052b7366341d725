package io.tributary.it.cases;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The connector options that a case needs beyond the runner's own.
 *
 * <p>They come, first found first taken, from {@code options.properties} in the case's folder, from
 * the project's file for that case, or from the words of its {@code connector.properties}.
 *
 * @param source options of every source
 * @param sink options of the sink
 */
record CaseOptions(Map<String, String> source, Map<String, String> sink) {
  private static final String NAMES = "([\\w.$/ ,]+?)";
  private static final Pattern EVERY =
      Pattern.compile("(?:routing: )?every (\\S+) table (\\S+)_<n> goes to (\\S+\\.\\S+)");
  private static final Pattern GO_TO =
      Pattern.compile(
          "(?:routing: )?(\\S+\\.\\S+(?:(?:, | and )\\S+\\.\\S+)*) go(?:es)? to (\\S+\\.\\S+)");
  private static final Pattern EXCLUDED =
      Pattern.compile("(?:tables? )?" + NAMES + " (?:is|are) excluded");
  private static final Pattern ONLY_SCHEMA =
      Pattern.compile("only schemas? " + NAMES + " (?:is|are) replicated");
  private static final Pattern ONLY_TABLES =
      Pattern.compile("only (?:tables? )?" + NAMES + " (?:is|are) replicated(?: \\(.*\\))?");
  private static final Pattern NOTHING_TO_DO =
      Pattern.compile("start .*end of the binlog.*|\\S+ (?:is|are) not");

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

  static CaseOptions of(CaseFolder folder) throws IOException, UnknownWordsException {
    String own = folder.text("options.properties", false);
    if (own != null) {
      return fromProperties(folder, new StringReader(own));
    }
    String kept = "options/" + folder.name() + ".properties";
    try (InputStream in = CaseOptions.class.getResourceAsStream(kept)) {
      if (in != null) {
        return fromProperties(folder, new InputStreamReader(in, StandardCharsets.UTF_8));
      }
    }
    String words = folder.text("connector.properties", false);
    return fromWords(folder.number(), words == null ? "" : words);
  }

  private static CaseOptions fromProperties(CaseFolder folder, Reader text) throws IOException {
    Properties properties = new Properties();
    properties.load(text);
    Map<String, String> source = new LinkedHashMap<>();
    source.put("table.include.list", everySchema(folder.number()));
    Map<String, String> sink = new LinkedHashMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("source.")) {
        source.put(name.substring("source.".length()), properties.getProperty(name));
      } else if (name.startsWith("sink.")) {
        sink.put(name.substring("sink.".length()), properties.getProperty(name));
      } else {
        throw new IOException(
            folder.name() + ": option " + name + " begins with neither source. nor sink.");
      }
    }
    return new CaseOptions(source, sink);
  }

  private static String everySchema(String number) {
    return "c" + number + "[^.]*\\..*";
  }

  static CaseOptions fromWords(String number, String text) throws UnknownWordsException {
    List<String> include = new ArrayList<>();
    List<String> exclude = new ArrayList<>();
    Map<String, List<String>> routes = new LinkedHashMap<>();
    for (String line : text.split("\n")) {
      String words = line.replaceFirst("^#\\s*", "").strip();
      if (!words.isEmpty()) {
        understand(words, include, exclude, routes);
      }
    }
    Map<String, String> source = new LinkedHashMap<>();
    source.put(
        "table.include.list", include.isEmpty() ? everySchema(number) : String.join(",", include));
    if (!exclude.isEmpty()) {
      source.put("table.exclude.list", String.join(",", exclude));
    }
    Map<String, String> sink = new LinkedHashMap<>();
    if (!routes.isEmpty()) {
      List<String> names = new ArrayList<>();
      routes.forEach(
          (target, matches) -> {
            String name = "r" + (names.size() + 1);
            names.add(name);
            source.put("routes." + name + ".match", String.join("|", matches));
            source.put("routes." + name + ".to", target);
          });
      source.put("routes", String.join(",", names));
      sink.put("merge.tables", String.join(",", routes.keySet()));
    }
    return new CaseOptions(source, sink);
  }

  private static void understand(
      String words, List<String> include, List<String> exclude, Map<String, List<String>> routes)
      throws UnknownWordsException {
    Matcher every = EVERY.matcher(words);
    Matcher goTo = GO_TO.matcher(words);
    Matcher excluded = EXCLUDED.matcher(words);
    Matcher onlySchema = ONLY_SCHEMA.matcher(words);
    Matcher onlyTables = ONLY_TABLES.matcher(words);
    if (every.matches()) {
      for (String schema : every.group(1).split("/")) {
        route(routes, every.group(3), quoted(schema) + "\\." + quoted(every.group(2)) + "_\\d+");
      }
    } else if (goTo.matches()) {
      for (String table : names(goTo.group(1))) {
        route(routes, goTo.group(2), quoted(table));
      }
    } else if (excluded.matches()) {
      names(excluded.group(1)).forEach(table -> exclude.add(quoted(table)));
    } else if (onlySchema.matches()) {
      names(onlySchema.group(1)).forEach(schema -> include.add(quoted(schema) + "\\..*"));
    } else if (onlyTables.matches()) {
      names(onlyTables.group(1)).forEach(table -> include.add(quoted(table)));
    } else if (!NOTHING_TO_DO.matcher(words).matches()) {
      throw new UnknownWordsException(words);
    }
  }

  private static void route(Map<String, List<String>> routes, String target, String match) {
    routes.computeIfAbsent(target, t -> new ArrayList<>()).add(match);
  }

  private static List<String> names(String list) {
    return List.of(list.strip().split("\\s*(?:,| and )\\s*"));
  }

  private static String quoted(String name) {
    return name.replaceAll("([\\\\.$^|(){}\\[\\]*+?])", "\\\\$1");
  }
}
