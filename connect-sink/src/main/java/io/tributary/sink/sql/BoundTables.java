package io.tributary.sink.sql;

import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.sink.ownership.LedgerTables;
import io.tributary.sink.ownership.Ownership;
import io.tributary.sink.ownership.Shard;
import io.tributary.sink.ownership.ShardRegistry;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.TargetCatalog;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.PositionedRecord;
import java.util.ArrayList;
import java.util.HashMap;
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
   * @param merged whether the table is one of {@code merge.tables}
   * @param table number of the target table
   * @param shard number of the shard
   */
  record Bound(TableBinding binding, boolean merged, int table, int shard) {}

  private record Seen(String source, TableDescriptor descriptor) {}

  private final SafeModeSettings settings;
  private final ShardRegistry registry;
  private final TargetCatalog catalog = new TargetCatalog();
  private final Map<Seen, Bound> bound = new HashMap<>();

  BoundTables(
      SafeModeSettings settings, LedgerTables ledgerTables, CommittedTransactions metadata) {
    this.settings = settings;
    this.registry = new ShardRegistry(ledgerTables, metadata);
  }

  /** The bound descriptor of a record, checked when it is new. */
  Bound bound(TargetTransaction transaction, PositionedRecord record, TableDescriptor descriptor)
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
    List<String> problems = new ArrayList<>(check.problems(descriptor, table.get()));
    boolean merged = settings.mergeTables().contains(name.toString());
    if (merged && problems.isEmpty()) {
      Ownership.refusal(table.get()).ifPresent(problems::add);
    }
    if (!problems.isEmpty()) {
      throw refused(record, descriptor, problems);
    }
    Shard shard = new Shard(record.record().origin().source(), descriptor.source());
    boolean several = merged || settings.mergeDisjointTables().contains(name.toString());
    Optional<Shard> other = registry.register(name, shard, several);
    if (other.isPresent()) {
      throw refused(record, descriptor, List.of(secondShard(name, shard, other.get())));
    }
    Literals literals = new Literals(transaction.server().tidb());
    TableBinding binding = new TableBinding(descriptor, table.get(), literals);
    return new Bound(
        binding, merged, registry.tableNumber(name), registry.shardNumber(name, shard));
  }

  private String secondShard(TableName target, Shard shard, Shard other) {
    return "the shard "
        + shard
        + " writes to the target table "
        + target
        + ", to which "
        + other
        + " writes already; name the table in merge.tables if rows may move between shards, in"
        + " merge.disjoint.tables if no two shards ever have the same key. If "
        + other
        + " will never write again, delete its row from "
        + settings.metadataDatabase()
        + ".shard";
  }

  private static ApplyException refused(
      PositionedRecord record, TableDescriptor descriptor, List<String> problems) {
    return new ApplyException(
        ApplyException.Kind.FATAL,
        Place.of(record, descriptor) + ": " + String.join("; also: ", problems));
  }
}
