package io.tributary.sink.ownership;

import io.tributary.format.model.TableName;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers of target tables and of the shards that write to each, allocated once for ever in
 * committed transactions of their own (hazard 28): a number that was rolled back with the data
 * could be given to two shards.
 *
 * <p>Not thread-safe: belongs to one applier. Several appliers allocate at once safely: they lock
 * the row of the target table.
 */
public final class ShardRegistry {
  /** Numbers of one target table. */
  private record Known(int number, Map<Shard, Integer> shards) {}

  private final LedgerTables tables;
  private final CommittedTransactions metadata;
  private final Map<TableName, Known> known = new HashMap<>();
  private boolean created;

  /** A registry in these tables. */
  public ShardRegistry(LedgerTables tables, CommittedTransactions metadata) {
    this.tables = tables;
    this.metadata = metadata;
  }

  /**
   * Makes sure that the shard is registered for a target table.
   *
   * @param several whether more than one shard may write to the table
   * @return another shard that writes to the table although only one may: nothing was registered
   *     then; empty when all is well
   */
  public Optional<Shard> register(TableName target, Shard shard, boolean several)
      throws TargetException {
    if (!created) {
      metadata.run(
          transaction -> {
            tables.create(transaction);
            return null;
          });
      created = true;
    }
    Known found = known.get(target);
    if (found == null || !found.shards.containsKey(shard)) {
      found = metadata.run(transaction -> allocated(transaction, target, shard, several));
      known.put(target, found);
    }
    return several
        ? Optional.empty()
        : found.shards.keySet().stream().filter(other -> !other.equals(shard)).findAny();
  }

  /** The number of a target table of which {@link #register} was called. */
  public int tableNumber(TableName target) {
    return known.get(target).number;
  }

  /** The number of a registered shard, from 1. */
  public int shardNumber(TableName target, Shard shard) {
    return known.get(target).shards.get(shard);
  }

  private Known allocated(
      TargetTransaction transaction, TableName target, Shard shard, boolean several)
      throws TargetException {
    int number = lockedNumber(transaction, target);
    Map<Shard, Integer> shards = shards(transaction, number);
    if (!shards.containsKey(shard) && (several || shards.isEmpty())) {
      int next = shards.values().stream().mapToInt(Integer::intValue).max().orElse(0) + 1;
      transaction.update(
          "INSERT INTO "
              + tables.shard()
              + " (target_table, number, source, source_schema, source_table) VALUES ("
              + number
              + ", "
              + next
              + ", "
              + Quoting.string(shard.source())
              + ", "
              + Quoting.string(shard.table().schema())
              + ", "
              + Quoting.string(shard.table().table())
              + ")");
      shards.put(shard, next);
    }
    return new Known(number, shards);
  }

  /** Reads with a lock, so that what others committed in between is seen on TiDB too. */
  private int lockedNumber(TargetTransaction transaction, TableName target) throws TargetException {
    String schema = Quoting.string(target.schema());
    String table = Quoting.string(target.table());
    String select =
        "SELECT number FROM "
            + tables.targetTable()
            + " WHERE target_schema = "
            + schema
            + " AND target_table = "
            + table
            + " FOR UPDATE";
    List<Long> numbers = transaction.query(select, row -> row.number(1));
    if (numbers.isEmpty()) {
      transaction.update(
          "INSERT IGNORE INTO "
              + tables.targetTable()
              + " (target_schema, target_table) VALUES ("
              + schema
              + ", "
              + table
              + ")");
      numbers = transaction.query(select, row -> row.number(1));
    }
    return Math.toIntExact(numbers.get(0));
  }

  private Map<Shard, Integer> shards(TargetTransaction transaction, int number)
      throws TargetException {
    record Numbered(Shard shard, int number) {}
    String select =
        "SELECT source, source_schema, source_table, number FROM "
            + tables.shard()
            + " WHERE target_table = "
            + number
            + " FOR UPDATE";
    List<Numbered> rows =
        transaction.query(
            select,
            row -> {
              TableName table = new TableName(row.text(2), row.text(3));
              return new Numbered(new Shard(row.text(1), table), Math.toIntExact(row.number(4)));
            });
    Map<Shard, Integer> shards = new HashMap<>();
    rows.forEach(row -> shards.put(row.shard, row.number));
    return shards;
  }
}
