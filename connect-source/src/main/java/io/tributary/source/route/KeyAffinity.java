package io.tributary.source.route;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.AffinityRule.KeyColumn;
import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Chooses the partition of each row of one captured table, by its affinity key: the columns that
 * {@code affinity.keys} names for the target table, else the source's primary key, in the order of
 * their names. A table that {@code affinity.tables} names, or that has neither, goes whole to one
 * partition.
 *
 * <p>Made once per table schema. Not thread-safe.
 */
public final class KeyAffinity {
  private final TableDescriptor descriptor;
  private final int[] columns;
  private final KeyFolding[] foldings;
  private final int partitions;
  private final int wholePartition;
  private final KeyHash hash = new KeyHash();

  private KeyAffinity(TableDescriptor descriptor, int[] columns) {
    this.descriptor = descriptor;
    this.columns = columns;
    this.foldings = new KeyFolding[columns.length];
    for (int i = 0; i < columns.length; i++) {
      foldings[i] = new KeyFolding(descriptor.columns().get(columns[i]), descriptor.target());
    }
    this.partitions = descriptor.affinity().partitions();
    this.wholePartition = wholePartition(descriptor.target(), partitions);
  }

  /**
   * The affinity of a table with these columns.
   *
   * @throws RouteException when {@code affinity.keys} names a column that the table does not have,
   *     a key column's type cannot be folded, or {@code provenance.columns} names one of its
   *     columns
   */
  public static KeyAffinity of(RoutedTable table, List<Column> columns, AffinityOptions options)
      throws RouteException {
    checkProvenance(table, columns);
    int[] key = sortedByName(keyColumns(table, columns, options), columns);
    List<KeyColumn> keyColumns = new ArrayList<>();
    for (int index : key) {
      Column column = columns.get(index);
      Fold fold = KeyFolding.of(column.type());
      if (fold == null) {
        throw new RouteException(
            AffinityOptions.KEYS,
            table.target()
                + ": column "
                + column.name()
                + " of "
                + table.source()
                + " is "
                + column.type()
                + ", which cannot be part of an affinity key; name other columns, or the table in "
                + AffinityOptions.TABLES);
      }
      keyColumns.add(new KeyColumn(lowerCase(column.name()), fold));
    }
    AffinityRule rule = new AffinityRule(keyColumns, KeyFolding.VERSION, options.partitions());
    return new KeyAffinity(
        new TableDescriptor(
            table.source(), table.target(), rule, table.excluded(), table.provenance(), columns),
        key);
  }

  private static void checkProvenance(RoutedTable table, List<Column> columns)
      throws RouteException {
    for (Provenance provenance : table.provenance()) {
      if (indexOf(provenance.column(), columns) >= 0) {
        throw new RouteException(
            ProvenanceColumn.OPTION,
            table.source() + " has a column " + provenance.column() + " of its own; name another");
      }
    }
  }

  private static List<Integer> keyColumns(
      RoutedTable table, List<Column> columns, AffinityOptions options) throws RouteException {
    List<Integer> key = new ArrayList<>();
    if (options.whole(table.target())) {
      return key;
    }
    List<String> named = options.keyOf(table.target());
    if (named == null) {
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).key() > 0) {
          key.add(i);
        }
      }
      return key;
    }
    for (String name : named) {
      int index = indexOf(name, columns);
      if (index < 0) {
        throw new RouteException(
            AffinityOptions.KEYS,
            table.target()
                + ": the source table "
                + table.source()
                + " has no column "
                + name
                + "; its columns are "
                + String.join(", ", columns.stream().map(Column::name).toList()));
      }
      key.add(index);
    }
    return key;
  }

  /** Names compare without case, as MySQL compares column names. */
  private static int indexOf(String name, List<Column> columns) {
    for (int i = 0; i < columns.size(); i++) {
      if (lowerCase(columns.get(i).name()).equals(lowerCase(name))) {
        return i;
      }
    }
    return -1;
  }

  private static int[] sortedByName(List<Integer> key, List<Column> columns) {
    return key.stream()
        .sorted(Comparator.comparing(index -> lowerCase(columns.get(index).name())))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** The descriptor of the table: one object, for as long as this affinity is used. */
  public TableDescriptor descriptor() {
    return descriptor;
  }

  /** The rule that all sources must agree on; without columns when the table goes whole. */
  public AffinityRule rule() {
    return descriptor.affinity();
  }

  /**
   * The partition of a row.
   *
   * @param row an image with all columns of the affinity key
   * @throws RouteException when the image lacks one, or its value cannot be folded
   */
  public int partition(Row row) throws RouteException {
    return partition(row, row);
  }

  /**
   * The partition of the row after an UPDATE.
   *
   * @param before the row before; gives the key columns that {@code after} lacks because they did
   *     not change (row images other than FULL)
   * @param after the row after
   * @throws RouteException when neither has a column of the key, or a value cannot be folded
   */
  public int partition(Row before, Row after) throws RouteException {
    if (columns.length == 0 || partitions == 1) {
      return wholePartition;
    }
    hash.reset();
    for (int i = 0; i < columns.length; i++) {
      Object value = after.value(columns[i]);
      if (value == Row.ABSENT) {
        value = before.value(columns[i]);
      }
      if (value == Row.ABSENT) {
        throw absent(descriptor.columns().get(columns[i]));
      }
      foldings[i].add(hash, value);
    }
    return hash.partition(partitions);
  }

  private RouteException absent(Column column) {
    return new RouteException(
        AffinityOptions.KEYS,
        descriptor.target()
            + ": a row image of "
            + descriptor.source()
            + " has no value for column "
            + column.name()
            + "; set binlog_row_image=FULL on the source, or name the table in "
            + AffinityOptions.TABLES);
  }

  private static int wholePartition(TableName target, int partitions) {
    TableName name = AffinityOptions.lowerCase(target);
    KeyHash hash = new KeyHash();
    for (byte b : (name.schema() + "." + name.table()).getBytes(StandardCharsets.UTF_8)) {
      hash.add(b);
    }
    return hash.partition(partitions);
  }
}
