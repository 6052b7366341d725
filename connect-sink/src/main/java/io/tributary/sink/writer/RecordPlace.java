package io.tributary.sink.writer;

import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.checkpoint.CheckpointKey;
import java.util.stream.Collectors;

/** Says in messages which record something happened to. */
final class RecordPlace {
  private RecordPlace() {}

  /** Topic-partition@offset, source, GTID, file:position and tables of a record. */
  static String of(CheckpointKey key, long offset, TransactionRecord record) {
    String history = record.origin().history();
    String base = history.substring(history.indexOf('/') + 1);
    String tables =
        record.tables().stream()
            .map(table -> table.source() + " to " + table.target())
            .distinct()
            .collect(Collectors.joining(", "));
    return key.topicPartition()
        + "@"
        + offset
        + " (source "
        + record.origin().source()
        + (record.commit().gtid() == null ? "" : ", GTID " + record.commit().gtid())
        + ", "
        + String.format("%s.%06d", base, record.commit().position().file())
        + ":"
        + record.commit().position().offset()
        + (tables.isEmpty() ? "" : ", " + (tables.length() > 200 ? "many tables" : tables))
        + ")";
  }
}
