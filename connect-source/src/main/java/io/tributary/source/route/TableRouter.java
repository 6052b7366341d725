package io.tributary.source.route;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Says of every source table whether it is captured and where its rows go.
 *
 * <p>The server's own schemas are never captured. Immutable, hence thread-safe; it computes every
 * answer anew, so callers keep it per table.
 */
public final class TableRouter {
  private static final Set<String> SERVER_SCHEMAS =
      Set.of("mysql", "sys", "information_schema", "performance_schema");

  private final RoutingOptions options;

  public TableRouter(RoutingOptions options) {
    this.options = options;
  }

  /** Whether changes of this table are captured. */
  public boolean captured(TableName source) {
    return !SERVER_SCHEMAS.contains(source.schema().toLowerCase(Locale.ROOT))
        && (options.included().isEmpty() || anyMatches(options.included(), source))
        && !anyMatches(options.excluded(), source);
  }

  /**
   * Whether a schema may hold captured tables. For statements whose tables are not known: it may
   * say true of a schema that holds none, never false of one that does.
   */
  public boolean mayCapture(String schema) {
    return !schema.isEmpty()
        && !SERVER_SCHEMAS.contains(schema.toLowerCase(Locale.ROOT))
        && (options.included().isEmpty()
            || options.included().stream().anyMatch(pattern -> pattern.mayMatchIn(schema)))
        && options.excluded().stream().noneMatch(pattern -> pattern.matchesAllOf(schema));
  }

  /** Where the table goes; null when it is not captured. */
  public RoutedTable route(TableName source) {
    if (!captured(source)) {
      return null;
    }
    List<Provenance> provenance =
        options.provenance().stream()
            .map(column -> column.of(options.sourceName(), source))
            .toList();
    List<RowFilter> filters =
        options.rowFilters().stream().filter(filter -> filter.match().matches(source)).toList();
    return new RoutedTable(
        source,
        Route.firstTarget(options.routes(), source),
        excludedKinds(source),
        provenance,
        filters);
  }

  private Set<ChangeKind> excludedKinds(TableName source) {
    Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
    for (EventExclusion exclusion : options.eventExclusions()) {
      if (exclusion.match().matches(source)) {
        kinds.addAll(exclusion.kinds());
      }
    }
    return kinds;
  }

  private static boolean anyMatches(List<TablePattern> patterns, TableName table) {
    return patterns.stream().anyMatch(pattern -> pattern.matches(table));
  }
}
