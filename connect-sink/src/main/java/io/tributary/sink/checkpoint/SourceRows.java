package io.tributary.sink.checkpoint;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.Position;
import io.tributary.sink.checkpoint.SourceState.ClosedHistory;
import io.tributary.sink.checkpoint.SourceState.Omissions;
import io.tributary.sink.checkpoint.SourceState.SeenGtids;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.tidb.TargetTransaction.ResultRow;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A {@link SourceState} as a row of the table {@code source_position}, and back. */
final class SourceRows {
  private static final String COLUMNS =
      "source, source_connector, earlier_connectors, history, file, file_created, file_offset,"
          + " commit_micros, watermark_micros, executed, seen_since, skip_gtids, closed_histories,"
          + " pass_spent, suspended, skipped, dead_lettered, passed_over, first_omitted";

  private final String table;

  SourceRows(String table) {
    this.table = table;
  }

  List<SourceState> read(TargetTransaction session, String where) throws TargetException {
    return session.query(
        "SELECT " + COLUMNS + " FROM " + table + " WHERE " + where, SourceRows::state);
  }

  private static SourceState state(ResultRow row) throws TargetException {
    return new SourceState(
        row.text(1),
        row.text(2),
        row.text(3).lines().toList(),
        row.text(4),
        new Position(row.number(5), row.number(6), row.number(7)),
        row.number(8),
        row.number(9),
        new SeenGtids(gtids(row.text(10)), GtidSet.parse(row.text(11)), gtids(row.text(12))),
        row.text(13).lines().map(SourceRows::closed).toList(),
        row.number(14),
        row.number(15) != 0,
        new Omissions(
            row.number(16),
            row.number(17),
            row.number(18),
            row.text(19) == null ? null : Position.parse(row.text(19))));
  }

  private static GtidSet gtids(String text) {
    return text == null ? null : GtidSet.parse(text);
  }

  private static ClosedHistory closed(String line) {
    int tab = line.lastIndexOf('\t');
    return new ClosedHistory(line.substring(0, tab), Position.parse(line.substring(tab + 1)));
  }

  /** The statement that stores the states, whether their rows exist or not. */
  String replace(CheckpointKey key, Collection<SourceState> states) {
    return states.stream()
        .map(state -> values(key, state))
        .collect(
            Collectors.joining(
                ",\n",
                "REPLACE INTO "
                    + table
                    + " (connector, topic, kafka_partition, "
                    + COLUMNS
                    + ") VALUES\n",
                ""));
  }

  private static String values(CheckpointKey key, SourceState state) {
    SeenGtids gtids = state.gtids();
    Omissions omissions = state.omissions();
    List<String> values =
        List.of(
            SqlText.of(key.connector()),
            SqlText.of(key.topic()),
            Integer.toString(key.partition()),
            SqlText.of(state.source()),
            SqlText.of(state.connector()),
            SqlText.of(String.join("\n", state.earlierConnectors())),
            SqlText.of(state.history()),
            Long.toString(state.last().file()),
            Long.toString(state.last().created()),
            Long.toString(state.last().offset()),
            Long.toString(state.commitMicros()),
            Long.toString(state.watermarkMicros()),
            text(gtids.executed()),
            text(gtids.since()),
            text(gtids.skip()),
            SqlText.of(
                state.closed().stream()
                    .map(closed -> closed.history() + "\t" + closed.last())
                    .collect(Collectors.joining("\n"))),
            Long.toString(state.passSpent()),
            state.suspended() ? "1" : "0",
            Long.toString(omissions.skipped()),
            Long.toString(omissions.deadLettered()),
            Long.toString(omissions.passedOver()),
            text(omissions.first()));
    return "(" + String.join(", ", values) + ")";
  }

  private static String text(Object value) {
    return SqlText.of(value == null ? null : value.toString());
  }
}
