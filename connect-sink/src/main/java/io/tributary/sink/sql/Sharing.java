package io.tributary.sink.sql;

import io.tributary.sink.ownership.MergedTable;
import io.tributary.sink.ownership.Shard;
import io.tributary.sink.ownership.ShardRegistry.Registration;
import io.tributary.sink.ownership.TableUse;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetTable;
import java.util.Optional;

/** Whether a shard may write to a target table as the options and the registry have it. Pure. */
final class Sharing {
  private Sharing() {}

  /**
   * What stands against it, and what to do; empty when nothing does.
   *
   * @param owner the column that names each row's shard; null on every other road
   */
  static Optional<String> refusal(
      SafeModeSettings settings,
      TargetTable target,
      Shard shard,
      TargetColumn owner,
      Registration registered) {
    boolean merged = settings.mergeTables().contains(target.name().toString());
    if (registered.other() != null) {
      return Optional.of(secondShard(settings, target, shard, registered.other()));
    }
    TableUse use = owner == null ? TableUse.LEDGER : TableUse.COLUMN;
    if (!merged && registered.road() != null) {
      return Optional.of(unmerged(settings, target, registered.table()));
    }
    if (merged && registered.roadChanged(use)) {
      return Optional.of(roadChanged(settings, target, use, registered.table()));
    }
    return owner == null
        ? Optional.empty()
        : MergedTable.refusal(target, owner, registered.shard());
  }

  private static String secondShard(
      SafeModeSettings settings, TargetTable target, Shard shard, Shard other) {
    return "the shard "
        + shard
        + " writes to the target table "
        + target.name()
        + ", to which "
        + other
        + " writes already; name the table in merge.tables if rows may move between shards, in"
        + " merge.disjoint.tables if no two shards ever have the same key. If "
        + other
        + " will never write again, delete its row from "
        + settings.metadataDatabase()
        + ".shard";
  }

  private static String unmerged(SafeModeSettings settings, TargetTable target, int number) {
    String database = settings.metadataDatabase();
    return "the target table "
        + target.name()
        + " was merged until now and is not in merge.tables any more, so what is known of its rows"
        + " would become wrong; name it there again, or forget who has which row: with the"
        + " connector stopped run DELETE FROM "
        + database
        + ".ledger WHERE target_table = "
        + number
        + "; DELETE FROM "
        + database
        + ".merged_table WHERE target_table = "
        + number
        + ". Rows that are hidden then (hidden > 0) are lost";
  }

  private static String roadChanged(
      SafeModeSettings settings, TargetTable target, TableUse use, int number) {
    String database = settings.metadataDatabase();
    String column = settings.ownership().sourceColumn();
    String switchRoad =
        "UPDATE "
            + database
            + ".merged_table SET road = '"
            + (use == TableUse.COLUMN ? "column" : "ledger")
            + "' WHERE target_table = "
            + number;
    if (use == TableUse.LEDGER) {
      return "the merged target table "
          + target.name()
          + " had the column "
          + (column.isEmpty() ? "of merge.source.column" : column)
          + " until now and has it no more; give it back (all its rows NULL), or with the connector"
          + " stopped let the ledger take over: "
          + switchRoad;
    }
    return "the merged target table "
        + target.name()
        + " was merged by the ledger until now and has the column "
        + column
        + " of merge.source.column; drop the column, or with the connector stopped let it take over:"
        + " DELETE l FROM "
        + database
        + ".ledger l LEFT JOIN (SELECT DISTINCT row_key FROM "
        + database
        + ".ledger WHERE target_table = "
        + number
        + " AND hidden > 0) h ON h.row_key = l.row_key WHERE l.target_table = "
        + number
        + " AND h.row_key IS NULL; "
        + switchRoad;
  }
}
