package io.tributary.source.reader;

import io.tributary.source.offset.ResumePoint;
import io.tributary.source.offset.StartPosition;

/** Where a source is to begin. */
public sealed interface StartRequest {
  /** Where the operator says: no offset is stored, or one that the operator set. */
  record At(StartPosition position) implements StartRequest {}

  /**
   * Where it was.
   *
   * @param history the history that the position belongs to
   * @param resume the boundary
   * @param reset whether the binlog is known to have been reset since
   */
  record GoOn(String history, ResumePoint resume, boolean reset) implements StartRequest {}
}
