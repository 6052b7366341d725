package io.tributary.sink.sql;

import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.sink.ownership.LedgerTables;
import io.tributary.sink.ownership.MergedTable;
import io.tributary.sink.ownership.Shard;
import io.tributary.sink.ownership.ShardRegistry;
import io.tributary.sink.ownership.ShardRegistry.Registration;
import io.tributary.sink.ownership.TableUse;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.TargetCatalog;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.PositionedRecord;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The descriptors that were met, each checked against its target table at first sight and bound to
 * it; a descriptor that differs in anything is another one and is checked anew.
 *
 * <p>Not thread-safe: belongs to one applier.
 */
final class BoundTables {
  /**
   * A descriptor ready for use.
   *
   * @param binding to its target table
   * @param merged the table when it is one of {@code merge.tables}, else null
   * @param shard number of the shard
   */
  record Bound(TableBinding binding, MergedTable merged, int shard) {}

  private record Seen(String source, TableDescriptor descriptor) {}

  private static final int MAX_OBJECTS = 1_024;

  private final SafeModeSettings settings;
  private final ShardRegistry registry;
  private final TargetCatalog catalog = new TargetCatalog();
  private final Map<Seen, Bound> bound = new HashMap<>();

  /**
   * The same by source and by the descriptor's identity: records repeat the same object, and to
   * compare all its columns for each of them would take longer than to write the rows.
   */
  private final Map<String, Map<TableDescriptor, Bound>> boundObjects = new HashMap<>();

  BoundTables(
      SafeModeSettings settings, LedgerTables ledgerTables, CommittedTransactions metadata) {
    this.settings = settings;
    this.registry = new ShardRegistry(ledgerTables, metadata);
  }

  /** The bound descriptor of a record, checked when it is new. */
  Bound bound(TargetTransaction transaction, PositionedRecord record, TableDescriptor descriptor)
      throws TargetException, ApplyException {
    Map<TableDescriptor, Bound> objects =
        boundObjects.computeIfAbsent(
            record.record().origin().source(), source -> new IdentityHashMap<>());
    Bound known = objects.get(descriptor);
    if (known == null) {
      known = equallyBound(transaction, record, descriptor);
      if (objects.size() >= MAX_OBJECTS) {
        objects.clear();
      }
      objects.put(descriptor, known);
    }
    return known;
  }

  private Bound equallyBound(
      TargetTransaction transaction, PositionedRecord record, TableDescriptor descriptor)
      throws TargetException, ApplyException {
    Seen seen = new Seen(record.record().origin().source(), descriptor);
    Bound known = bound.get(seen);
    if (known == null) {
      known = bind(transaction, record, descriptor);
      bound.put(seen, known);
    }
    return known;
  }

  /** Forgets what was read of the target's tables; shard numbers stay, they were committed. */
  void forget() {
    bound.clear();
    boundObjects.clear();
    catalog.clear();
  }

  private Bound bind(
      TargetTransaction transaction, PositionedRecord record, TableDescriptor descriptor)
      throws TargetException, ApplyException {
    TableName name = descriptor.target();
    // The table may have been altered for the sake of this very descriptor.
    catalog.forget(name);
    Optional<TargetTable> table = catalog.table(transaction, name);
    if (table.isEmpty()) {
      String problem = "the target has no table " + name + "; create it and restart the task";
      throw refused(record, descriptor, List.of(problem));
    }
    DescriptorCheck check = new DescriptorCheck(settings, transaction.server());
    List<String> problems = check.problems(descriptor, table.get());
    boolean merged = settings.mergeTables().contains(name.toString());
    if (!problems.isEmpty()) {
      throw refused(record, descriptor, problems);
    }
    Shard shard = new Shard(record.record().origin().source(), descriptor.source());
    TargetColumn owner = merged ? owner(table.get()) : null;
    Registration registered = registry.register(name, shard, use(name, owner));
    Optional<String> refusal = Sharing.refusal(settings, table.get(), shard, owner, registered);
    if (refusal.isPresent()) {
      throw refused(record, descriptor, List.of(refusal.get()));
    }
    int number = registered.shard();
    TableBinding binding =
        new TableBinding(
            descriptor,
            table.get(),
            new Literals(transaction.server().tidb()),
            owner == null ? null : new TableBinding.Constant(owner, MergedTable.literal(number)));
    return new Bound(
        binding, merged ? new MergedTable(table.get(), registered.table(), owner) : null, number);
  }

  /** The column that names the owner of each row; null where the ledger does. */
  private TargetColumn owner(TargetTable table) {
    String column = settings.ownership().sourceColumn();
    return column.isEmpty() ? null : table.column(column).orElse(null);
  }

  private TableUse use(TableName table, TargetColumn owner) {
    if (settings.mergeTables().contains(table.toString())) {
      return owner == null ? TableUse.LEDGER : TableUse.COLUMN;
    }
    return settings.mergeDisjointTables().contains(table.toString())
        ? TableUse.DISJOINT
        : TableUse.ONE_SHARD;
  }

  private static ApplyException refused(
      PositionedRecord record, TableDescriptor descriptor, List<String> problems) {
    return new ApplyException(
        ApplyException.Kind.FATAL,
        Place.of(record, descriptor) + ": " + String.join("; also: ", problems));
  }
}
