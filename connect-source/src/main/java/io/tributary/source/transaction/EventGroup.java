package io.tributary.source.transaction;

import io.tributary.format.model.Position;
import io.tributary.format.model.XaId;
import io.tributary.source.binlog.EventHeader;

/** The events of a transaction, or of a statement that stands alone, while they are being read. */
final class EventGroup {
  /** What kind of group it is; the statement after the GTID says it. */
  enum Kind {
    /** Only the GTID has been read. */
    UNDECIDED,
    /** Ends with XID, COMMIT or ROLLBACK. */
    TRANSACTION,
    /** An XA branch: ends with XA PREPARE. */
    XA,
    /** MariaDB: one statement without BEGIN and COMMIT. */
    STANDALONE
  }

  /**
   * What its first event says of it.
   *
   * @param gtid null when the group has none
   * @param commitMicros 0 when unknown
   */
  record Identity(String gtid, long commitMicros) {}

  private final String gtid;
  private final long commitMicros;
  private final String file;
  private final Position start;
  private final OpenTransaction changes;
  private final String readBefore;
  private Kind kind;
  private boolean ignored;
  private boolean passed;
  private XaId xa;

  /**
   * @param first header of the event that begins the group
   * @param readBefore MariaDB: the GTID list of what was read before the group; null elsewhere, and
   *     when it is not known
   */
  EventGroup(
      Identity identity, EventHeader first, Kind kind, OpenTransaction changes, String readBefore) {
    this.gtid = identity.gtid();
    this.commitMicros = identity.commitMicros();
    this.readBefore = readBefore;
    this.file = first.file();
    this.start = first.start();
    this.kind = kind;
    this.changes = changes;
  }

  String gtid() {
    return gtid;
  }

  /** Commit time, to the second where the group does not give it: the last event's. */
  long micros(EventHeader last) {
    return commitMicros > 0 ? commitMicros : last.timestamp() * 1_000_000;
  }

  String file() {
    return file;
  }

  Position start() {
    return start;
  }

  OpenTransaction changes() {
    return changes;
  }

  Kind kind() {
    return kind;
  }

  void decide(Kind decided) {
    kind = decided;
  }

  /** Whether its changes are of no interest, whatever becomes of it: they were passed before. */
  boolean ignored() {
    return ignored;
  }

  void ignore() {
    ignored = true;
  }

  /**
   * Whether its outcome was passed before, so that it counts only if it is an XA branch that is
   * still open: what a MariaDB sends from before such a branch.
   */
  boolean passed() {
    return passed;
  }

  void pass() {
    passed = true;
  }

  /** MariaDB: the GTID list from which a server sends this group again; null when not known. */
  String readBefore() {
    return readBefore;
  }

  /** The XA branch that it said to be; null when it is none, or did not say. */
  XaId xa() {
    return xa;
  }

  void startXa(XaId id) {
    kind = Kind.XA;
    xa = id;
  }
}
