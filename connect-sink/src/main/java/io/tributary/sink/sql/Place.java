package io.tributary.sink.sql;

import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.writer.PositionedRecord;

/** Says in messages where something was met. */
final class Place {
  private Place() {}

  /** Source, GTID, position, partition and offset of a record. */
  static String of(PositionedRecord positioned) {
    TransactionRecord record = positioned.record();
    String gtid = record.commit().gtid() == null ? "" : ", GTID " + record.commit().gtid();
    return "source "
        + record.origin().source()
        + gtid
        + ", position "
        + record.commit().position()
        + ", partition "
        + record.slice().partition()
        + ", offset "
        + positioned.offset();
  }

  /** A row of a target table. */
  static String of(TargetTable table, String key) {
    String columns =
        table.identity().map(identity -> String.join(", ", identity.wholeColumns())).orElse("");
    return "table " + table.name() + ", key (" + columns + ") = " + key;
  }

  /** The same with the table. */
  static String of(PositionedRecord positioned, TableDescriptor table) {
    return of(positioned) + ", table " + table.source() + " to " + table.target();
  }
}
