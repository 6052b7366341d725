package io.tributary.sink.writer;

import io.tributary.format.model.Position;
import io.tributary.format.spill.SpillBuffer;
import io.tributary.sink.checkpoint.SourceState;
import java.util.List;

/**
 * A record that was judged and is part of the next flush.
 *
 * @param record it; not to be applied when {@code apply} is false
 * @param changes its encoded changes when they are too many for one transaction, else null
 * @param apply whether its changes are to be written
 * @param state what is known of its source after it
 * @param holdOffset Kafka offset to read from while it is in the target in part
 * @param resumeOffset Kafka offset to read from once it is in the target
 * @param bytes size of the Kafka records that it came in
 * @param originals what the task wants back when it goes to the dead letter queue
 */
record Admitted(
    PositionedRecord record,
    SpillBuffer changes,
    boolean apply,
    SourceState state,
    long holdOffset,
    long resumeOffset,
    long bytes,
    List<Object> originals) {
  /** Number of row changes to write. */
  int rows() {
    return apply ? record.record().changes().size() : 0;
  }

  /** The same record, seen and not written. */
  Admitted notApplied() {
    return new Admitted(record, null, false, state, holdOffset, resumeOffset, bytes, originals);
  }

  /** The same after a record of its source, this or an earlier one, was dead-lettered. */
  Admitted afterDeadLetter(String source, Position position) {
    return state.source().equals(source)
        ? new Admitted(
            record,
            changes,
            apply,
            States.deadLettered(state, position),
            holdOffset,
            resumeOffset,
            bytes,
            originals)
        : this;
  }
}
