package io.tributary.sink.checkpoint;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@link Checkpoints} in the tables of {@code metadata.database}. Thread-safe: has no state. */
public final class SqlCheckpoints implements Checkpoints {
  private final MetadataTables tables;
  private final SourceRows sources;

  /**
   * @param database {@code metadata.database}
   */
  public SqlCheckpoints(String database) {
    this.tables = new MetadataTables(database);
    this.sources = new SourceRows(tables.name(MetadataTables.SOURCE));
  }

  @Override
  public void create(TargetTransaction session) throws TargetException {
    Set<String> present =
        new HashSet<>(
            session.query(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = "
                    + SqlText.of(tables.database()),
                row -> row.text(1)));
    Map<String, String> creates = tables.creates();
    // Nothing is created where everything is there: the account need not have CREATE any more.
    if (present.containsAll(creates.keySet())) {
      return;
    }
    session.update(tables.createDatabase());
    for (String create : creates.values()) {
      session.update(create);
    }
  }

  @Override
  public void ensure(TargetTransaction session, CheckpointKey key) throws TargetException {
    session.update(
        "INSERT IGNORE INTO "
            + tables.name(MetadataTables.CHECKPOINT)
            + " (connector, topic, kafka_partition, epoch, version, next_offset, change_index,"
            + " change_bytes, partitions, pass) VALUES ("
            + SqlText.of(key.connector())
            + ", "
            + SqlText.of(key.topic())
            + ", "
            + key.partition()
            + ", 0, 0, "
            + Fence.NO_OFFSET
            + ", 0, 0, 0, 0)");
  }

  @Override
  public long raiseEpoch(TargetTransaction transaction, CheckpointKey key) throws TargetException {
    String row = tables.name(MetadataTables.CHECKPOINT);
    transaction.update("UPDATE " + row + " SET epoch = epoch + 1 WHERE " + where(key));
    return transaction
        .query(
            "SELECT epoch FROM " + row + " WHERE " + where(key) + " FOR UPDATE", r -> r.number(1))
        .get(0);
  }

  @Override
  public Checkpoint load(TargetTransaction session, CheckpointKey key) throws TargetException {
    List<SourceState> states = sources.read(session, where(key));
    return session
        .query(
            "SELECT epoch, version, next_offset, partitions, pass, change_of, change_index,"
                + " change_bytes, change_digest FROM "
                + tables.name(MetadataTables.CHECKPOINT)
                + " WHERE "
                + where(key),
            row ->
                new Checkpoint(
                    new Fence(row.number(1), row.number(2), row.number(3)),
                    (int) row.number(4),
                    row.number(5),
                    states,
                    part(row)))
        .get(0);
  }

  private static AppliedPart part(TargetTransaction.ResultRow row) throws TargetException {
    String slice = row.text(6);
    return slice == null ? null : AppliedPart.of(slice, row.number(7), row.number(8), row.text(9));
  }

  @Override
  public boolean advance(TargetTransaction transaction, CheckpointKey key, Advance advance)
      throws TargetException {
    Fence from = advance.from();
    Fence to = advance.to();
    return transaction.update(
            "UPDATE "
                + tables.name(MetadataTables.CHECKPOINT)
                + " SET next_offset = "
                + to.nextOffset()
                + ", version = "
                + to.version()
                + assignments(advance.part())
                + ", partitions = "
                + advance.partitions()
                + " WHERE "
                + where(key)
                + " AND epoch = "
                + from.epoch()
                + " AND version = "
                + from.version()
                + " AND next_offset = "
                + from.nextOffset())
        == 1;
  }

  private static String assignments(AppliedPart part) {
    return part == null
        ? ", change_index = 0, change_of = NULL, change_bytes = 0, change_digest = NULL"
        : ", change_index = "
            + part.changes()
            + ", change_of = "
            + SqlText.of(part.slice())
            + ", change_bytes = "
            + part.bytes()
            + ", change_digest = "
            + SqlText.of(part.digest());
  }

  @Override
  public void save(TargetTransaction transaction, CheckpointKey key, Collection<SourceState> states)
      throws TargetException {
    if (!states.isEmpty()) {
      transaction.update(sources.replace(key, states));
    }
  }

  @Override
  public Fence lock(TargetTransaction transaction, CheckpointKey key) throws TargetException {
    return transaction
        .query(
            "SELECT epoch, version, next_offset FROM "
                + tables.name(MetadataTables.CHECKPOINT)
                + " WHERE "
                + where(key)
                + " FOR UPDATE",
            row -> new Fence(row.number(1), row.number(2), row.number(3)))
        .get(0);
  }

  @Override
  public String affinity(TargetTransaction session, AffinityKey key, String rule)
      throws TargetException {
    String table = tables.name(MetadataTables.AFFINITY);
    session.update(
        "INSERT IGNORE INTO "
            + table
            + " (connector, topic, target_table, rule) VALUES ("
            + SqlText.of(key.connector())
            + ", "
            + SqlText.of(key.topic())
            + ", "
            + SqlText.of(key.table())
            + ", "
            + SqlText.of(rule)
            + ")");
    return session
        .query(
            "SELECT rule FROM "
                + table
                + " WHERE connector = "
                + SqlText.of(key.connector())
                + " AND topic = "
                + SqlText.of(key.topic())
                + " AND target_table = "
                + SqlText.of(key.table()),
            row -> row.text(1))
        .get(0);
  }

  @Override
  public void alter(TargetTransaction transaction, Map<CheckpointKey, Long> offsets)
      throws TargetException {
    for (Map.Entry<CheckpointKey, Long> entry : offsets.entrySet()) {
      ensure(transaction, entry.getKey());
      transaction.update(
          "UPDATE "
              + tables.name(MetadataTables.CHECKPOINT)
              + " SET epoch = epoch + 1, version = version + 1, next_offset = "
              + entry.getValue()
              + ", pass = pass + 1 WHERE "
              + where(entry.getKey()));
    }
  }

  @Override
  public Collection<CheckpointKey> keys(TargetTransaction session, String connector)
      throws TargetException {
    return session.query(
        "SELECT topic, kafka_partition FROM "
            + tables.name(MetadataTables.CHECKPOINT)
            + " WHERE connector = "
            + SqlText.of(connector),
        row -> new CheckpointKey(connector, row.text(1), (int) row.number(2)));
  }

  private static String where(CheckpointKey key) {
    return "connector = "
        + SqlText.of(key.connector())
        + " AND topic = "
        + SqlText.of(key.topic())
        + " AND kafka_partition = "
        + key.partition();
  }
}
