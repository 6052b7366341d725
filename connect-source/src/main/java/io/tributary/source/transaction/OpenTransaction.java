package io.tributary.source.transaction;

import io.tributary.format.codec.ChangeEncoder;
import io.tributary.format.model.Change;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.source.route.RouteException;
import io.tributary.source.row.RowChange;
import io.tributary.source.statement.Statement;
import java.io.IOException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The captured changes of one transaction whose outcome is not known yet, by partition. */
final class OpenTransaction {
  private final SpillBuffers buffers;
  private final ChangeEncoder encoder;
  private final TreeMap<Integer, PartitionChanges> partitions = new TreeMap<>();
  private final List<Savepoint> savepoints = new ArrayList<>();
  private TransactionException objection;

  OpenTransaction(SpillBuffers buffers, ChangeEncoder encoder) {
    this.buffers = buffers;
    this.encoder = encoder;
  }

  private record Savepoint(String key, Map<Integer, PartitionChanges.Mark> marks) {}

  /**
   * Remembers why the transaction must not be handed out, should it commit. The first one stays.
   */
  void objectTo(TransactionException reason) {
    if (objection == null) {
      objection = reason;
    }
  }

  /**
   * Adds a change. An UPDATE that moves the row to another partition becomes a DELETE there and an
   * INSERT here; both are of this transaction.
   */
  void add(CapturedTable table, RowChange row) throws RouteException, IOException {
    if (row.kind() == ChangeKind.INSERT) {
      insert(table, row);
    } else if (row.kind() == ChangeKind.DELETE) {
      delete(table, row);
    } else if (table.partition(row.before()) != table.partition(row.after())) {
      delete(table, row);
      insert(table, row);
    } else {
      PartitionChanges changes = partition(table.partition(row.after()));
      int index = changes.index(table.descriptor());
      changes.append(new Change.Update(index, row.before(), row.after()), encoder);
    }
  }

  private void insert(CapturedTable table, RowChange row) throws RouteException, IOException {
    PartitionChanges changes = partition(table.partition(row.after()));
    changes.append(new Change.Insert(changes.index(table.descriptor()), row.after()), encoder);
  }

  private void delete(CapturedTable table, RowChange row) throws RouteException, IOException {
    PartitionChanges changes = partition(table.partition(row.before()));
    changes.append(new Change.Delete(changes.index(table.descriptor()), row.before()), encoder);
  }

  private PartitionChanges partition(int number) {
    return partitions.computeIfAbsent(number, any -> new PartitionChanges(buffers.open()));
  }

  /**
   * Does what a statement about savepoints says.
   *
   * @return null, or what is wrong with the statement
   */
  String savepoint(Statement statement) throws IOException {
    if (statement instanceof Statement.Savepoint savepoint) {
      set(savepoint.name());
    } else if (statement instanceof Statement.Release release) {
      release(release.name());
    } else if (statement instanceof Statement.RollbackTo back) {
      return rollbackTo(back.name()) ? null : " names a savepoint that was not set";
    } else {
      return " stands inside a transaction";
    }
    return null;
  }

  /** SAVEPOINT: one of the same name is replaced (manual, "SAVEPOINT"). */
  private void set(String name) {
    String key = key(name);
    savepoints.removeIf(savepoint -> savepoint.key().equals(key));
    Map<Integer, PartitionChanges.Mark> marks = new TreeMap<>();
    partitions.forEach((number, changes) -> marks.put(number, changes.mark()));
    savepoints.add(new Savepoint(key, marks));
  }

  /**
   * ROLLBACK TO: what came after the savepoint is forgotten, and later savepoints; it itself stays.
   *
   * @return false when there is no such savepoint
   */
  private boolean rollbackTo(String name) throws IOException {
    int index = indexOf(name);
    if (index < 0) {
      return false;
    }
    savepoints.subList(index + 1, savepoints.size()).clear();
    Map<Integer, PartitionChanges.Mark> marks = savepoints.get(index).marks();
    for (Map.Entry<Integer, PartitionChanges> entry : partitions.entrySet()) {
      PartitionChanges.Mark mark = marks.get(entry.getKey());
      entry.getValue().backTo(mark == null ? new PartitionChanges.Mark(0, 0, 0) : mark);
    }
    return true;
  }

  /** RELEASE SAVEPOINT: it and later ones are gone, the changes stay. */
  private void release(String name) {
    int index = indexOf(name);
    if (index >= 0) {
      savepoints.subList(index, savepoints.size()).clear();
    }
  }

  private int indexOf(String name) {
    String key = key(name);
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Names compare as utf8mb3_general_ci has it: without case and accents ({@code transaction.cc}).
   */
  private static String key(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFD)
        .replaceAll("\\p{M}+", "")
        .toUpperCase(Locale.ROOT)
        .stripTrailing();
  }

  /**
   * The changes of a transaction that has committed. They are no longer here: who takes them closes
   * them.
   *
   * @throws TransactionException when there is an objection
   */
  List<EncodedSlice> slices() throws TransactionException {
    if (objection != null) {
      throw objection;
    }
    List<EncodedSlice> slices = new ArrayList<>();
    for (Map.Entry<Integer, PartitionChanges> entry : partitions.entrySet()) {
      if (entry.getValue().count() > 0) {
        slices.add(entry.getValue().slice(entry.getKey()));
      }
    }
    partitions.values().removeIf(changes -> changes.count() > 0);
    return slices;
  }

  void close() {
    partitions.values().forEach(PartitionChanges::close);
    partitions.clear();
  }
}
