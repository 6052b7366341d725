package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import io.tributary.source.preflight.JdbcSourceServer.RowReader;
import io.tributary.source.schema.ColumnList;
import io.tributary.source.schema.ListedColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks {@code information_schema} for the columns of all tables. */
final class ColumnQuery {
  private static final String USERS_SCHEMAS =
      "table_schema NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')";

  private static final String COLUMNS =
      "SELECT table_schema, table_name, column_name, column_type,"
          + " COALESCE(character_octet_length, 0), collation_name"
          + " FROM information_schema.columns WHERE "
          + USERS_SCHEMAS
          + " ORDER BY table_schema, table_name, ordinal_position";

  private static final String KEYS =
      "SELECT table_schema, table_name, column_name, seq_in_index"
          + " FROM information_schema.statistics WHERE index_name = 'PRIMARY' AND "
          + USERS_SCHEMAS;

  private final Queries queries;

  ColumnQuery(Queries queries) {
    this.queries = queries;
  }

  /** Runs a query. */
  @FunctionalInterface
  interface Queries {
    <T> List<T> rows(String sql, RowReader<T> reader) throws SourceServerException;
  }

  private record KeyPart(TableName table, String column) {}

  List<ColumnList> lists() throws SourceServerException {
    Map<KeyPart, Integer> keys = new HashMap<>();
    queries.rows(
        KEYS,
        row ->
            keys.put(
                new KeyPart(new TableName(row.getString(1), row.getString(2)), row.getString(3)),
                row.getInt(4)));
    Map<TableName, List<ListedColumn>> tables = new LinkedHashMap<>();
    queries.rows(
        COLUMNS,
        row -> {
          TableName table = new TableName(row.getString(1), row.getString(2));
          String name = row.getString(3);
          return tables
              .computeIfAbsent(table, it -> new ArrayList<>())
              .add(
                  new ListedColumn(
                      name,
                      row.getString(4),
                      row.getLong(5),
                      row.getString(6),
                      keys.getOrDefault(new KeyPart(table, name), 0)));
        });
    List<ColumnList> lists = new ArrayList<>();
    tables.forEach((table, columns) -> lists.add(new ColumnList(table, columns)));
    return lists;
  }
}
