package io.tributary.sink.sql;

import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.ownership.ShardHistory;
import io.tributary.sink.ownership.ShardHistory.Event;
import io.tributary.sink.ownership.ShardHistory.Kind;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.PositionedRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * One random history of shards as two partitions deliver it, to be played to appliers of either
 * road: batches cut at random, rolled back and delivered again in other pieces, committed with
 * their outcome unknown, writers that take over with nothing remembered.
 */
public final class MergedHistory {
  private static final int PARTITIONS = 2;

  /** Where it is played. */
  public interface Side {
    TargetTransaction transaction();

    CommittedTransactions metadata();

    void begin() throws TargetException;

    void commit() throws TargetException;

    void rollback() throws TargetException;

    /** Schema of the ledger. */
    String metadataDatabase();

    /** The rows of the target table, from key to value. */
    Map<String, String> rows() throws TargetException;
  }

  /** How a key that the target takes for one may be spelled; the value decides. */
  public interface Spelling {
    /** The value of the key column of one row. */
    Object of(int key, int value);

    /** The key column at the sources. */
    Column column();
  }

  private enum Outcome {
    COMMITTED,
    ROLLED_BACK,
    UNKNOWN
  }

  private record Batch(int partition, int from, int to, Outcome outcome, boolean takeover) {}

  private final long seed;
  private final TableName target;
  private final Spelling spelling;
  private final ShardHistory history;
  private final List<List<PositionedRecord>> partitions = new ArrayList<>();
  private final List<Batch> batches = new ArrayList<>();

  /** The history of a seed, of shards that go to this table. */
  public MergedHistory(long seed, TableName target, Spelling spelling) {
    this.seed = seed;
    this.target = target;
    this.spelling = spelling;
    this.history = new ShardHistory(seed);
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(new ArrayList<>());
    }
    Map<Integer, Map<Integer, Integer>> shards = new HashMap<>();
    for (int shard = 0; shard <= ShardHistory.SHARDS; shard++) {
      shards.put(shard, new HashMap<>());
    }
    history
        .preloadedIn()
        .forEach((key, shard) -> shards.get(shard).put(key, history.preloaded().get(key)));
    history.arrival().forEach(event -> deliver(event, shards.get(event.shard())));
    cut(new Random(~seed));
  }

  public long seed() {
    return seed;
  }

  /** Rows that must be in the target before, from key to value. */
  public Map<String, String> preloaded() {
    return rows(history.preloaded());
  }

  /** The union of the shards at the end. */
  public Map<String, String> union() {
    return rows(history.union());
  }

  private Map<String, String> rows(Map<Integer, Integer> values) {
    Map<String, String> rows = new TreeMap<>();
    values.forEach(
        (key, value) -> rows.put(spelling.of(key, value).toString(), Integer.toString(value)));
    return rows;
  }

  /** Plays it and returns the target's rows after every batch. */
  public List<Map<String, String>> play(Side side, OwnershipSettings ownership)
      throws TargetException, ApplyException {
    SafeModeSettings settings =
        new SafeModeSettings(
            Set.of(target.toString()),
            Set.of(),
            Set.of(),
            Set.of(),
            ownership,
            side.metadataDatabase(),
            WriteMode.REPLACE);
    SafeModeApplier[] appliers = new SafeModeApplier[PARTITIONS];
    List<Map<String, String>> seen = new ArrayList<>();
    for (Batch batch : batches) {
      if (batch.takeover || appliers[batch.partition] == null) {
        appliers[batch.partition] = new SafeModeApplier(settings, side.metadata());
      }
      SafeModeApplier applier = appliers[batch.partition];
      side.begin();
      applier.apply(
          side.transaction(), partitions.get(batch.partition).subList(batch.from, batch.to));
      if (batch.outcome == Outcome.ROLLED_BACK) {
        side.rollback();
        applier.rolledBack();
      } else {
        side.commit();
        if (batch.outcome == Outcome.COMMITTED) {
          applier.committed();
        } else {
          applier.rolledBack();
        }
      }
      seen.add(side.rows());
    }
    return seen;
  }

  private void cut(Random random) {
    int[] at = new int[PARTITIONS];
    while (at[0] < partitions.get(0).size() || at[1] < partitions.get(1).size()) {
      int partition = random.nextInt(PARTITIONS);
      int left = partitions.get(partition).size() - at[partition];
      if (left == 0) {
        continue;
      }
      int size = 1 + random.nextInt(random.nextInt(5) == 0 ? left : Math.min(8, left));
      Outcome outcome =
          switch (random.nextInt(8)) {
            case 0, 1 -> Outcome.ROLLED_BACK;
            case 2 -> Outcome.UNKNOWN;
            default -> Outcome.COMMITTED;
          };
      int to = at[partition] + size;
      batches.add(new Batch(partition, at[partition], to, outcome, random.nextInt(8) == 0));
      if (outcome != Outcome.ROLLED_BACK) {
        at[partition] = to;
      }
    }
  }

  /** A change of the key into another partition arrives there as an insert, as sources send it. */
  private void deliver(Event event, Map<Integer, Integer> shard) {
    Row before = event.kind() == Kind.INSERT ? null : row(event.before(), shard);
    shard.remove(event.before());
    if (event.kind() != Kind.DELETE) {
      shard.put(event.after(), event.value());
    }
    Row after = event.kind() == Kind.DELETE ? null : row(event.after(), shard);
    int from = event.before() % PARTITIONS;
    int to = event.after() % PARTITIONS;
    if (event.kind() == Kind.INSERT) {
      send(to, event, new Change.Insert(0, after));
    } else if (event.kind() == Kind.DELETE) {
      send(from, event, new Change.Delete(0, before));
    } else if (from == to) {
      send(to, event, new Change.Update(0, before, after));
    } else {
      send(from, event, new Change.Delete(0, before));
      send(to, event, new Change.Insert(0, after));
    }
  }

  private Row row(int key, Map<Integer, Integer> shard) {
    int value = shard.get(key);
    return Row.of(spelling.of(key, value), (long) value);
  }

  private void send(int partition, Event event, Change change) {
    TableDescriptor table =
        new TableDescriptor(
            new TableName("s", "t" + event.shard()),
            target,
            Records.affinity("id"),
            Set.of(),
            List.of(),
            List.of(spelling.column(), Records.integer("v")));
    partitions.get(partition).add(Records.record("source" + event.source(), table, change));
  }
}
