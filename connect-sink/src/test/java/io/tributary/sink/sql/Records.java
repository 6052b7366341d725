package io.tributary.sink.sql;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.Change;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.writer.PositionedRecord;
import java.util.List;
import java.util.Set;

/** Makes records for tests. */
final class Records {
  static final TableName TARGET = new TableName("d", "t");

  private Records() {}

  static Column integer(String name) {
    return new Column(name, ColumnType.INT, false, 0, 0, 0, null, List.of());
  }

  static Column varchar(String name, int characters, String collation) {
    return new Column(name, ColumnType.VARCHAR, false, 0, 4L * characters, 0, collation, List.of());
  }

  static Column column(String name, ColumnType type, long length, int scale) {
    return new Column(name, type, false, 0, length, scale, null, List.of());
  }

  static Column labels(String name, ColumnType type, String... labels) {
    return new Column(name, type, false, 0, 0, 0, "utf8mb4_bin", List.of(labels));
  }

  /** A table d.t that is spread by its column id. */
  static TableDescriptor table(Column... columns) {
    return table("t", Set.of(), columns);
  }

  static TableDescriptor table(String source, Set<ChangeKind> excluded, Column... columns) {
    return new TableDescriptor(
        new TableName("s", source), TARGET, affinity("id"), excluded, List.of(), List.of(columns));
  }

  static AffinityRule affinity(String... columns) {
    return new AffinityRule(
        List.of(columns).stream()
            .map(name -> new AffinityRule.KeyColumn(name, AffinityRule.Fold.EXACT))
            .toList(),
        1,
        4);
  }

  static TableDescriptor withAffinity(TableDescriptor table, AffinityRule affinity) {
    return new TableDescriptor(
        table.source(),
        table.target(),
        affinity,
        table.excluded(),
        table.provenance(),
        table.columns());
  }

  static TableDescriptor withProvenance(
      TableDescriptor table, TableDescriptor.Provenance... provenance) {
    return new TableDescriptor(
        table.source(),
        table.target(),
        table.affinity(),
        table.excluded(),
        List.of(provenance),
        table.columns());
  }

  /** A record of one source with one table. */
  static PositionedRecord record(String source, TableDescriptor table, Change... changes) {
    return committed(0, source, table, changes);
  }

  /** The same with a commit time, microseconds since the epoch. */
  static PositionedRecord committed(
      long micros, String source, TableDescriptor table, Change... changes) {
    Position position = new Position(3, 0, 120);
    return new PositionedRecord(
        17,
        new TransactionRecord(
            new Origin(source, "connector", "uuid/binlog"),
            new Commit(position, "uuid:5", null, micros),
            new Slice(2, 4, position, 1, 0, true),
            null,
            null,
            List.of(table),
            List.of(changes)));
  }
}
