package io.tributary.sink.ownership;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetKey;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetRowReader;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides what the changes of several shards make of the rows of a merged table, by the ledger
 * (invariant I5). Every change is taken in its turn, before anything is squashed to a net effect;
 * ledger and data are written in one transaction.
 *
 * <p>The fence makes the writer the only author of its keys, so what is read here cannot change
 * before the transaction ends. Nothing of the target is remembered between transactions but the
 * weights of strings, which never change.
 *
 * <p>Not thread-safe: belongs to one applier.
 */
public final class Ownership {
  private final Ledger ledger;
  private final StatementLimits limits;
  private final Weights weights = new Weights();

  /** Ownership by the ledger of these tables. */
  public Ownership(LedgerTables tables, StatementLimits limits) {
    this.ledger = new Ledger(tables, limits);
    this.limits = limits;
  }

  /**
   * What becomes of one key in the target.
   *
   * @param key literals of the key's columns
   * @param row the row that stands there from now on; null when none does
   */
  public record Effect(List<String> key, TargetRow row) {}

  /** Why a table cannot be merged; empty when it can. The table has an identity. */
  public static Optional<String> refusal(TargetTable table) {
    return CanonicalKeys.refusal(table);
  }

  /**
   * Reads the states of the keys, applies the changes in their order, writes the ledger.
   *
   * @return what must be written to the target; keys whose visible row stays as it is are left out
   */
  public List<Effect> apply(TargetTransaction transaction, MergedChanges changes)
      throws TargetException {
    CanonicalKeys canonical = new CanonicalKeys(changes.table(), weights);
    Map<List<String>, String> forms = canonical.of(transaction, keys(changes));
    Map<String, List<String>> spelling = new LinkedHashMap<>();
    forms.forEach((key, form) -> spelling.putIfAbsent(form, key));

    Map<String, KeyState<TargetRow>> recorded =
        ledger.read(transaction, changes, spelling.keySet());
    Map<String, KeyState<TargetRow>> before = new HashMap<>(recorded);
    Map<String, List<String>> unrecorded = new LinkedHashMap<>(spelling);
    unrecorded.keySet().removeAll(recorded.keySet());
    for (String form : rows(transaction, canonical, unrecorded, false).keySet()) {
      before.put(form, KeyState.ofUnknown());
    }

    Map<String, KeyState<TargetRow>> after = new HashMap<>();
    spelling.keySet().forEach(form -> after.put(form, before.getOrDefault(form, KeyState.empty())));
    changes.steps().forEach(step -> take(step, forms, after));

    withImages(transaction, canonical, spelling, after);
    ledger.write(transaction, changes.tableNumber(), recorded, after);
    return effects(spelling, before, after);
  }

  private static Set<List<String>> keys(MergedChanges changes) {
    Set<List<String>> keys = new LinkedHashSet<>();
    for (MergedChanges.Step step : changes.steps()) {
      if (step.before() != null) {
        keys.add(step.before());
      }
      if (step.after() != null) {
        keys.add(step.after());
      }
    }
    return keys;
  }

  private static void take(
      MergedChanges.Step step,
      Map<List<String>, String> forms,
      Map<String, KeyState<TargetRow>> states) {
    String before = step.before() == null ? null : forms.get(step.before());
    String after = step.after() == null ? null : forms.get(step.after());
    if (after != null && after.equals(before)) {
      states.computeIfPresent(after, (key, state) -> state.update(step.shard(), step.image()));
      return;
    }
    if (before != null) {
      states.computeIfPresent(before, (key, state) -> state.delete(step.shard()));
    }
    if (after != null) {
      states.computeIfPresent(after, (key, state) -> state.insert(step.shard(), step.image()));
    }
  }

  /** Reads the images that are about to be hidden and that only the target has. */
  private void withImages(
      TargetTransaction transaction,
      CanonicalKeys canonical,
      Map<String, List<String>> spelling,
      Map<String, KeyState<TargetRow>> states)
      throws TargetException {
    Map<String, List<String>> needed = new LinkedHashMap<>();
    spelling.forEach(
        (form, key) -> {
          if (states.get(form).hidden().stream().anyMatch(holder -> holder.image() == null)) {
            needed.put(form, key);
          }
        });
    Map<String, TargetRow> rows = rows(transaction, canonical, needed, true);
    for (String form : needed.keySet()) {
      states.put(form, filled(states.get(form), rows.get(form)));
    }
  }

  /**
   * The state with the target's row as the image that was missing. No row there, although the
   * ledger has a visible shard, means that somebody else deleted it: then nothing is hidden.
   */
  private static KeyState<TargetRow> filled(KeyState<TargetRow> state, TargetRow row) {
    List<KeyState.Holder<TargetRow>> hidden = new ArrayList<>();
    for (KeyState.Holder<TargetRow> holder : state.hidden()) {
      if (holder.image() != null) {
        hidden.add(holder);
      } else if (row != null) {
        hidden.add(new KeyState.Holder<>(holder.shard(), row));
      }
    }
    return new KeyState<>(state.visible(), hidden);
  }

  /** The target's rows of some keys, by canonical form; only their key columns unless whole. */
  private Map<String, TargetRow> rows(
      TargetTransaction transaction,
      CanonicalKeys canonical,
      Map<String, List<String>> keys,
      boolean whole)
      throws TargetException {
    Map<String, TargetRow> found = new HashMap<>();
    if (keys.isEmpty()) {
      return found;
    }
    TargetTable table = canonical.table();
    TargetKey identity = table.identity().orElseThrow();
    List<TargetColumn> columns = new ArrayList<>(canonical.columns());
    int keySize = columns.size();
    if (whole) {
      table.columns().stream().filter(column -> !column.generated()).forEach(columns::add);
    }
    TargetRowReader reader = new TargetRowReader(columns, transaction.server());
    String head =
        "SELECT "
            + reader.selection()
            + " FROM "
            + Quoting.table(table.name())
            + " WHERE "
            + Quoting.tuple(identity.wholeColumns())
            + " IN (";
    List<TargetRow> rows = new ArrayList<>();
    for (String sql : limits.statements(head, tuples(keys.values()), ")")) {
      rows.addAll(transaction.query(sql, reader::read));
    }
    List<List<String>> rowKeys =
        rows.stream().map(row -> row.literals().subList(0, keySize)).toList();
    Map<List<String>, String> forms = canonical.of(transaction, rowKeys);
    for (int i = 0; i < rows.size(); i++) {
      TargetRow row = rows.get(i);
      int size = row.columns().size();
      found.put(
          forms.get(rowKeys.get(i)),
          new TargetRow(
              row.columns().subList(keySize, size), row.literals().subList(keySize, size)));
    }
    return found;
  }

  private static List<String> tuples(Collection<List<String>> keys) {
    return keys.stream().map(Quoting::values).sorted().toList();
  }

  private static List<Effect> effects(
      Map<String, List<String>> spelling,
      Map<String, KeyState<TargetRow>> before,
      Map<String, KeyState<TargetRow>> after) {
    List<Effect> effects = new ArrayList<>();
    spelling.forEach(
        (form, key) -> {
          KeyState.Holder<TargetRow> now = after.get(form).visible();
          boolean was = before.getOrDefault(form, KeyState.empty()).visible() != null;
          if (now == null && was) {
            effects.add(new Effect(key, null));
          } else if (now != null && now.image() != null) {
            effects.add(new Effect(key, now.image()));
          }
        });
    return effects;
  }
}
