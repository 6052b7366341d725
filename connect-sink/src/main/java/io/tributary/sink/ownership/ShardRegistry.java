package io.tributary.sink.ownership;

import io.tributary.format.model.TableName;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers of target tables and of the shards that write to each, allocated once for ever in
 * committed transactions of their own (hazard 28): a number that was rolled back with the data
 * could be given to two shards. Likewise the road of each merged table, so that all writers take
 * the same one.
 *
 * <p>Not thread-safe: belongs to one applier. Several appliers allocate at once safely: they lock
 * the row of the target table.
 */
public final class ShardRegistry {
  /** What is registered of one target table. */
  private record Known(int number, Map<Shard, Integer> shards, TableUse road) {}

  /**
   * What became of a registration.
   *
   * @param table number of the target table
   * @param shard number of the shard, from 1; 0 when it was not registered
   * @param other another shard that writes to the table although only one may; else null
   * @param road the road by which the table has been merged until now, null when by none
   */
  public record Registration(int table, int shard, Shard other, TableUse road) {
    /** Whether the table is merged otherwise than it was until now. */
    public boolean roadChanged(TableUse use) {
      return road != null && road != use;
    }
  }

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
   * Makes sure that the shard is registered for a target table, and the road of a merged one. The
   * shard is not registered where another one is alone, nor where the road is another one.
   */
  public Registration register(TableName target, Shard shard, TableUse use) throws TargetException {
    if (!created) {
      metadata.run(
          transaction -> {
            tables.create(transaction);
            return null;
          });
      created = true;
    }
    Known found = known.get(target);
    if (found == null
        || !found.shards.containsKey(shard)
        || found.road != (use.merged() ? use : null)) {
      found = metadata.run(transaction -> allocated(transaction, target, shard, use));
      known.put(target, found);
    }
    Optional<Shard> other =
        use.several()
            ? Optional.empty()
            : found.shards.keySet().stream().filter(any -> !any.equals(shard)).findAny();
    return new Registration(
        found.number, found.shards.getOrDefault(shard, 0), other.orElse(null), found.road);
  }

  private Known allocated(
      TargetTransaction transaction, TableName target, Shard shard, TableUse use)
      throws TargetException {
    int number = lockedNumber(transaction, target);
    TableUse road = road(transaction, number, use);
    Map<Shard, Integer> shards = shards(transaction, number);
    boolean changed = road != null && road != use;
    if (!changed && !shards.containsKey(shard) && (use.several() || shards.isEmpty())) {
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
    return new Known(number, shards, road);
  }

  /** The road that the table has taken: the first one is written down and stays. */
  private TableUse road(TargetTransaction transaction, int number, TableUse use)
      throws TargetException {
    String select =
        "SELECT road FROM "
            + tables.mergedTable()
            + " WHERE target_table = "
            + number
            + " FOR UPDATE";
    List<String> roads = transaction.query(select, row -> row.text(1));
    if (!roads.isEmpty()) {
      return TableUse.valueOf(roads.get(0).toUpperCase(Locale.ROOT));
    }
    if (!use.merged()) {
      return null;
    }
    transaction.update(
        "INSERT INTO "
            + tables.mergedTable()
            + " (target_table, road) VALUES ("
            + number
            + ", "
            + Quoting.string(use.name().toLowerCase(Locale.ROOT))
            + ")");
    return use;
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
