package io.tributary.sink.writer;

/** What to do about a record whose predecessor was never seen. */
public enum GapPolicy {
  /** Stop. */
  FAIL,
  /** Skip and count the source's records in that partition until the chain closes again. */
  SUSPEND
}
