package io.tributary.source;

import io.tributary.source.route.AffinityOptions;
import io.tributary.source.route.EventExclusion;
import io.tributary.source.route.ProvenanceColumn;
import io.tributary.source.route.Route;
import io.tributary.source.route.RouteException;
import io.tributary.source.route.RoutingOptions;
import io.tributary.source.route.RowFilter;
import io.tributary.source.route.TablePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Which tables are captured, where their rows go, and how keys are spread over partitions.
 *
 * @param routing capture, routes, excluded events, provenance
 * @param affinity partitions and keys
 */
record TableOptions(RoutingOptions routing, AffinityOptions affinity) {
  static final String INCLUDE = "table.include.list";
  static final String EXCLUDE = "table.exclude.list";
  static final String ROUTES = "routes";
  static final String PARTITIONS = "affinity.partitions";

  static void define(ConfigDef definition, Map<String, String> properties) {
    OptionGroup group = new OptionGroup(definition, "Tables");
    group
        .option(INCLUDE, Type.STRING, "Captured tables")
        .byDefault("")
        .checked(OptionChecks.parsed(text -> TablePattern.parseList(INCLUDE, text), "expressions"))
        .importance(Importance.HIGH)
        .width(Width.LONG)
        .example("shop\\.orders_\\d+,shop\\.buyers")
        .documented(
            "Regular expressions, separated by commas, of the tables to capture; each must match"
                + " schema.table in full. Empty: every table outside the server's own schemas.")
        .option(EXCLUDE, Type.STRING, "Tables left out")
        .byDefault("")
        .checked(OptionChecks.parsed(text -> TablePattern.parseList(EXCLUDE, text), "expressions"))
        .width(Width.LONG)
        .example("shop\\.orders_99")
        .documented("Like " + INCLUDE + ", but what matches is not captured; wins over it.")
        .option(EventExclusion.OPTION, Type.STRING, "Events left out")
        .byDefault("")
        .checked(OptionChecks.parsed(EventExclusion::parseList, "expression:kind,kind;.."))
        .width(Width.LONG)
        .example("archive\\..*:delete")
        .documented(
            "Kinds of change that are not captured, as expression:kind,kind;expression:kind with"
                + " the kinds insert, update and delete; the expression must match schema.table in"
                + " full.")
        .option(ProvenanceColumn.OPTION, Type.STRING, "Provenance columns")
        .byDefault("")
        .checked(OptionChecks.parsed(ProvenanceColumn::parseList, "column:content,.."))
        .width(Width.LONG)
        .example("shard:source,shard_table:table,changed_at:commit_time")
        .documented(
            "Columns that every row gets at the target, as column:content,column:content with the"
                + " contents source (source.name), schema, table, and commit_time: when the row's"
                + " last change was committed at the source, in UTC, for a column DATETIME(6) or"
                + " TIMESTAMP(6).")
        .option(ROUTES, Type.LIST, "Routes")
        .byDefault(List.of())
        .width(Width.LONG)
        .example("orders,buyers")
        .documented(
            "Names of routes, separated by commas, in the order in which they are tried; each has"
                + " routes.<name>.match and routes.<name>.to. A table that no route matches goes"
                + " to the same schema and table.");
    for (String route : routeNames(properties)) {
      defineRoute(group, route);
    }
    for (String filter : filterOptions(properties)) {
      defineFilter(group, filter);
    }
    defineAffinity(new OptionGroup(definition, "Affinity"));
  }

  private static void defineRoute(OptionGroup group, String route) {
    group
        .option(matchOption(route), Type.STRING, "Route " + route + ": tables")
        .checked(
            OptionChecks.parsed(text -> TablePattern.parse(matchOption(route), text), "expression"))
        .importance(Importance.HIGH)
        .width(Width.LONG)
        .example("shop\\.orders_\\d+")
        .documented(
            "Regular expression of the source tables of this route; must match schema.table in"
                + " full.")
        .option(toOption(route), Type.STRING, "Route " + route + ": target")
        .checked(OptionChecks.notBlank())
        .importance(Importance.HIGH)
        .width(Width.LONG)
        .example("shop.orders")
        .documented(
            "Target schema.table of the route; $1 or ${name} stand for groups of the match.");
  }

