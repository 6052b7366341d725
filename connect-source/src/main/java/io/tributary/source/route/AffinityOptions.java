package io.tributary.source.route;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How keys are spread over partitions. All sources of a topic must be given the same.
 *
 * @param partitions {@code affinity.partitions}, at least 1
 * @param keys {@code affinity.keys}: the affinity key's columns of target tables
 * @param wholeTables {@code affinity.tables}: target tables that go to one partition each
 */
public record AffinityOptions(
    int partitions, Map<TableName, List<String>> keys, Set<TableName> wholeTables) {
  /** Name of the option with the columns. */
  public static final String KEYS = "affinity.keys";

  /** Name of the option with the whole tables. */
  public static final String TABLES = "affinity.tables";

  public AffinityOptions {
    if (partitions < 1) {
      throw new IllegalArgumentException("affinity.partitions must be at least 1: " + partitions);
    }
    keys = Map.copyOf(keys);
    wholeTables = Set.copyOf(wholeTables);
  }

  /**
   * Reads the options' values.
   *
   * @param keys {@code schema.table:column,column;schema.table:column}; null or blank for none
   * @param tables {@code schema.table,schema.table}; null or blank for none
   * @throws RouteException when one is not of its form, or a table is named twice or in both
   */
  public static AffinityOptions parse(int partitions, String keys, String tables)
      throws RouteException {
    Map<TableName, List<String>> keysByTable = new HashMap<>();
    Set<TableName> named = new HashSet<>();
    for (String entry : OptionText.splitNames(keys == null ? "" : keys, ';')) {
      List<String> parts = OptionText.splitNames(entry, ':');
      if (parts.size() != 2) {
        throw new RouteException(
            KEYS, "\"" + entry + "\" is not of the form schema.table:column,column");
      }
      TableName table = OptionText.tableName(KEYS, parts.get(0));
      requireNew(KEYS, table, named);
      keysByTable.put(table, columns(table, parts.get(1)));
    }
    Set<TableName> wholeTables = new HashSet<>();
    for (String entry : OptionText.splitNames(tables == null ? "" : tables, ',')) {
      TableName table = OptionText.tableName(TABLES, entry);
      requireNew(TABLES, table, named);
      wholeTables.add(table);
    }
    return new AffinityOptions(partitions, keysByTable, wholeTables);
  }

  private static void requireNew(String option, TableName table, Set<TableName> named)
      throws RouteException {
    if (!named.add(lowerCase(table))) {
      throw new RouteException(
          option, table + " is named twice in " + KEYS + " and " + TABLES + "; leave one");
    }
  }

  private static List<String> columns(TableName table, String value) throws RouteException {
    List<String> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : OptionText.splitNames(value, ',')) {
      String column = OptionText.identifier(KEYS, name);
      if (!seen.add(column.toLowerCase(Locale.ROOT))) {
        throw new RouteException(KEYS, table + ": column " + column + " is named twice");
      }
      columns.add(column);
    }
    return List.copyOf(columns);
  }

  /** Columns that {@code affinity.keys} gives the target table; null when it does not name it. */
  public List<String> keyOf(TableName target) {
    List<String> exact = keys.get(target);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<TableName, List<String>> entry : keys.entrySet()) {
      if (lowerCase(entry.getKey()).equals(lowerCase(target))) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** Whether {@code affinity.tables} names the target table. */
  public boolean whole(TableName target) {
    return wholeTables.contains(target)
        || wholeTables.stream().anyMatch(table -> lowerCase(table).equals(lowerCase(target)));
  }

  /** Targets such as TiDB compare table names without case; so does affinity, which is coarser. */
  static TableName lowerCase(TableName table) {
    return new TableName(
        table.schema().toLowerCase(Locale.ROOT), table.table().toLowerCase(Locale.ROOT));
  }
}
