package io.tributary.sink.writer;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.Position;
import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.checkpoint.SourceState;
import io.tributary.sink.checkpoint.SourceState.ClosedHistory;

/**
 * Which binlog a position belongs to. A history is a server's UUID and log base name; resetting the
 * binlog begins another one under the same name, which the files' creation times show.
 */
final class Histories {
  private Histories() {}

  /** Whether the record's position can be compared with the last one seen. */
  static boolean same(SourceState known, TransactionRecord record) {
    return same(known.history(), known.last(), record);
  }

  /** Whether the record belongs to this closed history. */
  static boolean sameAs(ClosedHistory closed, TransactionRecord record) {
    return same(closed.history(), closed.last(), record);
  }

  private static boolean same(String history, Position last, TransactionRecord record) {
    Position position = record.commit().position();
    return history.equals(record.origin().history())
        && !position.afterResetOf(last)
        && !last.afterResetOf(position);
  }

  /** Whether the record was seen in a history that was followed by another (hazard 9). */
  static boolean replayOfClosed(SourceState known, TransactionRecord record) {
    return known.closed().stream()
        .anyMatch(
            closed ->
                sameAs(closed, record) && record.commit().position().atOrBefore(closed.last()));
  }

  /**
   * Whether the source came back to a closed history, as after a failover there and back: only then
   * does a heartbeat of it know all that was seen since. An old instance of the source, or records
   * that Kafka brings again, do not.
   */
  static boolean goesOnAgain(SourceState known, TransactionRecord record) {
    if (record.heartbeat() == null || known.gtids().executed() == null) {
      return false;
    }
    GtidSet start = Gtids.start(record);
    return start != null && start.containsAll(known.gtids().all());
  }

  /**
   * Stops unless the record's GTID set proves that a new history goes on where the old one was left
   * (hazard 8).
   */
  static void requireContinuation(SourceState known, TransactionRecord record)
      throws ApplyException {
    GtidSet start = Gtids.start(record);
    GtidSet seen = known.gtids().all();
    if (start == null || known.gtids().executed() == null) {
      throw stop(known, record, "without GTID sets nothing shows that it goes on there");
    }
    if (!seen.containsAll(start)) {
      throw stop(
          known,
          record,
          "it begins after transactions that never came through this partition's chain: "
              + start.minus(seen));
    }
    boolean closed = known.closed().stream().anyMatch(history -> sameAs(history, record));
    if (!start.containsAll(seen) && (closed || sameServer(known, record))) {
      // The same server again with fewer transactions: its GTIDs were reset and will be used a
      // second time, or an old instance of the source woke up (hazard 9).
      throw stop(
          known,
          record,
          "transactions that were seen are missing there ("
              + seen.minus(start)
              + "): its GTIDs were reset, or an old instance of the source is still running");
    }
  }

  private static boolean sameServer(SourceState known, TransactionRecord record) {
    return server(known.history()).equals(server(record.origin().history()));
  }

  private static String server(String history) {
    int slash = history.indexOf('/');
    return slash < 0 ? history : history.substring(0, slash);
  }

  private static ApplyException stop(SourceState known, TransactionRecord record, String why) {
    return new ApplyException(
        ApplyException.Kind.FATAL,
        "another binlog history: the source was seen up to "
            + known.last()
            + " of history "
            + known.history()
            + ", the record stands at "
            + record.commit().position()
            + " of history "
            + record.origin().history()
            + "; "
            + why
            + ". If nothing is missing (or what is missing was brought over by other means), let it"
            + " pass once by altering the sink's offsets (docs/watermark.md)");
  }
}
