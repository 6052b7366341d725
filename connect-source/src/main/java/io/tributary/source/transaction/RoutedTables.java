package io.tributary.source.transaction;

import io.tributary.format.model.Column;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.route.AffinityOptions;
import io.tributary.source.route.KeyAffinity;
import io.tributary.source.route.RouteException;
import io.tributary.source.route.RoutedTable;
import io.tributary.source.route.RowFilter;
import io.tributary.source.route.TableRouter;
import io.tributary.source.row.RowDecodeException;
import io.tributary.source.row.RowDecoder;
import io.tributary.source.row.RowSink;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.schema.ColumnLists;
import io.tributary.source.schema.MapDialect;
import io.tributary.source.schema.SchemaException;
import io.tributary.source.schema.TableMapParser;
import io.tributary.source.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Captured tables by the router's options, with schemas from table maps. Remembers what it found.
 *
 * <p>Not thread-safe: one for each reader of a binlog.
 */
public final class RoutedTables implements CapturedTables {
  private static final int REMEMBERED = 4_096;

  private static final List<String> SEQUENCE_COLUMNS =
      List.of(
          "next_not_cached_value",
          "minimum_value",
          "maximum_value",
          "start_value",
          "increment",
          "cache_size",
          "cycle_option",
          "cycle_count");

  private final TableRouter router;
  private final AffinityOptions affinity;
  private final boolean lowerCaseNames;
  private final ColumnLists lists;
  private final MapDialect dialect;
  private final TableMapParser parser;
  private final Map<TableName, Optional<RoutedTable>> routes = new HashMap<>();
  private final Map<TableSchema, CapturedTable> tables = new IdentityHashMap<>();

  /**
   * @param lowerCaseNames whether the server keeps table names in lower case however a statement
   *     spells them ({@code lower_case_table_names} other than 0)
   * @param dialect how the server writes its table maps
   * @param lists the columns of tables whose maps do not name them
   */
  public RoutedTables(
      TableRouter router,
      AffinityOptions affinity,
      boolean lowerCaseNames,
      MapDialect dialect,
      ColumnLists lists) {
    this.router = router;
    this.affinity = affinity;
    this.lowerCaseNames = lowerCaseNames;
    this.lists = lists;
    this.dialect = dialect;
    this.parser = new TableMapParser(dialect, lists);
  }

  @Override
  public CapturedTable table(BinlogEvent.TableMap map) throws SchemaException, RouteException {
    Optional<RoutedTable> route = routes.get(map.table());
    if (route == null) {
      bound(routes);
      route = Optional.ofNullable(router.route(map.table()));
      routes.put(map.table(), route);
    }
    if (route.isEmpty()) {
      return null;
    }
    TableSchema schema = parser.parse(map);
    if (dialect == MapDialect.MARIADB && sequence(schema)) {
      return null;
    }
    CapturedTable table = tables.get(schema);
    if (table == null) {
      bound(tables);
      KeyAffinity keys = KeyAffinity.of(route.get(), schema.columns(), affinity);
      table =
          new Captured(
              keys,
              RowDecoder.of(schema),
              selection(route.get(), schema),
              dialect == MapDialect.MARIADB);
      tables.put(schema, table);
    }
    return table;
  }

  private static RowSelection selection(RoutedTable table, TableSchema schema)
      throws RouteException {
    List<RowSelection.Filter> filters = new ArrayList<>();
    for (RowFilter filter : table.filters()) {
      filters.add(new RowSelection.Filter(filter.option(), filter.bind(table, schema.columns())));
    }
    return new RowSelection(table.source(), table.excluded(), filters);
  }

  /**
   * Whether it is no table but one of MariaDB's sequences, which write their state to the binlog as
   * rows that are inserted again and again ({@code sql/sql_sequence.cc}). Nothing but the columns
   * tells.
   */
  private static boolean sequence(TableSchema schema) {
    return schema.columns().size() == SEQUENCE_COLUMNS.size()
        && schema.columns().stream().map(Column::name).toList().equals(SEQUENCE_COLUMNS);
  }

  private static void bound(Map<?, ?> map) {
    if (map.size() >= REMEMBERED) {
      map.clear();
    }
  }

  @Override
  public void passed(Position at, ChangedDefinitions changed) {
    lists.passed(at, changed);
  }

  @Override
  public boolean captured(TableName table) {
    return router.captured(
        lowerCaseNames ? new TableName(lower(table.schema()), lower(table.table())) : table);
  }

  @Override
  public boolean mayCapture(String schema) {
    return router.mayCapture(lowerCaseNames ? lower(schema) : schema);
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private record Captured(
      KeyAffinity keys, RowDecoder decoder, RowSelection selection, boolean leavesOutGenerated)
      implements CapturedTable {
    @Override
    public TableDescriptor descriptor() {
      return keys.descriptor();
    }

    @Override
    public <X extends Exception> void decode(BinlogEvent.Rows rows, RowSink<X> sink)
        throws RowDecodeException, X {
      decoder.decode(rows, sink);
    }

    @Override
    public int partition(Row row) throws RouteException {
      return keys.partition(row);
    }
  }
}
