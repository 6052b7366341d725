package io.tributary.source.transaction;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.filter.Condition;
import io.tributary.source.filter.ConditionException;
import io.tributary.source.route.RouteException;
import io.tributary.source.row.RowChange;
import io.tributary.source.row.RowSink;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.schema.SchemaException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tables {@code (id, v)} of schema {@code s}; those whose names begin with {@code hidden} or an
 * underscore are not captured. Rows are texts: {@code 1,a;2,b}, in updates {@code 1,a>1,b}; a value
 * {@code ?} is absent. A row goes to the partition that its id modulo their number is. Of tables
 * whose names begin with {@code some} the rows with {@code v >= 'm'} are captured.
 */
final class ScriptTables implements CapturedTables {
  private final int partitions;
  private final Map<TableName, CapturedTable> tables = new HashMap<>();

  ScriptTables(int partitions) {
    this.partitions = partitions;
  }

  @Override
  public CapturedTable table(BinlogEvent.TableMap map) throws SchemaException {
    if (!captured(map.table())) {
      return null;
    }
    if (map.table().table().equals("broken")) {
      throw new SchemaException("the table map of s.broken has no column names");
    }
    return tables.computeIfAbsent(map.table(), Table::new);
  }

  @Override
  public void passed(Position at, ChangedDefinitions changed) {
    // Their columns never change.
  }

  @Override
  public boolean captured(TableName table) {
    return mayCapture(table.schema())
        && !table.table().startsWith("hidden")
        && !table.table().startsWith("_");
  }

  @Override
  public boolean mayCapture(String schema) {
    return schema.equals("s");
  }

  private final class Table implements CapturedTable {
    private final TableDescriptor descriptor;
    private final RowSelection selection;

    Table(TableName name) {
      Set<ChangeKind> excluded =
          name.table().endsWith("keeps") ? Set.of(ChangeKind.DELETE) : Set.<ChangeKind>of();
      descriptor =
          new TableDescriptor(
              name,
              name,
              new AffinityRule(List.of(), 1, partitions),
              excluded,
              List.of(),
              List.of(
                  new Column("id", ColumnType.BIGINT, false, 1, 0, 0, null, List.of()),
                  new Column("v", ColumnType.VARCHAR, false, 0, 40, 0, "utf8mb4_bin", List.of())));
      selection = new RowSelection(name, excluded, filters());
    }

    private List<RowSelection.Filter> filters() {
      if (!descriptor.source().table().startsWith("some")) {
        return List.of();
      }
      try {
        return List.of(
            new RowSelection.Filter(
                "row.filter.late", Condition.parse("v >= 'm'").bind(descriptor.columns())));
      } catch (ConditionException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public TableDescriptor descriptor() {
      return descriptor;
    }

    @Override
    public RowSelection selection() {
      return selection;
    }

    @Override
    public <X extends Exception> void decode(BinlogEvent.Rows rows, RowSink<X> sink) throws X {
      for (String text : new String(rows.body(), StandardCharsets.UTF_8).split(";")) {
        String[] images = text.split(">");
        sink.accept(
            switch (rows.kind()) {
              case INSERT -> new RowChange(rows.kind(), null, row(images[0]));
              case UPDATE -> new RowChange(rows.kind(), row(images[0]), row(images[1]));
              case DELETE -> new RowChange(rows.kind(), row(images[0]), null);
            });
      }
    }

    private Row row(String text) {
      String[] values = text.split(",");
      return Row.of(
          Long.parseLong(values[0]), values[1].equals("?") ? Row.ABSENT : (Object) values[1]);
    }

    @Override
    public int partition(Row row) throws RouteException {
      return (int) ((Long) row.value(0) % partitions);
    }
  }
}