  private static void defineFilter(OptionGroup group, String option) {
    group
        .option(option, Type.STRING, "Row filter " + option.substring(RowFilter.PREFIX.length()))
        .checked(
            OptionChecks.parsed(text -> RowFilter.parse(option, text), "expression: condition"))
        .width(Width.LONG)
        .example("shop\\.orders_\\d+: status IN ('paid', 'sent') AND total >= 10.00")
        .documented(
            "Rows that are captured, as expression: condition; the expression must match"
                + " schema.table in full, and of its rows only those are captured of which the"
                + " condition is true. Comparisons of columns with literals, IN, BETWEEN, IS NULL,"
                + " NOT, AND, OR (docs/source.md). An UPDATE that moves a row into or out of the"
                + " filter becomes an insert or a delete. The name is free; a row must pass all"
                + " filters that match its table.");
  }

  private static void defineAffinity(OptionGroup group) {
    group
        .option(PARTITIONS, Type.INT, "Affinity partitions")
        .byDefault(1)
        .checked(Range.between(1, 10_000))
        .importance(Importance.HIGH)
        .width(Width.SHORT)
        .unit("partitions")
        .example("12")
        .documented(
            "Number of partitions of the topic, over which keys are spread; must be equal in all"
                + " sources of the topic and to topic.creation.default.partitions. It changes only"
                + " on a drained topic.")
        .option(AffinityOptions.KEYS, Type.STRING, "Affinity keys")
        .byDefault("")
        .checked(
            OptionChecks.parsed(text -> AffinityOptions.parse(1, text, ""), "table:column,..;.."))
        .width(Width.LONG)
        .example("shop.orders:pid;shop.items:pid,line")
        .documented(
            "Columns that choose the partition of a target table's rows, as"
                + " schema.table:column,column;schema.table:column. By default the primary key of"
                + " the source table.")
        .option(AffinityOptions.TABLES, Type.STRING, "Whole tables")
        .byDefault("")
        .checked(OptionChecks.parsed(text -> AffinityOptions.parse(1, "", text), "tables"))
        .width(Width.LONG)
        .example("shop.buyers,shop.settings")
        .documented(
            "Target tables, as schema.table separated by commas, whose rows all go to one"
                + " partition: tables with more than one unique key, or whose keys cannot be"
                + " bounded.");
  }

  /** Names in the option {@code routes}, from properties that are not yet validated. */
  static List<String> routeNames(Map<String, String> properties) {
    List<String> names = new ArrayList<>();
    String routes = properties.get(ROUTES);
    if (routes != null) {
      for (String name : routes.split(",", -1)) {
        if (!name.isBlank() && !names.contains(name.trim())) {
          names.add(name.trim());
        }
      }
    }
    return names;
  }

  /** Options that each are a row filter, from properties that are not yet validated. */
  static List<String> filterOptions(Map<String, String> properties) {
    return properties.keySet().stream()
        .filter(option -> option.startsWith(RowFilter.PREFIX))
        .filter(option -> option.length() > RowFilter.PREFIX.length())
        .sorted()
        .toList();
  }

  /**
   * Reads the options.
   *
   * @throws RouteException when options that belong together do not fit
   */
  static TableOptions of(AbstractConfig config, String sourceName) throws RouteException {
    List<Route> routes = new ArrayList<>();
    for (String route : config.getList(ROUTES)) {
      routes.add(
          Route.parse(
              route, config.getString(matchOption(route)), config.getString(toOption(route))));
    }
    return new TableOptions(
        new RoutingOptions(
            sourceName,
            TablePattern.parseList(INCLUDE, config.getString(INCLUDE)),
            TablePattern.parseList(EXCLUDE, config.getString(EXCLUDE)),
            routes,
            EventExclusion.parseList(config.getString(EventExclusion.OPTION)),
            ProvenanceColumn.parseList(config.getString(ProvenanceColumn.OPTION)),
            rowFilters(config)),
        AffinityOptions.parse(
            config.getInt(PARTITIONS),
            config.getString(AffinityOptions.KEYS),
            config.getString(AffinityOptions.TABLES)));
  }

  private static List<RowFilter> rowFilters(AbstractConfig config) throws RouteException {
    List<RowFilter> filters = new ArrayList<>();
    for (String option : filterOptions(config.originalsStrings())) {
      filters.add(RowFilter.parse(option, config.getString(option)));
    }
    return filters;
  }

  static String matchOption(String route) {
    return ROUTES + "." + route + ".match";
  }

  static String toOption(String route) {
    return ROUTES + "." + route + ".to";
  }
}
