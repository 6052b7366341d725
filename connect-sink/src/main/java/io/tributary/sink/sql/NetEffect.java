package io.tributary.sink.sql;

import io.tributary.format.model.Row;
import io.tributary.format.model.TableName;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.writer.ApplyException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run of changes leaves behind: for each key the row that stands at its end, or that none
 * does.
 *
 * <p>The last change of each key wins; a change of the key is a delete of the old key and a put of
 * the new one. Keys are told apart by their literals. Where the target takes two spellings for one
 * key, deletes before puts make it right all the same: {@code docs/sink-semantics.md} has the
 * argument.
 *
 * <p>Pure; not thread-safe.
 */
final class NetEffect {
  /** Shorter first: integers then stand in numeric order, and locks are taken in one order. */
  private static final Comparator<String> KEY_ORDER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** The effect on one target table. */
  static final class OnTable {
    private final TargetTable table;
    private final Map<String, Effect> effects = new HashMap<>();

    private OnTable(TargetTable table) {
      this.table = table;
    }

    TargetTable table() {
      return table;
    }

    /** The row of this key is that one. */
    void put(List<String> key, TargetRow row) {
      String tuple = Quoting.values(key);
      Effect before = effects.get(tuple);
      boolean anew = before != null && (before.row == null || before.anew);
      effects.put(tuple, new Effect(tuple, row, "", anew));
    }

    /** There is no row of this key. */
    void remove(List<String> key) {
      remove(key, "");
    }

    /** There is no row of this key for which the condition, the end of a WHERE clause, holds. */
    void remove(List<String> key, String condition) {
      String tuple = Quoting.values(key);
      effects.put(tuple, new Effect(tuple, null, condition, false));
    }

    /**
     * Keys to be deleted by the condition, each list in {@link #KEY_ORDER}.
     *
     * @param anew whether also those whose row went and came again
     */
    Map<String, List<String>> removed(boolean anew) {
      Map<String, List<String>> keys = new TreeMap<>();
      for (Effect effect : effects.values()) {
        if (effect.row == null || (anew && effect.anew)) {
          keys.computeIfAbsent(effect.condition, any -> new ArrayList<>()).add(effect.key);
        }
      }
      keys.values().forEach(list -> list.sort(KEY_ORDER));
      return keys;
    }

    /** Keys with a row, in {@link #KEY_ORDER}. */
    List<Effect> put() {
      return effects.values().stream()
          .filter(effect -> effect.row != null)
          .sorted(Comparator.comparing(Effect::key, KEY_ORDER))
          .toList();
    }
  }

  /**
   * What is left of one key.
   *
   * @param key the key's literals as SQL, {@code 7} or {@code (7, 'a')}
   * @param row the row, null when there is none
   * @param condition for which rows there is none, as the end of a WHERE clause; empty: for all
   * @param anew whether the row of this key went in the run before this one came
   */
  record Effect(String key, TargetRow row, String condition, boolean anew) {}

  private final Map<TableName, OnTable> tables = new TreeMap<>();

  /** A row appeared, or was written over whatever stood at its key. */
  void insert(TableBinding binding, Row after, long commitMicros) throws ApplyException {
    on(binding.target()).put(binding.key(after), binding.row(after, commitMicros));
  }

  /** A row changed, its key perhaps too. */
  void update(TableBinding binding, Row before, Row after, long commitMicros)
      throws ApplyException {
    OnTable effects = on(binding.target());
    List<String> oldKey = binding.key(before);
    List<String> newKey = binding.key(after);
    if (!oldKey.equals(newKey)) {
      effects.remove(oldKey);
    }
    effects.put(newKey, binding.row(after, commitMicros));
  }

  /** A row vanished. */
  void delete(TableBinding binding, Row before) throws ApplyException {
    on(binding.target()).remove(binding.key(before));
  }

  /** The effect on a table, which may be added to. */
  OnTable on(TargetTable table) {
    return tables.computeIfAbsent(table.name(), name -> new OnTable(table));
  }

  /** The effects by table, in order of their names. */
  List<OnTable> tables() {
    return new ArrayList<>(tables.values());
  }
}
