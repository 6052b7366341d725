package io.tributary.sink.checkpoint;

/**
 * Which transactions are meant, by GTID. Immutable.
 *
 * <p>Two notations: MySQL's sets, {@code uuid:1-5:7,uuid:tag:1-3} (manual, "GTID Sets"), and
 * MariaDB's positions, {@code 0-1-100,1-2-5}: the last transaction of each domain, which stands for
 * all before it there (knowledge base, "Global Transaction ID"; sources run with {@code
 * gtid_strict_mode}, so numbers only grow).
 */
public sealed interface GtidSet permits MySqlGtids, MariaDbGtids {
  /** The set without members. */
  GtidSet EMPTY = MySqlGtids.NONE;

  /**
   * Reads a set or a single GTID; blanks and line breaks are left out. A single GTID of MariaDB is
   * read as a position, that is with all before it.
   *
   * @throws IllegalArgumentException when the text is neither notation
   */
  static GtidSet parse(String text) {
    return text.isBlank() || text.indexOf(':') >= 0 ? MySqlGtids.of(text) : MariaDbGtids.of(text);
  }

  /** Whether it has no members. */
  boolean isEmpty();

  /**
   * This set and the other one together.
   *
   * @throws IllegalArgumentException when they are of different notations
   */
  GtidSet union(GtidSet other);

  /** Whether every member of the other set is a member of this one. */
  boolean contains(GtidSet other);

  /** The members that the other set does not have; of MariaDB's, the last of each domain. */
  GtidSet minus(GtidSet other);

  /**
   * This set without its last transaction.
   *
   * @param gtid the transaction; MariaDB: when it is not the last of its domain, nothing changes
   */
  GtidSet without(String gtid);

  /** In the server's notation, without blanks, in a fixed order. */
  @Override
  String toString();
}
