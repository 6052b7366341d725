package io.tributary.sink.checkpoint;

import io.tributary.format.model.Position;

/**
 * How much of a slice is in the target while it is applied in several transactions (hazard 16).
 *
 * @param source its {@code source.name}
 * @param history binlog history of its position
 * @param position its position
 * @param changes number of its changes that are in the target, from the first on
 * @param bytes length of these changes as they are encoded, joined by commas
 * @param digest SHA-256 of those bytes, in hexadecimal: what goes on there must begin with them
 */
public record AppliedPart(
    String source, String history, Position position, long changes, long bytes, String digest) {
  /** Reads what {@link #slice} gives. */
  static AppliedPart of(String slice, long changes, long bytes, String digest) {
    int first = slice.indexOf(' ');
    int last = slice.lastIndexOf(' ');
    return new AppliedPart(
        slice.substring(0, first),
        slice.substring(first + 1, last),
        Position.parse(slice.substring(last + 1)),
        changes,
        bytes,
        digest);
  }

  /** Which slice it is, as the checkpoint's table has it: source, history and position. */
  String slice() {
    return source + " " + history + " " + position;
  }

  /** Whether the source has gone beyond it, so that nothing can go on there any more. */
  public boolean passedBy(SourceState state) {
    return source.equals(state.source())
        && (!history.equals(state.history()) || position.atOrBefore(state.last()));
  }
}
