package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The target's row names its owner itself, NULL the unknown one; the ledger has only the keys of
 * which something is hidden. For those it also says who is visible.
 */
final class ColumnRoad implements Road {
  /** A run may have this many statements of unread deletes, whatever their size. */
  private static final int FEW_STATEMENTS = 4;

  /** Keys for which another such statement is cheaper than reading them. */
  private static final int WORTH_A_STATEMENT = 32;

  private final Ledger ledger;
  private final TargetRows rows;
  private final HiddenKeys hidden;

  ColumnRoad(Ledger ledger, TargetRows rows, int maxKeys) {
    this.ledger = ledger;
    this.rows = rows;
    this.hidden = new HiddenKeys(ledger, maxKeys);
  }

  @Override
  public Found read(Run run, Collection<String> forms) throws TargetException {
    Found found = new Found();
    Collection<String> candidates = hidden.candidates(run, forms);
    ledger
        .read(run.transaction(), run.table(), candidates)
        .forEach(
            (form, state) -> {
              if (!state.hidden().isEmpty()) {
                found.recorded().put(form, state);
              }
            });
    found.states().putAll(found.recorded());
    Set<String> left = new HashSet<>(forms);
    left.removeAll(found.recorded().keySet());
    found.unread().putAll(unread(run, left));
    left.removeAll(found.unread().keySet());
    left.forEach(form -> found.states().put(form, KeyState.empty()));
    rows.owners(run, left)
        .forEach(
            (form, owner) -> {
              KeyState.Holder<TargetRow> visible = new KeyState.Holder<>(owner, null);
              found.states().put(form, new KeyState<>(visible, List.of()));
            });
    return found;
  }

  /**
   * Keys to which nothing happens but one DELETE: with nothing hidden, its outcome can be left to
   * the statement's condition. Each shard needs a statement of its own.
   */
  private static Map<String, Integer> unread(Run run, Set<String> forms) {
    Map<String, Integer> deletedBy = new HashMap<>();
    Set<String> other = new HashSet<>();
    for (MergedChanges.Step step : run.changes().steps()) {
      String before = run.form(step.before());
      if (step.after() != null) {
        other.add(run.form(step.after()));
        if (before != null) {
          other.add(before);
        }
      } else if (deletedBy.putIfAbsent(before, step.shard()) != null) {
        other.add(before);
      }
    }
    deletedBy.keySet().retainAll(forms);
    deletedBy.keySet().removeAll(other);
    Map<Integer, List<String>> byShard = new HashMap<>();
    deletedBy.forEach(
        (form, shard) -> byShard.computeIfAbsent(shard, any -> new ArrayList<>()).add(form));
    if (byShard.size() > FEW_STATEMENTS) {
      byShard.values().removeIf(some -> some.size() < WORTH_A_STATEMENT);
      deletedBy.values().retainAll(byShard.keySet());
    }
    return deletedBy;
  }

  /** The owner of a remembered key stands in its row. */
  @Override
  public KeyState<TargetRow> recorded(KeyState<TargetRow> remembered) {
    return KeyState.empty();
  }

  @Override
  public void write(
      Run run, Map<String, KeyState<TargetRow>> recorded, Map<String, KeyState<TargetRow>> after)
      throws TargetException {
    Map<String, KeyState<TargetRow>> wanted = new HashMap<>();
    List<String> first = new ArrayList<>();
    after.forEach(
        (form, state) -> {
          boolean was = !recorded.getOrDefault(form, KeyState.empty()).hidden().isEmpty();
          boolean is = !state.hidden().isEmpty();
          if (was || is) {
            wanted.put(form, is ? state : KeyState.empty());
            hidden.put(run.number(), form, is);
          }
          if (is && !was) {
            first.add(form);
          }
        });
    // What the ledger's road left there, should the table have taken it once.
    ledger.clear(run.transaction(), run.number(), first);
    ledger.write(run.transaction(), run.number(), recorded, wanted);
  }

  @Override
  public void forget() {
    hidden.clear();
  }
}
