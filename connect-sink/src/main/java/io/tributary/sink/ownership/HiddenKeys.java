package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * On the column's road: the keys of which something is hidden, known whole in memory while they are
 * not too many (hazard 28). They are loaded with the first run of a table after the fence was
 * taken, in a transaction that began after that was committed (hazard 19).
 *
 * <p>Those of other partitions are loaded too and never asked for. Not thread-safe: belongs to one
 * applier.
 */
final class HiddenKeys {
  /** Runs after which too many keys are counted again: most images are hidden for a short time. */
  private static final int RUNS_BETWEEN_LOADS = 1_000;

  /** What is known of one table: all of its keys, or that they are too many. */
  private static final class OfTable {
    private final Set<String> keys = new HashSet<>();
    private boolean whole;
    private int runsUntilLoad;
  }

  private final Ledger ledger;
  private final int maxKeys;
  private final Map<Integer, OfTable> tables = new HashMap<>();

  HiddenKeys(Ledger ledger, int maxKeys) {
    this.ledger = ledger;
    this.maxKeys = maxKeys;
  }

  /** Those of the keys that may have something hidden; the ledger must be asked for them. */
  Collection<String> candidates(Run run, Collection<String> forms) throws TargetException {
    OfTable table = tables.computeIfAbsent(run.number(), number -> new OfTable());
    if (!table.whole && table.runsUntilLoad-- <= 0) {
      load(run, table);
    }
    if (!table.whole) {
      return forms;
    }
    List<String> some = new ArrayList<>();
    if (!table.keys.isEmpty()) {
      forms.stream().filter(table.keys::contains).forEach(some::add);
    }
    return some;
  }

  private void load(Run run, OfTable table) throws TargetException {
    long most = maxKeys - size();
    List<String> keys = ledger.hiddenKeys(run.transaction(), run.number(), most + 1);
    table.whole = keys.size() <= most;
    table.runsUntilLoad = RUNS_BETWEEN_LOADS;
    if (table.whole) {
      table.keys.addAll(keys);
    }
  }

  /** Whether something is hidden of a key has become this. */
  void put(int number, String form, boolean hidden) {
    OfTable table = tables.get(number);
    if (!table.whole) {
      return;
    }
    if (!hidden) {
      table.keys.remove(form);
    } else if (table.keys.add(form) && size() > maxKeys) {
      table.keys.clear();
      table.whole = false;
    }
  }

  private long size() {
    return tables.values().stream().mapToLong(table -> table.keys.size()).sum();
  }

  void clear() {
    tables.clear();
  }
}
