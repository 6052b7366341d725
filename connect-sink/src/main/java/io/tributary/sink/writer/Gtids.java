package io.tributary.sink.writer;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.checkpoint.SourceState.SeenGtids;

/** The transactions behind a position, by GTID. Sets of an unknown form count as not known. */
final class Gtids {
  private Gtids() {}

  /** What has been seen once the record has been dealt with. */
  static SeenGtids after(SeenGtids before, TransactionRecord record) {
    GtidSet carried = parse(record.executed());
    if (carried != null) {
      // A record's set names what its source has passed, for this partition or for others.
      GtidSet executed = before.all().union(carried);
      GtidSet skip =
          before.skip() == null || carried.containsAll(before.skip()) ? null : before.skip();
      return new SeenGtids(executed, GtidSet.EMPTY, skip);
    }
    GtidSet own = record.heartbeat() == null ? parse(record.commit().gtid()) : null;
    return own == null
        ? before
        : new SeenGtids(before.executed(), before.since().union(own), before.skip());
  }

  /** Whether the record's transaction was applied in an earlier history. */
  static boolean skipped(SeenGtids seen, TransactionRecord record) {
    if (seen.skip() == null || record.heartbeat() != null) {
      return false;
    }
    GtidSet own = parse(record.commit().gtid());
    return own != null && seen.skip().containsAll(own);
  }

  /** What has been seen before the first record of a new history, to be skipped in it. */
  static SeenGtids skippingSeen(SeenGtids seen, TransactionRecord record) {
    GtidSet all = seen.all();
    GtidSet start = start(record);
    return new SeenGtids(all, GtidSet.EMPTY, start.containsAll(all) ? null : all);
  }

  /** What the source had passed before the record; null when the record does not say. */
  static GtidSet start(TransactionRecord record) {
    GtidSet executed = parse(record.executed());
    if (executed == null || record.heartbeat() != null) {
      return executed;
    }
    boolean known = parse(record.commit().gtid()) != null;
    return known ? executed.without(record.commit().gtid()) : executed;
  }

  private static GtidSet parse(String text) {
    if (text == null) {
      return null;
    }
    try {
      return GtidSet.parse(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
