package io.tributary.format.model;

import java.util.List;
import java.util.Set;

/**
 * What a reader needs to know of a table to understand the changes of one record.
 *
 * @param source schema and table at the source
 * @param target schema and table that the rows go to
 * @param affinity how the target's rows are spread over partitions
 * @param excluded kinds of change that the source was told to leave out
 * @param provenance columns that the source adds to every row
 * @param columns columns in the order of the row images
 */
public record TableDescriptor(
    TableName source,
    TableName target,
    AffinityRule affinity,
    Set<ChangeKind> excluded,
    List<Provenance> provenance,
    List<Column> columns) {
  public TableDescriptor {
    excluded = Set.copyOf(excluded);
    provenance = List.copyOf(provenance);
    columns = List.copyOf(columns);
  }

  /**
   * A column of the target that says where a row comes from. A value that is the same for all rows
   * of the table stands here; the commit time is in every record already.
   *
   * @param column column name in the target
   * @param value its value; null: the time when the row's last change was committed
   */
  public record Provenance(String column, String value) {
    /** A column with the commit time of the row's last change. */
    public static Provenance commitTime(String column) {
      return new Provenance(column, null);
    }

    /** Whether it says when the row's last change was committed. */
    public boolean isCommitTime() {
      return value == null;
    }
  }
}
