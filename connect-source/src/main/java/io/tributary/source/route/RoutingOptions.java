package io.tributary.source.route;

import java.util.List;

/**
 * What is captured and where it goes.
 *
 * @param sourceName the {@code source.name}
 * @param included {@code table.include.list}; empty means every table
 * @param excluded {@code table.exclude.list}; wins over {@code included}
 * @param routes in the order of the option {@code routes}: the first that matches counts; a table
 *     that none matches keeps its name
 * @param eventExclusions {@code event.exclude.list}; a table gets the kinds of all that match
 * @param provenance {@code provenance.columns}
 * @param rowFilters {@code row.filter.*}; a row must pass all that match its table
 */
public record RoutingOptions(
    String sourceName,
    List<TablePattern> included,
    List<TablePattern> excluded,
    List<Route> routes,
    List<EventExclusion> eventExclusions,
    List<ProvenanceColumn> provenance,
    List<RowFilter> rowFilters) {
  public RoutingOptions {
    included = List.copyOf(included);
    excluded = List.copyOf(excluded);
    routes = List.copyOf(routes);
    eventExclusions = List.copyOf(eventExclusions);
    provenance = List.copyOf(provenance);
    rowFilters = List.copyOf(rowFilters);
  }
}
