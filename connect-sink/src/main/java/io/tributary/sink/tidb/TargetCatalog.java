package io.tributary.sink.tidb;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The target's tables as {@code information_schema} describes them, read once and kept.
 *
 * <p>Not thread-safe: belongs to one applier and its thread.
 */
public final class TargetCatalog {
  private final Map<TableName, TargetTable> tables = new HashMap<>();

  /** The table, empty when the target has none of that name. */
  public Optional<TargetTable> table(TargetTransaction transaction, TableName name)
      throws TargetException {
    TargetTable known = tables.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    List<TargetColumn> columns = columns(transaction, name);
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    TargetTable table = new TargetTable(name, columns, uniqueKeys(transaction, name));
    tables.put(name, table);
    return Optional.of(table);
  }

  /** Forgets one table, which is read again when it is next asked for. */
  public void forget(TableName name) {
    tables.remove(name);
  }

  /** Forgets everything. */
  public void clear() {
    tables.clear();
  }

  private static List<TargetColumn> columns(TargetTransaction transaction, TableName name)
      throws TargetException {
    String sql =
        "SELECT column_name, column_type, character_set_name, collation_name, is_nullable, extra"
            + " FROM information_schema.columns WHERE "
            + named(name)
            + " ORDER BY ordinal_position";
    TargetServer server = transaction.server();
    return transaction.query(sql, row -> column(row, server));
  }

  private static TargetColumn column(TargetTransaction.ResultRow row, TargetServer server)
      throws TargetException {
    String type = row.text(2);
    ColumnDefinition definition = new ColumnDefinition(type, server);
    String extra = row.text(6) == null ? "" : row.text(6).toUpperCase(Locale.ROOT);
    // DEFAULT_GENERATED only says that the default is an expression.
    boolean generated = extra.contains("VIRTUAL GENERATED") || extra.contains("STORED GENERATED");
    return new TargetColumn(
        row.text(1),
        definition.type(),
        type,
        definition.unsigned(),
        definition.length(),
        definition.scale(),
        row.text(3),
        row.text(4),
        definition.labels(),
        new TargetColumn.Attributes(
            "YES".equals(row.text(5)),
            generated,
            extra.contains("AUTO_INCREMENT"),
            extra.contains("ON UPDATE")));
  }

  private static List<TargetKey> uniqueKeys(TargetTransaction transaction, TableName name)
      throws TargetException {
    // "PRIMARY" is sorted to the front below; the others by name, as both servers can.
    String sql =
        "SELECT index_name, column_name, sub_part, nullable FROM information_schema.statistics"
            + " WHERE non_unique = 0 AND "
            + named(name)
            + " ORDER BY index_name, seq_in_index";
    Map<String, List<TargetKey.Part>> parts = new TreeMap<>();
    for (IndexRow row : transaction.query(sql, IndexRow::of)) {
      parts.computeIfAbsent(row.index, index -> new ArrayList<>()).add(row.part);
    }
    List<TargetKey> keys = new ArrayList<>();
    parts.forEach((index, list) -> keys.add(new TargetKey(index, list)));
    keys.sort((a, b) -> Boolean.compare(b.primary(), a.primary()));
    return keys;
  }

  private record IndexRow(String index, TargetKey.Part part) {
    static IndexRow of(TargetTransaction.ResultRow row) throws TargetException {
      boolean whole = row.text(3) == null;
      boolean nullable = "YES".equals(row.text(4));
      return new IndexRow(row.text(1), new TargetKey.Part(row.text(2), whole, nullable));
    }
  }

  private static String named(TableName name) {
    return "table_schema = "
        + Quoting.string(name.schema())
        + " AND table_name = "
        + Quoting.string(name.table());
  }
}
