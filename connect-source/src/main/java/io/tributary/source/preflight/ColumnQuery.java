package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import io.tributary.source.preflight.JdbcSourceServer.RowReader;
import io.tributary.source.schema.ColumnList;
import io.tributary.source.schema.ListedColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks {@code information_schema} for the columns of a table, and for its key. */
final class ColumnQuery {
  // Older servers compare these names without regard to case: the exact one is picked below.
  private static final String COLUMNS =
      "SELECT table_schema, table_name, column_name, column_type,"
          + " COALESCE(character_octet_length, 0), collation_name"
          + " FROM information_schema.columns WHERE table_schema = ? AND table_name = ?"
          + " ORDER BY table_schema, table_name, ordinal_position";

  private final Queries queries;

  ColumnQuery(Queries queries) {
    this.queries = queries;
  }

  /** Runs a query. */
  @FunctionalInterface
  interface Queries {
    <T> List<T> rows(String sql, RowReader<T> reader, String... parameters)
        throws SourceServerException;
  }

  private record Column(TableName table, String name, String type, long octets, String collation) {
    ListedColumn listed(List<String> key) {
      return new ListedColumn(name, type, octets, collation, key.indexOf(name) + 1);
    }
  }

  /**
   * A part of an index.
   *
   * @param column null where the part is an expression
   */
  private record KeyPart(String index, boolean unique, String column, boolean whole) {
    boolean primary() {
      return index.equals("PRIMARY");
    }

    /** Whether a key of such parts can stand in for a primary key. */
    boolean identifies() {
      return unique && column != null && whole;
    }
  }

  /** The columns of a table; empty when the server shows no such table to its user. */
  Optional<ColumnList> list(TableName table) throws SourceServerException {
    Map<TableName, List<Column>> found = new LinkedHashMap<>();
    queries
        .rows(
            COLUMNS,
            row ->
                new Column(
                    new TableName(row.getString(1), row.getString(2)),
                    row.getString(3),
                    row.getString(4),
                    row.getLong(5),
                    row.getString(6)),
            table.schema(),
            table.table())
        .forEach(each -> found.computeIfAbsent(each.table(), it -> new ArrayList<>()).add(each));
    TableName name =
        found.size() == 1 && !found.containsKey(table) ? found.keySet().iterator().next() : table;
    List<Column> columns = found.get(name);
    if (columns == null) {
      return Optional.empty();
    }
    List<String> key = key(name);
    return Optional.of(
        new ColumnList(name, columns.stream().map(each -> each.listed(key)).toList()));
  }

  /**
   * The key that a table map with FULL metadata names: without a PRIMARY KEY it is the first unique
   * one without NULL, prefix or expression, in the order in which the server sorts them and {@code
   * SHOW INDEX} lists them (sql/sql_table.cc, sort_keys; sql/dd_table_share.cc). Another choice
   * would send the same row to another partition.
   */
  private List<String> key(TableName table) throws SourceServerException {
    Map<String, List<KeyPart>> indexes = new LinkedHashMap<>();
    queries
        .rows(
            "SHOW INDEX FROM " + ServerWords.quoted(table),
            row ->
                new KeyPart(
                    row.getString("Key_name"),
                    row.getInt("Non_unique") == 0 && !"YES".equals(row.getString("Null")),
                    row.getString("Column_name"),
                    row.getString("Sub_part") == null))
        .forEach(each -> indexes.computeIfAbsent(each.index(), it -> new ArrayList<>()).add(each));
    return indexes.values().stream()
        .filter(parts -> parts.get(0).primary() || parts.stream().allMatch(KeyPart::identifies))
        .findFirst()
        .map(parts -> parts.stream().map(KeyPart::column).toList())
        .orElse(List.of());
  }
}
