package io.tributary.it.cases;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

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
  static CaseOptions of(CaseFolder folder) throws IOException, CaseWords.UnknownWordsException {
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
    return fromWords(folder);
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

  static CaseOptions fromWords(CaseFolder folder) throws CaseWords.UnknownWordsException {
    String words = folder.text("connector.properties", false);
    CaseOptions options =
        CaseWords.options(
            words == null ? "" : words, everySchema(folder.number()), folder.upstreams().size());
    List<String> shared = folder.tablesOfSeveralUpstreams();
    if (options.source().containsKey("routes") || shared.isEmpty()) {
      return options;
    }
    // The same table on several servers goes to one table of the target.
    Map<String, String> sink = new LinkedHashMap<>(options.sink());
    sink.put("merge.tables", String.join(",", shared));
    return new CaseOptions(options.source(), sink);
  }
}
