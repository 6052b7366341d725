package io.tributary.source.preflight;

import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import io.tributary.source.charset.MySqlCharsets;
import io.tributary.source.route.AffinityOptions;
import io.tributary.source.route.ProvenanceColumn;
import io.tributary.source.route.RoutedTable;
import io.tributary.source.route.TablePattern;
import io.tributary.source.route.TableRouter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Judges the tables that a server has now by what the options say of them. What would stop the
 * first row of a table, here or in the sink, is refused; tables may be made and changed later, so
 * nothing rests on it. Used for one list of tables; not thread-safe.
 */
final class TableRules {
  private static final String ROUTES = "routes";
  private static final int NAMED = 10;

  private final Subject subject;
  private final TableRouter router;
  private final List<Finding> refusals = new ArrayList<>();
  private final List<Finding> warnings = new ArrayList<>();

  /** The first table of each target, by the target's name in lower case. */
  private final Map<TableName, Keyed> targets = new HashMap<>();

  private TableRules(Subject subject) {
    this.subject = subject;
    this.router = new TableRouter(subject.routing());
  }

  private record Keyed(TableName source, List<String> key) {}

  /**
   * What is wrong.
   *
   * @param tables what the user sees
   * @param subject with routing and affinity
   */
  static Findings check(ServerFacts facts, List<ListedTable> tables, Subject subject) {
    TableRules rules = new TableRules(subject);
    List<TableName> names = tables.stream().map(each -> facts.inBinlog(each.name())).toList();
    rules.checkPatterns(names);
    for (int i = 0; i < tables.size(); i++) {
      RoutedTable routed = rules.router.route(names.get(i));
      if (routed != null) {
        rules.check(routed, tables.get(i));
      }
    }
    return new Findings(rules.refusals, rules.warnings);
  }

  private void checkPatterns(List<TableName> names) {
    if (names.stream().noneMatch(router::captured)) {
      warnings.add(
          new Finding(
              CascadeRules.TABLES,
              "No table that the user can see is captured; tables that are made later may be. Check"
                  + " the expressions, which must match schema.table in full, and that the user has"
                  + " SELECT on the tables."));
      return;
    }
    List<String> idle =
        subject.routing().included().stream()
            .filter(each -> names.stream().noneMatch(each::matches))
            .map(TablePattern::pattern)
            .map(Object::toString)
            .toList();
    if (!idle.isEmpty()) {
      warnings.add(
          new Finding(
              CascadeRules.TABLES,
              "These expressions match no table that the user can see: " + named(idle) + "."));
    }
  }

  private void check(RoutedTable routed, ListedTable table) {
    checkCharsets(table);
    for (Provenance provenance : routed.provenance()) {
      if (table.has(provenance.column())) {
        refuse(
            ProvenanceColumn.OPTION,
            routed.source()
                + " has a column "
                + provenance.column()
                + " of its own; name another, or leave the table out.");
      }
    }
    if (!subject.affinity().whole(routed.target())) {
      checkKey(routed, table);
    }
  }

  private void checkCharsets(ListedTable table) {
    List<String> unknown =
        table.columns().stream()
            .filter(each -> each.charset() != null && !each.charset().equals("binary"))
            .filter(each -> MySqlCharsets.named(each.charset()) == null)
            .map(each -> each.name() + " (" + each.charset() + ")")
            .toList();
    if (!unknown.isEmpty()) {
      refuse(
          CascadeRules.TABLES,
          table.name()
              + " has columns in character sets that this version does not know: "
              + named(unknown)
              + "; give them another, or leave the table out.");
    }
  }

  private void checkKey(RoutedTable routed, ListedTable table) {
    List<String> named = subject.affinity().keyOf(routed.target());
    if (named != null) {
      List<String> missing = named.stream().filter(each -> !table.has(each)).toList();
      if (!missing.isEmpty()) {
        refuse(
            AffinityOptions.KEYS,
            routed.target()
                + ": the source table "
                + routed.source()
                + " has no column "
                + named(missing)
                + "; name columns that all its source tables have, or the table in "
                + AffinityOptions.TABLES
                + ".");
      }
    } else if (table.key() != null) {
      checkAgreement(routed, table.key().stream().map(TableRules::lower).sorted().toList());
    }
  }

  /** Hazard 1: of one target table all keys must be spread by the same columns. */
  private void checkAgreement(RoutedTable routed, List<String> key) {
    TableName target =
        new TableName(lower(routed.target().schema()), lower(routed.target().table()));
    Keyed first = targets.putIfAbsent(target, new Keyed(routed.source(), key));
    if (first != null && !first.key().equals(key)) {
      refuse(
          ROUTES,
          first.source()
              + keyed(first.key())
              + " and "
              + routed.source()
              + keyed(key)
              + " go to one target table, "
              + routed.target()
              + ", so that one row could go to two partitions; name its columns in "
              + AffinityOptions.KEYS
              + ", or the table in "
              + AffinityOptions.TABLES
              + ".");
    }
  }

  private void refuse(String option, String message) {
    refusals.add(new Finding(option, message));
  }

  private static String keyed(List<String> key) {
    return key.isEmpty() ? " (without a key)" : " (key " + String.join(", ", key) + ")";
  }

  private static String named(List<String> names) {
    String more = names.size() > NAMED ? " and " + (names.size() - NAMED) + " more" : "";
    return String.join(", ", names.subList(0, Math.min(NAMED, names.size()))) + more;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
