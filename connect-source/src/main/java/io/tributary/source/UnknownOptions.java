package io.tributary.source;

import io.tributary.source.preflight.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds options that neither this connector nor the framework knows, such as mistyped ones. */
final class UnknownOptions {
  /** Connect's own options of a source connector (ConnectorConfig, SourceConnectorConfig). */
  private static final Set<String> FRAMEWORK_NAMES =
      Set.of(
          "name",
          "connector.class",
          "connector.plugin.version",
          "tasks.max",
          "tasks.max.enforce",
          "config.action.reload",
          "transforms",
          "predicates",
          "exactly.once.support",
          "transaction.boundary",
          "transaction.boundary.interval.ms",
          "offsets.storage.topic");

  private static final List<String> FRAMEWORK_PREFIXES =
      List.of(
          "transforms.",
          "predicates.",
          "producer.override.",
          "consumer.override.",
          "admin.override.",
          "errors.",
          "topic.creation.",
          "header.converter",
          "key.converter",
          "value.converter");

  private UnknownOptions() {}

  /** A finding for each unknown option, with the nearest known name. */
  static List<Finding> check(Set<String> known, Map<String, String> properties) {
    List<Finding> findings = new ArrayList<>();
    for (String name : properties.keySet()) {
      if (!known.contains(name)
          && !FRAMEWORK_NAMES.contains(name)
          && FRAMEWORK_PREFIXES.stream().noneMatch(name::startsWith)) {
        findings.add(new Finding(name, "is not an option of this connector" + advice(name, known)));
      }
    }
    return findings;
  }

  private static String advice(String name, Set<String> known) {
    if (name.startsWith(TableOptions.ROUTES + ".")) {
      return "; each route has routes.<name>.match and routes.<name>.to, and its name stands in the"
          + " option routes.";
    }
    if (name.startsWith("row.filter")) {
      return "; a row filter is row.filter.<name>, with a value of the form tables: condition.";
    }
    String nearest = null;
    int least = Math.max(3, name.length() / 3) + 1;
    for (String candidate : known) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest == null
        ? "; remove it or see the list of options in the documentation."
        : "; did you mean " + nearest + "?";
  }

  /** Levenshtein's distance: fewest characters to insert, delete or replace. */
  static int distance(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replace, Math.min(above[j], row[j - 1]) + 1);
      }
      above = row;
    }
    return above[b.length()];
  }
}
