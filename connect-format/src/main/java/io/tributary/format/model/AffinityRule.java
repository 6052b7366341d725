package io.tributary.format.model;

import java.util.List;

/**
 * How the rows of a target table are spread over partitions. All sources must agree on it; the sink
 * stops when one does not.
 *
 * @param columns the affinity key, sorted by name; empty when the whole table goes to one partition
 * @param folding version of the folding that makes keys comparable (1)
 * @param partitions number of partitions that the table is spread over: the topic's
 */
public record AffinityRule(List<KeyColumn> columns, int folding, int partitions) {
  public AffinityRule {
    columns = List.copyOf(columns);
  }

  /**
   * One column of the affinity key.
   *
   * @param name column name in the target, in lower case: MySQL compares column names without case
   * @param fold how its values are folded: two sources with different folds would choose different
   *     partitions for one key
   */
  public record KeyColumn(String name, Fold fold) {}

  /** Families of types whose values are folded alike; docs/affinity.md has the forms. */
  public enum Fold {
    /** Integers, DECIMAL, BIT, YEAR: by numeric value. */
    EXACT,
    /** FLOAT: by the value as a double. */
    FLOAT,
    /** DOUBLE. */
    DOUBLE,
    /** CHAR, VARCHAR, TEXT, ENUM by label: coarser than every collation. */
    TEXT,
    /** SET: the labels folded like TEXT, in an order of their own. */
    SET,
    /** BINARY, VARBINARY, BLOB and other bytes. */
    BYTES,
    /** DATE. */
    DATE,
    /** TIME. */
    TIME,
    /** DATETIME. */
    DATETIME,
    /** TIMESTAMP, in UTC. */
    TIMESTAMP
  }
}
