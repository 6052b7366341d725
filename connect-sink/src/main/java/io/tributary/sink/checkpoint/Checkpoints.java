package io.tributary.sink.checkpoint;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.Collection;
import java.util.Map;

/**
 * The checkpoint tables. Every method runs its statements in the transaction that it is given, or
 * outside of one where it says so; none begins or ends one. Thread-safe.
 */
public interface Checkpoints {
  /** Makes the tables where they are missing. Outside of a transaction; idempotent. */
  void create(TargetTransaction session) throws TargetException;

  /**
   * Makes the row where it is missing, with epoch 0 and no offset. Outside of a transaction, so
   * that the one which takes the fence has read nothing before (hazard 19).
   */
  void ensure(TargetTransaction session, CheckpointKey key) throws TargetException;

  /**
   * Raises the epoch and returns it. To be the first statement of its transaction, which does
   * nothing else: it waits for a flush of the owner before, and what was read earlier would be
   * older than that flush (hazard 19).
   */
  long raiseEpoch(TargetTransaction transaction, CheckpointKey key) throws TargetException;

  /** Reads everything about the partition. After the epoch was raised, in a later transaction. */
  Checkpoint load(TargetTransaction session, CheckpointKey key) throws TargetException;

  /**
   * Moves the row from one fence to the next, the first statement of every flush (hazard 18).
   *
   * @return false when the row does not hold {@code advance.from()}: the fence is lost
   */
  boolean advance(TargetTransaction transaction, CheckpointKey key, Advance advance)
      throws TargetException;

  /** Stores what is known of these sources now. */
  void save(TargetTransaction transaction, CheckpointKey key, Collection<SourceState> states)
      throws TargetException;

  /**
   * Reads the row with a lock, which waits for a transaction of a lost connection that still holds
   * it: what stands there then is the outcome of that transaction.
   */
  Fence lock(TargetTransaction transaction, CheckpointKey key) throws TargetException;

  /**
   * Stores the affinity rule of a target table unless one is stored, and returns the stored one.
   * Outside of a transaction.
   */
  String affinity(TargetTransaction session, AffinityKey key, String rule) throws TargetException;

  /**
   * Moves checkpoints at an operator's wish: raises their epochs, so that no writer goes on, and
   * gives each source one pass over a gap; what is known of the sources stays (hazard 22), and what
   * is known of a slice that is in the target in part.
   *
   * @param offsets new next offsets; {@link Fence#NO_OFFSET} for where the consumer stands
   */
  void alter(TargetTransaction transaction, Map<CheckpointKey, Long> offsets)
      throws TargetException;

  /** The partitions of a connector that have a checkpoint. */
  Collection<CheckpointKey> keys(TargetTransaction session, String connector)
      throws TargetException;

  /**
   * Names the affinity rule of one target table.
   *
   * @param connector name of the sink connector
   * @param topic Kafka topic
   * @param table target table, {@code schema.table}
   */
  record AffinityKey(String connector, String topic, String table) {}
}
