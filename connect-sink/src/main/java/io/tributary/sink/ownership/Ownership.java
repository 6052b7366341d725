package io.tributary.sink.ownership;

import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides what the changes of several shards make of the rows of a merged table (invariant I5).
 * Every change is taken in its turn, before anything is squashed to a net effect; ledger and data
 * are written in one transaction.
 *
 * <p>The fence makes the writer the only author of its keys, so memory may answer what the target
 * would, until a transaction is rolled back or its outcome is unknown: then {@link #forget()}.
 * After a takeover there is a new one.
 *
 * <p>Not thread-safe, its metrics excepted: belongs to one applier.
 */
public final class Ownership {
  private final Road ledgerRoad;
  private final Road columnRoad;
  private final TargetRows rows;
  private final OwnerCache cache;
  private final OwnershipMetrics metrics;
  private final Weights weights = new Weights();

  /** Ownership by the ledger of these tables. */
  public Ownership(
      LedgerTables tables,
      StatementLimits limits,
      OwnershipSettings settings,
      OwnershipMetrics metrics) {
    this.metrics = metrics;
    Ledger ledger = new Ledger(tables, limits);
    this.rows = new TargetRows(limits);
    this.ledgerRoad = new LedgerRoad(ledger, rows);
    this.columnRoad = new ColumnRoad(ledger, rows, settings.cacheMaxKeys());
    this.cache = new OwnerCache(settings.cacheMaxKeys());
  }

  /**
   * What becomes of one key in the target.
   *
   * @param key literals of the key's columns
   * @param row the row that stands there from now on; null when none does
   * @param condition what else must hold of a row that goes, as the end of a WHERE clause; else
   *     empty
   */
  public record Effect(List<String> key, TargetRow row, String condition) {}

  /** Drops everything that is remembered of rows (hazard 18). */
  public void forget() {
    cache.clear();
    metrics.remembers(0);
    columnRoad.forget();
  }

  /**
   * Finds the states of the keys, applies the changes in their order, writes the ledger.
   *
   * @return what must be written to the target; keys whose visible row stays as it is are left out
   */
  public List<Effect> apply(TargetTransaction transaction, MergedChanges changes)
      throws TargetException {
    Run run = Run.of(transaction, changes, weights);
    Road road = run.table().byColumn() ? columnRoad : ledgerRoad;
    Map<String, KeyState<TargetRow>> before = new HashMap<>();
    Map<String, KeyState<TargetRow>> recorded = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    for (String form : run.spelling().keySet()) {
      Optional<KeyState<TargetRow>> known = cache.state(run.number(), form);
      if (known.isPresent()) {
        before.put(form, known.get());
        recorded.put(form, road.recorded(known.get()));
      } else {
        unknown.add(form);
      }
    }
    Road.Found found = road.read(run, unknown);
    metrics.asked(before.size(), found);
    before.putAll(found.states());
    recorded.putAll(found.recorded());

    Map<String, KeyState<TargetRow>> after = new HashMap<>(before);
    changes.steps().forEach(step -> take(run, step, after));
    withImages(run, after);
    road.write(run, recorded, after);
    metrics.changed(before, after);
    after.forEach((form, state) -> cache.put(run.number(), form, state));
    metrics.remembers(cache.size());
    return effects(run, before, after, found.unread());
  }

  /** Changes of keys that need no state pass by. */
  private static void take(
      Run run, MergedChanges.Step step, Map<String, KeyState<TargetRow>> states) {
    String before = run.form(step.before());
    String after = run.form(step.after());
    int shard = step.shard();
    if (after != null && after.equals(before)) {
      states.computeIfPresent(after, (key, state) -> state.update(shard, step.image()));
      return;
    }
    if (before != null) {
      states.computeIfPresent(before, (key, state) -> state.delete(shard));
    }
    if (after != null) {
      states.computeIfPresent(after, (key, state) -> state.insert(shard, step.image()));
    }
  }

  /** Reads the images that are about to be hidden and that only the target has. */
  private void withImages(Run run, Map<String, KeyState<TargetRow>> states) throws TargetException {
    List<String> needed = new ArrayList<>();
    for (String form : run.spelling().keySet()) {
      KeyState<TargetRow> state = states.getOrDefault(form, KeyState.empty());
      if (state.hidden().stream().anyMatch(holder -> holder.image() == null)) {
        needed.add(form);
      }
    }
    Map<String, TargetRow> images = rows.whole(run, needed);
    for (String form : needed) {
      states.put(form, filled(run.table(), states.get(form), images.get(form)));
    }
  }

  /**
   * The state with the target's row as the image that was missing. No row there, although a shard
   * was visible, means that somebody else deleted it: then nothing is hidden.
   */
  private static KeyState<TargetRow> filled(
      MergedTable table, KeyState<TargetRow> state, TargetRow row) {
    List<KeyState.Holder<TargetRow>> hidden = new ArrayList<>();
    for (KeyState.Holder<TargetRow> holder : state.hidden()) {
      if (holder.image() != null) {
        hidden.add(holder);
      } else if (row != null) {
        TargetRow image = table.owned(row, holder.shard());
        hidden.add(new KeyState.Holder<>(holder.shard(), image));
      }
    }
    return new KeyState<>(state.visible(), hidden);
  }

  private static List<Effect> effects(
      Run run,
      Map<String, KeyState<TargetRow>> before,
      Map<String, KeyState<TargetRow>> after,
      Map<String, Integer> unread) {
    List<Effect> effects = new ArrayList<>();
    run.spelling()
        .forEach(
            (form, key) -> {
              Integer deletedBy = unread.get(form);
              if (deletedBy != null) {
                effects.add(new Effect(key, null, run.table().ownedBy(deletedBy)));
                return;
              }
              KeyState.Holder<TargetRow> now = after.get(form).visible();
              if (now == null && before.get(form).visible() != null) {
                effects.add(new Effect(key, null, ""));
              } else if (now != null && now.image() != null) {
                effects.add(new Effect(key, now.image(), ""));
              }
            });
    return effects;
  }
}
