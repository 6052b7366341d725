package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.SourceState;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a flush writes beside the checkpoint's row.
 *
 * @param records records whose changes are applied, in their order
 * @param states what is known of the sources after it, one for each
 */
record FlushContent(List<PositionedRecord> records, Collection<SourceState> states) {
  FlushContent {
    records = List.copyOf(records);
    states = List.copyOf(states);
  }

  /** A run of whole records. */
  static FlushContent of(List<Admitted> run) {
    Map<String, SourceState> states = new LinkedHashMap<>();
    for (Admitted admitted : run) {
      states.put(admitted.state().source(), admitted.state());
    }
    return new FlushContent(
        run.stream().filter(Admitted::apply).map(Admitted::record).toList(), states.values());
  }
}
