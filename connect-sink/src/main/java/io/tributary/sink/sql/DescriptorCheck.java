package io.tributary.sink.sql;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.ownership.MergedTable;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetKey;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds out before the first row whether a descriptor's rows can be applied to their target table
 * without loss. Pure.
 *
 * <p>What it answers are sentences that say what is wrong and what to do.
 */
final class DescriptorCheck {
  private final SafeModeSettings settings;
  private final TargetServer server;

  DescriptorCheck(SafeModeSettings settings, TargetServer server) {
    this.settings = settings;
    this.server = server;
  }

  /** Everything that stands against it; empty when nothing does. */
  List<String> problems(TableDescriptor descriptor, TargetTable target) {
    List<String> problems = new ArrayList<>(columns(descriptor, target));
    if (problems.isEmpty()) {
      key(descriptor, target).ifPresent(problems::add);
      keyless(descriptor, target).ifPresent(problems::add);
      keyOfItsOwn(descriptor, target).ifPresent(problems::add);
      problems.addAll(uncovered(descriptor, target));
      problems.addAll(coarser(descriptor, target));
      upsert(target).ifPresent(problems::add);
      if (settings.mergeTables().contains(target.name().toString())) {
        problems.addAll(merge(descriptor, target));
        ownerColumn(descriptor, target).ifPresent(problems::add);
      }
    }
    return problems;
  }

  private List<String> columns(TableDescriptor descriptor, TargetTable target) {
    List<String> problems = new ArrayList<>();
    for (Column column : descriptor.columns()) {
      Optional<TargetColumn> found = target.column(column.name());
      if (found.isEmpty()) {
        problems.add(missing(column.name()));
        continue;
      }
      if (!found.get().generated()) {
        ColumnFit.refusal(column, found.get(), server.tidb())
            .ifPresent(reason -> problems.add(narrower(column, found.get(), reason)));
      }
    }
    for (TableDescriptor.Provenance provenance : descriptor.provenance()) {
      Optional<TargetColumn> found = target.column(provenance.column());
      if (found.isEmpty()) {
        problems.add(missing(provenance.column()));
      } else {
        ProvenanceFit.refusal(provenance, found.get(), server.tidb()).ifPresent(problems::add);
      }
    }
    return problems;
  }

  private static String missing(String column) {
    return "the target table has no column " + column + "; add it to the target";
  }

  private static String narrower(Column source, TargetColumn target, String reason) {
    return "the target column "
        + target.name()
        + " ("
        + target.definition()
        + ") cannot hold every value of the source column ("
        + describe(source)
        + "): "
        + reason
        + "; make the target column wider";
  }

  private static String describe(Column column) {
    String type = column.type().name().toLowerCase(Locale.ROOT);
    String size =
        switch (column.type()) {
          case DECIMAL -> "(" + column.length() + "," + column.scale() + ")";
          case BIT, VECTOR -> "(" + column.length() + ")";
          case TIME, DATETIME, TIMESTAMP -> "(" + column.scale() + ")";
          case CHAR, VARCHAR, BINARY, VARBINARY -> " of " + column.length() + " bytes";
          default -> "";
        };
    String collation = column.collation() == null ? "" : " " + column.collation();
    return type + size + (column.unsigned() ? " unsigned" : "") + collation;
  }

  /**
   * The columns of the key by which rows are addressed must come from the source. A commit time is
   * another one with each change.
   */
  private static Optional<String> key(TableDescriptor descriptor, TargetTable target) {
    Set<String> given = names(descriptor);
    descriptor.provenance().stream()
        .filter(TableDescriptor.Provenance::isCommitTime)
        .forEach(provenance -> given.remove(lower(provenance.column())));
    return target
        .identity()
        .flatMap(
            key ->
                key.wholeColumns().stream()
                    .filter(column -> !given.contains(lower(column)))
                    .findFirst())
        .map(
            column ->
                "the key of the target table needs column "
                    + column
                    + ", which the source does not have, or which is the commit time; its rows could"
                    + " not be found again: give the source, schema or table by provenance.columns or"
                    + " choose another key");
  }

  /** Hazard 24: there a change of a row that was never written, or not as it is, finds nothing. */
  private static Optional<String> keyless(TableDescriptor descriptor, TargetTable target) {
    Set<ChangeKind> excluded = descriptor.excluded();
    boolean deletes = !excluded.contains(ChangeKind.DELETE);
    boolean updates = !excluded.contains(ChangeKind.UPDATE);
    boolean finds =
        (deletes || updates) && excluded.contains(ChangeKind.INSERT) || deletes && !updates;
    return target.identity().isEmpty() && finds
        ? Optional.of(
            "the source leaves out "
                + excluded.stream().sorted().toList()
                + " events (event.exclude.list), and the target table has no key, so rows are found"
                + " by their content: an UPDATE or DELETE would find none. Leave out deletes, or"
                + " updates and deletes, or give the target table a key")
        : Optional.empty();
  }

