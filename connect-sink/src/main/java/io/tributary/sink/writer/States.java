package io.tributary.sink.writer;

import io.tributary.format.model.Position;
import io.tributary.sink.checkpoint.SourceState;
import io.tributary.sink.checkpoint.SourceState.ClosedHistory;
import io.tributary.sink.checkpoint.SourceState.Omissions;
import io.tributary.sink.checkpoint.SourceState.SeenGtids;
import java.util.List;

/** Copies of a {@link SourceState} with something changed. */
final class States {
  private States() {}

  /** Its pass is spent. */
  static SourceState spent(SourceState state, long pass) {
    return copy(state, state.suspended(), pass, state.omissions());
  }

  /** It is suspended; its position stays. */
  static SourceState suspended(SourceState state, Omissions omissions) {
    return copy(state, true, state.passSpent(), omissions);
  }

  /** One more of its records went to the dead letter queue. */
  static SourceState deadLettered(SourceState state, Position position) {
    return copy(
        state, state.suspended(), state.passSpent(), state.omissions().deadLetter(position));
  }

  /** Another connector writes for it. */
  static SourceState writtenBy(SourceState state, String connector, List<String> earlier) {
    return new SourceState(
        state.source(),
        connector,
        earlier,
        state.history(),
        state.last(),
        state.commitMicros(),
        state.watermarkMicros(),
        state.gtids(),
        state.closed(),
        state.passSpent(),
        state.suspended(),
        state.omissions());
  }

  /** It goes on in another history, after a position. */
  static SourceState inHistory(
      SourceState state,
      String history,
      Position last,
      SeenGtids gtids,
      List<ClosedHistory> closed) {
    return new SourceState(
        state.source(),
        state.connector(),
        state.earlierConnectors(),
        history,
        last,
        state.commitMicros(),
        state.watermarkMicros(),
        gtids,
        closed,
        state.passSpent(),
        state.suspended(),
        state.omissions());
  }

  /** More of its transactions are known to be here. */
  static SourceState seen(SourceState state, SeenGtids gtids) {
    return inHistory(state, state.history(), state.last(), gtids, state.closed());
  }

  private static SourceState copy(
      SourceState state, boolean suspended, long passSpent, Omissions omissions) {
    return new SourceState(
        state.source(),
        state.connector(),
        state.earlierConnectors(),
        state.history(),
        state.last(),
        state.commitMicros(),
        state.watermarkMicros(),
        state.gtids(),
        state.closed(),
        passSpent,
        suspended,
        omissions);
  }
}
