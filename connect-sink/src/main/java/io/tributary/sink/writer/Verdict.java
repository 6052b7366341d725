package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.SourceState;

/**
 * What is to be done with a record.
 *
 * @param outcome apply it or not
 * @param state what is known of its source once the record has been dealt with
 */
record Verdict(Outcome outcome, SourceState state) {
  /** What is to be done with a record. */
  enum Outcome {
    /** Its changes are new. */
    APPLY,
    /** It was seen before. */
    REPLAY,
    /** Its source is suspended. */
    SKIP
  }
}
