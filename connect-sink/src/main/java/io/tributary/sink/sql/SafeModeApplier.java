package io.tributary.sink.sql;

import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.ChangeApplier;
import io.tributary.sink.writer.PositionedRecord;
import java.util.List;
import java.util.Objects;

/**
 * Applies runs of records as safe-mode statements: multi-row DELETE, then multi-row REPLACE.
 *
 * <p>Not thread-safe: belongs to one writer and its thread. Keeps the target's catalog, the shard
 * numbers and what it has checked; {@link #rolledBack()} drops what may have become wrong.
 */
public final class SafeModeApplier implements ChangeApplier {
  private final SafeModeSettings settings;
  private final CommittedTransactions metadata;

  /**
   * @param settings the options
   * @param metadata transactions of their own, in which shard numbers are allocated and the
   *     ledger's tables created (hazard 28): what they write must stay although the writer's
   *     transaction is rolled back
   */
  public SafeModeApplier(SafeModeSettings settings, CommittedTransactions metadata) {
    this.settings = Objects.requireNonNull(settings);
    this.metadata = Objects.requireNonNull(metadata);
  }

  @Override
  public void check(TargetTransaction transaction, PositionedRecord record)
      throws TargetException, ApplyException {
    throw new UnsupportedOperationException("not built yet: " + settings + metadata);
  }

  @Override
  public void apply(TargetTransaction transaction, List<PositionedRecord> run)
      throws TargetException, ApplyException {
    throw new UnsupportedOperationException("not built yet");
  }

  @Override
  public void committed() {}

  @Override
  public void rolledBack() {}
}
