package io.tributary.sink;

import io.tributary.format.model.TableName;
import io.tributary.sink.ownership.MergedTable;
import io.tributary.sink.tidb.TargetCatalog;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks the target before the first record whether the tables of {@code merge.tables} can be merged.
 * A table that is not there, or that the account does not see, is left to its first record.
 *
 * @param tables {@code merge.tables}
 * @param sourceColumn {@code merge.source.column}, possibly empty
 */
record MergedTablesProbe(List<String> tables, String sourceColumn) {
  /** The least number that a shard can have. */
  private static final int FIRST_SHARD = 1;

  MergedTablesProbe {
    tables = List.copyOf(tables);
  }

  /** What stands in the way, one finding for each table. */
  List<Finding> check(TargetTransaction session) throws TargetException {
    TargetCatalog catalog = new TargetCatalog();
    List<Finding> findings = new ArrayList<>();
    for (String name : tables) {
      int dot = name.indexOf('.');
      TableName table = new TableName(name.substring(0, dot), name.substring(dot + 1));
      catalog
          .table(session, table)
          .flatMap(this::refusal)
          .ifPresent(reason -> findings.add(finding(name, reason)));
    }
    return findings;
  }

  private Optional<String> refusal(TargetTable table) {
    return MergedTable.refusal(table)
        .or(
            () ->
                table
                    .column(sourceColumn)
                    .flatMap(owner -> MergedTable.refusal(table, owner, FIRST_SHARD)));
  }

  private static Finding finding(String table, String reason) {
    return new Finding(TableOptions.MERGE_TABLES, table + ": " + reason + ".");
  }
}
