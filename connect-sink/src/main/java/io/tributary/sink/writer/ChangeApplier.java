package io.tributary.sink.writer;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.List;

/**
 * Turns the changes of records into statements of one target transaction.
 *
 * <p>Belongs to one writer and its thread.
 */
public interface ChangeApplier {
  /**
   * Refuses what could not be applied without loss (target table missing, columns narrower, keys
   * not covered). Called for every record before it becomes part of a run; may read the target's
   * catalog over the given transaction, writes nothing.
   */
  void check(TargetTransaction transaction, PositionedRecord record)
      throws TargetException, ApplyException;

  /**
   * Writes the net effect of a run of records, in their order, into the open transaction. The
   * checkpoint's statement has run before; commit and rollback are the caller's.
   */
  void apply(TargetTransaction transaction, List<PositionedRecord> run)
      throws TargetException, ApplyException;

  /** The transaction of the last {@code apply} was committed. */
  void committed();

  /** It was not, or nobody knows: whatever was remembered of the target is void. */
  void rolledBack();
}
