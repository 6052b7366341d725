package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.AppliedPart;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.tidb.TargetException;

/** Words for records that cannot be applied: what happened, where, and whether it is their data. */
final class Refusals {
  private final CheckpointKey key;

  Refusals(CheckpointKey key) {
    this.key = key;
  }

  /** The error with the record's place. */
  ApplyException placed(Admitted admitted, Exception error) {
    ApplyException.Kind kind = ApplyException.Kind.FATAL;
    if (error instanceof ApplyException apply) {
      kind = apply.kind();
    } else if (error instanceof TargetException target
        && target.kind() == TargetException.Kind.DATA) {
      kind = ApplyException.Kind.DATA;
    }
    return new ApplyException(
        kind,
        RecordPlace.of(key, admitted.record().offset(), admitted.record().record())
            + ": "
            + error.getMessage(),
        error);
  }

  /**
   * The same of a slice that is applied in several transactions. Never for the dead letter queue: a
   * part of it may be in the target, and its records are no longer in memory.
   *
   * @param part what is in the target, null when nothing is
   */
  ApplyException inPart(Admitted admitted, Exception error, AppliedPart part) {
    return new ApplyException(
        ApplyException.Kind.FATAL,
        placed(admitted, error).getMessage()
            + ". The transaction is too large for one of the target's: "
            + (part == null ? 0 : part.changes())
            + " of its changes are in the target and stay there; mend the cause and restart the"
            + " task, it goes on with the others",
        error);
  }
}
