package io.tributary.sink.sql;

import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.sink.ownership.LedgerTables;
import io.tributary.sink.ownership.MergedChanges;
import io.tributary.sink.ownership.Ownership;
import io.tributary.sink.ownership.OwnershipMetrics;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.ChangeApplier;
import io.tributary.sink.writer.PositionedRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Applies runs of records as safe-mode statements: multi-row DELETE, then multi-row REPLACE.
 *
 * <p>Three kinds of target tables: those of {@code merge.tables} go through {@link Ownership},
 * which turns the changes of all shards into effects; other tables with a key go straight to their
 * net effect; tables without a key are changed row by row.
 *
 * <p>Not thread-safe: belongs to one writer and its thread. Keeps what it has checked of the
 * target, the shard numbers and owners of rows; {@link #rolledBack()} drops what may have become
 * wrong.
 */
public final class SafeModeApplier implements ChangeApplier {
  private final SafeModeSettings settings;
  private final BoundTables tables;
  private final LedgerTables ledgerTables;
  private final OwnershipMetrics ownershipMetrics;
  private StatementLimits limits;
  private Ownership ownership;

  /**
   * @param settings the options
   * @param metadata transactions of their own, in which shard numbers are allocated and the
   *     ledger's tables created (hazard 28): what they write must stay although the writer's
   *     transaction is rolled back
   */
  public SafeModeApplier(SafeModeSettings settings, CommittedTransactions metadata) {
    this(settings, metadata, new OwnershipMetrics());
  }

  /** As above, and counts what ownership does. */
  public SafeModeApplier(
      SafeModeSettings settings,
      CommittedTransactions metadata,
      OwnershipMetrics ownershipMetrics) {
    this.settings = settings;
    this.ownershipMetrics = ownershipMetrics;
    this.ledgerTables = new LedgerTables(settings.metadataDatabase());
    this.tables = new BoundTables(settings, ledgerTables, metadata);
  }

  @Override
  public void check(TargetTransaction transaction, PositionedRecord record)
      throws TargetException, ApplyException {
    for (TableDescriptor descriptor : record.record().tables()) {
      tables.bound(transaction, record, descriptor);
    }
  }

  @Override
  public void apply(TargetTransaction transaction, List<PositionedRecord> run)
      throws TargetException, ApplyException {
    prepare(transaction);
    NetEffect net = new NetEffect();
    Map<TableName, MergedChanges> merged = new TreeMap<>();
    KeylessWriter keyless = new KeylessWriter(transaction, limits);
    for (PositionedRecord positioned : run) {
      take(transaction, positioned, new Destinations(net, merged, keyless));
    }
    keyless.flush();
    for (MergedChanges changes : merged.values()) {
      resolve(transaction, changes, net.on(changes.table().target()));
    }
    for (NetEffect.OnTable effect : net.tables()) {
      write(transaction, effect);
    }
  }

  private void write(TargetTransaction transaction, NetEffect.OnTable effect)
      throws TargetException {
    SafeModeStatements statements = new SafeModeStatements(limits, settings.writeMode());
    try {
      for (String sql : statements.of(effect)) {
        transaction.update(sql);
      }
    } catch (TargetException e) {
      throw e.kind() == TargetException.Kind.DATA ? named(transaction, effect, e) : e;
    }
  }

  /**
   * The error with the table and the key of the row that it is about. One by one the rows show
   * which it is; what that writes goes with the transaction, which is lost already.
   */
  private TargetException named(
      TargetTransaction transaction, NetEffect.OnTable effect, TargetException error) {
    StatementLimits one = new StatementLimits(1, limits.maxChars());
    SafeModeStatements statements = new SafeModeStatements(one, settings.writeMode());
    for (NetEffect.Effect row : effect.put()) {
      try {
        for (String sql : statements.puts(effect.table(), List.of(row))) {
          transaction.update(sql);
        }
      } catch (TargetException e) {
        return new TargetException(
            e.kind(),
            e.errorCode(),
            Place.of(effect.table(), row.key()) + ": " + e.getMessage(),
            e);
      }
    }
    return error;
  }

  /** Where the changes of a run go. */
  private record Destinations(
      NetEffect net, Map<TableName, MergedChanges> merged, KeylessWriter keyless) {}

  private void take(
      TargetTransaction transaction, PositionedRecord positioned, Destinations destinations)
      throws TargetException, ApplyException {
    List<TableDescriptor> descriptors = positioned.record().tables();
    BoundTables.Bound[] bound = new BoundTables.Bound[descriptors.size()];
    for (int i = 0; i < bound.length; i++) {
      bound[i] = tables.bound(transaction, positioned, descriptors.get(i));
    }
    long commitMicros = positioned.record().commit().micros();
    for (Change change : positioned.record().changes()) {
      BoundTables.Bound table = bound[change.table()];
      try {
        if (table.merged() != null) {
          take(table, change, commitMicros, destinations.merged);
        } else if (table.binding().keyed()) {
          take(table.binding(), change, commitMicros, destinations.net);
        } else {
          destinations.keyless.apply(table.binding(), change, commitMicros);
        }
      } catch (ApplyException e) {
        String where = Place.of(positioned, descriptors.get(change.table()));
        throw new ApplyException(e.kind(), where + ": " + e.getMessage(), e);
      }
    }
  }

  private void resolve(
      TargetTransaction transaction, MergedChanges changes, NetEffect.OnTable effect)
      throws TargetException {
    for (Ownership.Effect one : ownership.apply(transaction, changes)) {
      if (one.row() == null) {
        effect.remove(one.key(), one.condition());
      } else {
        effect.put(one.key(), one.row());
      }
    }
  }

  private void prepare(TargetTransaction transaction) throws TargetException {
    if (limits == null) {
      long packetBytes =
          transaction.query("SELECT @@max_allowed_packet", row -> row.number(1)).get(0);
      limits = StatementLimits.DEFAULT.within(packetBytes);
      ownership = new Ownership(ledgerTables, limits, settings.ownership(), ownershipMetrics);
    }
  }

  private static void take(TableBinding binding, Change change, long commitMicros, NetEffect net)
      throws ApplyException {
    if (change instanceof Change.Insert insert) {
      net.insert(binding, insert.after(), commitMicros);
    } else if (change instanceof Change.Update update) {
      net.update(binding, update.before(), update.after(), commitMicros);
    } else if (change instanceof Change.Delete delete) {
      net.delete(binding, delete.before());
    }
  }

  private static void take(
      BoundTables.Bound bound,
      Change change,
      long commitMicros,
      Map<TableName, MergedChanges> merged)
      throws ApplyException {
    TableBinding binding = bound.binding();
    MergedChanges changes =
        merged.computeIfAbsent(binding.target().name(), name -> new MergedChanges(bound.merged()));
    int shard = bound.shard();
    if (change instanceof Change.Insert insert) {
      Row row = insert.after();
      changes.insert(shard, binding.key(row), binding.row(row, commitMicros));
    } else if (change instanceof Change.Update update) {
      List<String> before = binding.key(update.before());
      List<String> after = binding.key(update.after());
      changes.update(shard, before, after, binding.row(update.after(), commitMicros));
    } else if (change instanceof Change.Delete delete) {
      changes.delete(shard, binding.key(delete.before()));
    }
  }

  @Override
  public void committed() {
    // What is remembered of the rows is what was written.
  }

  @Override
  public void rolledBack() {
    tables.forget();
    if (ownership != null) {
      ownership.forget();
    }
  }
}
