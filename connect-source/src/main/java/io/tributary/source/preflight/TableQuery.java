package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks for all tables that the user can see, with their columns and keys, in three questions
 * however many there are.
 */
final class TableQuery {
  private static final String OTHERS =
      " table_schema NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')";

  /** Views are none; MariaDB has a word of its own for tables with history. */
  private static final String TABLES =
      "SELECT table_schema, table_name FROM information_schema.tables"
          + " WHERE table_type IN ('BASE TABLE', 'SYSTEM VERSIONED') AND"
          + OTHERS;

  private static final String COLUMNS =
      "SELECT table_schema, table_name, column_name, character_set_name"
          + " FROM information_schema.columns WHERE"
          + OTHERS
          + " ORDER BY table_schema, table_name, ordinal_position";

  private static final String UNIQUE =
      "SELECT table_schema, table_name, column_name, index_name"
          + " FROM information_schema.statistics WHERE non_unique = 0 AND"
          + OTHERS
          + " ORDER BY table_schema, table_name, index_name, seq_in_index";

  private final ColumnQuery.Queries queries;

  TableQuery(ColumnQuery.Queries queries) {
    this.queries = queries;
  }

  private record Entry(TableName table, String name, String detail) {}

  List<ListedTable> all() throws SourceServerException {
    Map<TableName, List<Entry>> columns = entries(COLUMNS);
    Map<TableName, List<Entry>> unique = entries(UNIQUE);
    List<ListedTable> tables = new ArrayList<>();
    for (TableName name :
        queries.rows(TABLES, row -> new TableName(row.getString(1), row.getString(2)))) {
      tables.add(
          new ListedTable(
              name,
              columns.getOrDefault(name, List.of()).stream()
                  .map(each -> new ListedTable.Column(each.name(), each.detail()))
                  .toList(),
              key(unique.getOrDefault(name, List.of()))));
    }
    return tables;
  }

  private Map<TableName, List<Entry>> entries(String sql) throws SourceServerException {
    Map<TableName, List<Entry>> entries = new LinkedHashMap<>();
    queries
        .rows(
            sql,
            row ->
                new Entry(
                    new TableName(row.getString(1), row.getString(2)),
                    row.getString(3),
                    row.getString(4)))
        .forEach(each -> entries.computeIfAbsent(each.table(), it -> new ArrayList<>()).add(each));
    return entries;
  }

  private static List<String> key(List<Entry> unique) {
    List<String> primary =
        unique.stream().filter(each -> "PRIMARY".equals(each.detail())).map(Entry::name).toList();
    return primary.isEmpty() && !unique.isEmpty() ? null : primary;
  }
}
