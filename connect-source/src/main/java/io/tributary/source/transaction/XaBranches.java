package io.tributary.source.transaction;

import io.tributary.format.model.XaId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The XA branches that are prepared and whose outcome has not been read, oldest first. */
final class XaBranches {
  private final Map<XaId, Held> held = new LinkedHashMap<>();

  /**
   * A branch.
   *
   * @param preparedMicros when it was prepared, microseconds since the epoch
   */
  private record Held(EventGroup branch, long preparedMicros) {
    static EventGroup of(Held held) {
      return held == null ? null : held.branch;
    }
  }

  /** A format id is 32 bits that versions print with or without a sign. */
  static XaId canonical(XaId xa) {
    return new XaId(xa.formatId() & 0xFFFF_FFFFL, xa.gtrid(), xa.bqual());
  }

  EventGroup get(XaId xa) {
    return Held.of(held.get(canonical(xa)));
  }

  /** Holds a branch that is not held. */
  void hold(XaId xa, EventGroup branch, long preparedMicros) {
    held.put(canonical(xa), new Held(branch, preparedMicros));
  }

  /** Takes a branch out; null when it is not held. */
  EventGroup remove(XaId xa) {
    return Held.of(held.remove(canonical(xa)));
  }

  /** The branch whose reading began first; null when none is held. */
  EventGroup oldest() {
    return held.isEmpty() ? null : held.values().iterator().next().branch;
  }

  Collection<EventGroup> all() {
    return held.values().stream().map(Held::branch).toList();
  }

  OpenBranches open() {
    return held.isEmpty()
        ? OpenBranches.NONE
        : new OpenBranches(held.size(), held.values().iterator().next().preparedMicros);
  }
}
