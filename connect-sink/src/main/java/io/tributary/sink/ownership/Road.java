package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Where it is written who has which row. All roads follow the one rule of {@link KeyState}; they
 * differ in where the visible owner stands. In both the ledger has all holders of a key of which
 * something is hidden.
 */
interface Road {
  /**
   * What was found of some keys. Each of them is in {@code states} or in {@code unread}.
   *
   * @param states who has the row; nobody is a state, too
   * @param recorded what the ledger says of them, keys without an entry left out
   * @param unread from keys that need not be read to the only shard that deletes them in this run:
   *     nothing is hidden of them, so the row goes if it is that shard's or of unknown owner
   */
  record Found(
      Map<String, KeyState<TargetRow>> states,
      Map<String, KeyState<TargetRow>> recorded,
      Map<String, Integer> unread) {
    Found() {
      this(new HashMap<>(), new HashMap<>(), new HashMap<>());
    }
  }

  /** The states of keys of which nothing is remembered. */
  Found read(Run run, Collection<String> forms) throws TargetException;

  /** What the ledger says of a key whose state is remembered. */
  KeyState<TargetRow> recorded(KeyState<TargetRow> remembered);

  /** Brings the ledger from what it says of some keys to what their new states are. */
  void write(
      Run run, Map<String, KeyState<TargetRow>> recorded, Map<String, KeyState<TargetRow>> after)
      throws TargetException;

  /** Drops what is remembered of the target. */
  void forget();
}
