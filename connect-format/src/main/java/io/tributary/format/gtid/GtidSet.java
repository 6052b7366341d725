package io.tributary.format.gtid;

/**
 * Which transactions a server has executed, or a reader has passed. Immutable.
 *
 * <p>Two notations: MySQL's sets, {@code uuid:1-5:7:tag:1-3,uuid:1} (manual, "GTID Format and
 * Storage"), and MariaDB's lists of the last transaction of each domain, {@code 0-1-100,1-2-5}
 * (knowledge base, "Global Transaction ID").
 */
public sealed interface GtidSet permits EmptyGtidSet, MySqlGtidSet, MariaDbGtidList {
  /** No transaction. */
  GtidSet EMPTY = EmptyGtidSet.INSTANCE;

  /**
   * Reads a set in the server's notation; white space between its parts does not count.
   *
   * @throws IllegalArgumentException when the text is neither notation
   */
  static GtidSet parse(String text) {
    String compact = text.replaceAll("\\s", "");
    if (compact.isEmpty()) {
      return EMPTY;
    }
    return compact.indexOf(':') >= 0 ? MySqlGtidSet.of(compact) : MariaDbGtidList.of(compact);
  }

  /** Whether it holds no transaction. */
  boolean isEmpty();

  /**
   * Whether a transaction is in the set.
   *
   * @param gtid {@code uuid:n}, {@code uuid:tag:n} or MariaDB's {@code domain-server-n}
   * @throws IllegalArgumentException when it is none of these
   */
  boolean contains(String gtid);

  /** Whether every transaction of the other set is in this one. */
  boolean containsAll(GtidSet other);

  /** This set and one transaction more; notation and errors as in {@link #contains}. */
  GtidSet add(String gtid);

  /**
   * This set without one transaction; notation and errors as in {@link #contains}. MariaDB's lists
   * can only step back by the last transaction of a domain: without another one they stay as they
   * are.
   */
  GtidSet without(String gtid);

  /** The transactions that the other set does not have; of MariaDB's, the last of each domain. */
  GtidSet minus(GtidSet other);

  /**
   * All transactions of both.
   *
   * @throws IllegalArgumentException when they are of different notations
   */
  GtidSet union(GtidSet other);

  /** In the server's notation, without white space, in a fixed order. */
  @Override
  String toString();
}
