package io.tributary.sink.writer;

import io.tributary.format.model.Position;
import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.SourceState;
import io.tributary.sink.checkpoint.SourceState.Omissions;
import io.tributary.sink.writer.Verdict.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Knows of each source of one partition how far it has come, and tells of its next record whether
 * it is new, a replay, or follows a gap (hazards 5 to 11).
 *
 * <p>Every record names the position of the one before it ({@code previous}). It is new when its
 * position is past the last one seen, and complete when {@code previous} is not.
 *
 * <p>Pure; not thread-safe.
 */
final class SourceChain {
  private final GapPolicy gaps;
  private final ChainCounts counts;
  private final long pass;
  private final Map<String, SourceState> states = new HashMap<>();

  SourceChain(GapPolicy gaps, Checkpoint checkpoint, ChainCounts counts) {
    this.gaps = gaps;
    this.counts = counts;
    this.pass = checkpoint.pass();
    for (SourceState state : checkpoint.sources()) {
      states.put(state.source(), state);
    }
  }

  /**
   * Judges the next record and takes note of it.
   *
   * @throws ApplyException of kind FATAL when the record must not be applied and not be skipped;
   *     nothing is noted then
   */
  Verdict judge(TransactionRecord record) throws ApplyException {
    SourceState known = states.get(record.origin().source());
    Verdict verdict = known == null ? first(record) : next(known, record);
    states.put(record.origin().source(), verdict.state());
    counts.judged(verdict.outcome());
    return verdict;
  }

  private Verdict first(TransactionRecord record) {
    return new Verdict(
        Outcome.APPLY,
        new SourceState(
            record.origin().source(),
            record.origin().connector(),
            List.of(),
            record.origin().history(),
            record.commit().position(),
            record.commit().micros(),
            watermark(record),
            Gtids.after(SourceState.SeenGtids.NONE, record),
            List.of(),
            pass,
            false,
            Omissions.NONE));
  }

  private Verdict next(SourceState known, TransactionRecord record) throws ApplyException {
    boolean mayPass = known.passSpent() < pass;
    Position position = record.commit().position();
    if (!Histories.same(known, record)) {
      if (Histories.replayOfClosed(known, record) && !Histories.goesOnAgain(known, record)) {
        return new Verdict(Outcome.REPLAY, spent(known));
      }
      return newHistory(known, record, mayPass);
    }
    int order = position.compareTo(known.last());
    boolean heartbeat = record.heartbeat() != null;
    if (order < 0 || (order == 0 && !heartbeat)) {
      return new Verdict(Outcome.REPLAY, spent(told(known, record)));
    }
    SourceState handed = Connectors.handOver(known, record, mayPass);
    if (record.slice().previous().compareTo(known.last()) > 0) {
      return gap(handed, record, mayPass);
    }
    return follow(handed, record, handed.omissions());
  }

  /** The record continues the chain. */
  private Verdict follow(SourceState known, TransactionRecord record, Omissions omissions) {
    boolean skip = Gtids.skipped(known.gtids(), record);
    return new Verdict(skip ? Outcome.REPLAY : Outcome.APPLY, moved(known, record, omissions));
  }

  private Verdict gap(SourceState known, TransactionRecord record, boolean mayPass)
      throws ApplyException {
    if (!known.suspended()) {
      counts.gap();
    }
    if (mayPass) {
      return follow(known, record, known.omissions().passOver(known.last()));
    }
    if (gaps == GapPolicy.SUSPEND) {
      return new Verdict(
          Outcome.SKIP,
          States.suspended(known, known.omissions().skip(record.commit().position())));
    }
    throw new ApplyException(
        ApplyException.Kind.FATAL,
        "a gap: the record follows position "
            + record.slice().previous()
            + " of its source, but the last one seen in this partition is "
            + known.last()
            + " (history "
            + known.history()
            + "); what lies between was lost in Kafka (retention, a broker that lost its log, a"
            + " transform) or skipped by altered offsets. Reset the source to a position at or"
            + " before "
            + known.last()
            + " so that it sends it again, or let it pass once by altering the sink's offsets"
            + " (docs/watermark.md)");
  }

  private Verdict newHistory(SourceState known, TransactionRecord record, boolean mayPass)
      throws ApplyException {
    if (!mayPass) {
      Histories.requireContinuation(known, record);
    }
    SourceState handed = Connectors.handOver(known, record, mayPass);
    Omissions omissions = mayPass ? handed.omissions().passOver(known.last()) : handed.omissions();
    SourceState.SeenGtids gtids =
        mayPass ? SourceState.SeenGtids.NONE : Gtids.skippingSeen(handed.gtids(), record);
    List<SourceState.ClosedHistory> closed = new ArrayList<>(handed.closed());
    Position last = record.slice().previous();
    for (SourceState.ClosedHistory history : handed.closed()) {
      if (Histories.sameAs(history, record)) {
        last = later(last, history.last());
        closed.remove(history);
      }
    }
    closed.add(new SourceState.ClosedHistory(known.history(), known.last()));
    String history = record.origin().history();
    return follow(States.inHistory(handed, history, last, gtids, closed), record, omissions);
  }

  /** One record of a source went to the dead letter queue; it counts as seen. */
  void deadLettered(String source, Position position) {
    states.computeIfPresent(source, (name, state) -> States.deadLettered(state, position));
  }

  /**
   * What a replay tells: everything up to its position is here, and so are the transactions of its
   * GTID set, of which only other partitions may have had rows.
   */
  private static SourceState told(SourceState known, TransactionRecord record) {
    return record.executed() == null
        ? known
        : States.seen(known, Gtids.after(known.gtids(), record));
  }

  private SourceState spent(SourceState known) {
    return known.passSpent() == pass ? known : States.spent(known, pass);
  }

  private SourceState moved(SourceState known, TransactionRecord record, Omissions omissions) {
    return new SourceState(
        known.source(),
        known.connector(),
        known.earlierConnectors(),
        known.history(),
        later(known.last(), record.commit().position()),
        record.commit().micros() == 0 ? known.commitMicros() : record.commit().micros(),
        Math.max(known.watermarkMicros(), watermark(record)),
        Gtids.after(known.gtids(), record),
        known.closed(),
        pass,
        false,
        omissions);
  }

  /** A history that goes on again may do so at a position that it had passed before. */
  private static Position later(Position one, Position other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static long watermark(TransactionRecord record) {
    return record.heartbeat() == null ? 0 : record.heartbeat().watermarkMicros();
  }
}
