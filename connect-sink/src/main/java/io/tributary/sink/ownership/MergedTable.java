package io.tributary.sink.ownership;

import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetKey;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A target table that several shards are merged into.
 *
 * @param target the table
 * @param number its number in the registry
 * @param owner the column that names the visible row's shard; null on the ledger's road
 */
public record MergedTable(TargetTable target, int number, TargetColumn owner) {
  /** Whether the row names its owner. */
  boolean byColumn() {
    return owner != null;
  }

  /**
   * Why shards cannot be merged into a table, whatever they send (hazard 2); empty when they can.
   */
  public static Optional<String> refusal(TargetTable target) {
    if (target.identity().isEmpty()) {
      return Optional.of(
          "a table of merge.tables needs a primary key, or a unique key of NOT NULL columns, in the"
              + " target: without one nobody can say which shards have a row");
    }
    if (target.uniqueKeys().size() > 1) {
      return Optional.of(
          "a table of merge.tables must have exactly one unique key in the target, this one has "
              + target.uniqueKeys().stream().map(TargetKey::name).toList()
              + ": a row that moves between shards could be removed by another row with an equal"
              + " second key; drop all but one, or name the table in merge.disjoint.tables if no two"
              + " shards ever have the same key");
    }
    return CanonicalKeys.refusal(target);
  }

  /** Why a column cannot name the owner; empty when it can. */
  public static Optional<String> refusal(TargetTable target, TargetColumn owner, int shard) {
    boolean key =
        target.uniqueKeys().stream()
            .flatMap(any -> any.parts().stream())
            .anyMatch(part -> owner.name().equalsIgnoreCase(part.column()));
    String problem = null;
    if (largest(owner) == 0 || owner.generated() || key || !owner.attributes().nullable()) {
      problem =
          "must be a plain column of an integer type that may be NULL and is in no unique key";
    } else if (shard > largest(owner)) {
      problem = "cannot hold " + shard + ", the number of this shard; make it wider";
    }
    return Optional.ofNullable(problem)
        .map(
            text ->
                "the column "
                    + owner.name()
                    + " ("
                    + owner.definition()
                    + "), which names each row's shard by merge.source.column, "
                    + text);
  }

  private static long largest(TargetColumn column) {
    ColumnType type = column.type() == null ? ColumnType.JSON : column.type();
    int bits =
        switch (type) {
          case TINYINT -> 8;
          case SMALLINT -> 16;
          case MEDIUMINT -> 24;
          case INT, BIGINT -> 32;
          default -> 1;
        };
    return (1L << (bits - 1)) - 1;
  }

  /** What the owner column says of a shard. */
  public static String literal(int shard) {
    return shard == KeyState.UNKNOWN ? "NULL" : Integer.toString(shard);
  }

  /** The end of a WHERE clause that holds for rows of this shard and of unknown owner. */
  String ownedBy(int shard) {
    String name = Quoting.identifier(owner.name());
    return " AND (" + name + " = " + literal(shard) + " OR " + name + " IS NULL)";
  }

  /** The row as this shard's: on the column's road it says so itself. */
  TargetRow owned(TargetRow row, int shard) {
    if (!byColumn()) {
      return row;
    }
    List<String> columns = new ArrayList<>(row.columns());
    List<String> literals = new ArrayList<>(row.literals());
    int at = columns.indexOf(owner.name());
    if (at < 0) {
      columns.add(owner.name());
      literals.add(literal(shard));
    } else {
      literals.set(at, literal(shard));
    }
    return new TargetRow(columns, literals);
  }
}