  /**
   * Rows of a source table without a key may be equal in all columns; one row of them would be left
   * under a key. Columns named in affinity.keys are the operator's word that they are a key.
   */
  private Optional<String> keyOfItsOwn(TableDescriptor descriptor, TargetTable target) {
    boolean keyed = descriptor.columns().stream().anyMatch(column -> column.key() > 0);
    boolean told =
        !descriptor.affinity().columns().isEmpty()
            || settings.uniqueKeysUncoveredAllowed().contains(target.name().toString());
    return keyed || told
        ? Optional.empty()
        : target
            .identity()
            .map(
                key ->
                    "the source table has no primary key and the target table has the key "
                        + key.name()
                        + " "
                        + key.wholeColumns()
                        + ", so several rows of the source could become one; give the source table"
                        + " that key, or the target table none, or promise that its values are"
                        + " unique by unique.keys.uncovered.allowed");
  }

  private static Set<String> names(TableDescriptor descriptor) {
    Set<String> names =
        descriptor.columns().stream()
            .map(column -> lower(column.name()))
            .collect(Collectors.toSet());
    descriptor.provenance().forEach(provenance -> names.add(lower(provenance.column())));
    return names;
  }

  /** Invariant I4: rows with an equal unique key must meet in one partition. */
  private List<String> uncovered(TableDescriptor descriptor, TargetTable target) {
    AffinityRule affinity = descriptor.affinity();
    List<String> problems = new ArrayList<>();
    boolean onePartition = affinity.columns().isEmpty() || affinity.partitions() == 1;
    if (onePartition || settings.uniqueKeysUncoveredAllowed().contains(target.name().toString())) {
      return problems;
    }
    List<String> columns = affinity.columns().stream().map(AffinityRule.KeyColumn::name).toList();
    for (TargetKey key : target.uniqueKeys()) {
      Set<String> whole =
          key.wholeColumns().stream().map(DescriptorCheck::lower).collect(Collectors.toSet());
      if (!columns.stream().allMatch(column -> whole.contains(lower(column)))) {
        problems.add(
            "the unique key "
                + key.name()
                + " of the target table does not contain the affinity key "
                + columns
                + ", so rows with an equal key could be written by two partitions;"
                + " name columns of all its unique keys in affinity.keys of every source,"
                + " or give the table one partition by affinity.tables,"
                + " or accept it by unique.keys.uncovered.allowed of the sink");
      }
    }
    return problems;
  }

  private List<String> coarser(TableDescriptor descriptor, TargetTable target) {
    List<String> problems = new ArrayList<>();
    if (settings.collationCoarserAllowed().contains(target.name().toString())) {
      return problems;
    }
    for (Column column : descriptor.columns()) {
      TargetColumn found = target.column(column.name()).orElseThrow();
      boolean padded = column.type() != ColumnType.VARCHAR && column.type() != ColumnType.TEXT;
      boolean words =
          switch (column.type()) {
            case CHAR, VARCHAR, TEXT, ENUM, SET -> true;
            default -> false; // digits are equal under no collation
          };
      if (words
          && found.text()
          && inUniqueKey(found, target)
          && !CollationOrder.fineEnough(column.collation(), found.collation(), padded)) {
        problems.add(
            "the key column "
                + found.name()
                + " has the collation "
                + found.collation()
                + ", under which keys may be equal that are different under the source's "
                + column.collation()
                + "; give it the source's collation or utf8mb4_0900_bin,"
                + " or accept it by collation.coarser.allowed");
      }
    }
    return problems;
  }

  /** Hazard 3. Tables without an identity are not written by UPSERT at all. */
  private Optional<String> upsert(TargetTable target) {
    if (settings.writeMode() != WriteMode.UPSERT
        || target.identity().isEmpty()
        || target.uniqueKeys().size() <= 1) {
      return Optional.empty();
    }
    return Optional.of(
        "with write.mode=upsert the target table must have one unique key only, this one has "
            + target.uniqueKeys().stream().map(TargetKey::name).toList()
            + ": an INSERT .. ON DUPLICATE KEY UPDATE could write over another row, one that shares"
            + " a second key; drop all but one of them, or write the table by a sink of its own with"
            + " write.mode=replace");
  }

  private static boolean inUniqueKey(TargetColumn column, TargetTable target) {
    return target.uniqueKeys().stream()
        .flatMap(key -> key.parts().stream())
        .anyMatch(part -> column.name().equalsIgnoreCase(part.column()));
  }

  /** Hazards 2 and 4. */
  private static List<String> merge(TableDescriptor descriptor, TargetTable target) {
    List<String> problems = new ArrayList<>();
    MergedTable.refusal(target).ifPresent(problems::add);
    if (descriptor.excluded().contains(ChangeKind.DELETE)) {
      problems.add(
          "the source leaves out DELETE events (event.exclude.list), so a table of merge.tables would"
              + " keep rows that no shard has; do not exclude them");
    }
    return problems;
  }

  /** The sink alone writes the column that names a row's shard. */
  private Optional<String> ownerColumn(TableDescriptor descriptor, TargetTable target) {
    String column = settings.ownership().sourceColumn();
    if (target.column(column).isEmpty() || !names(descriptor).contains(lower(column))) {
      return Optional.empty();
    }
    return Optional.of(
        "the source writes the column "
            + column
            + " itself, in which merge.source.column keeps each row's shard; name another column"
            + " there, or none");
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
