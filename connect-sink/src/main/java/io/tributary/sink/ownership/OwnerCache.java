package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who is visible, for keys that have a row and of which nothing is hidden, the unknown owner's
 * image included: only for those may memory answer without a read (hazard 26). What was used
 * longest ago is dropped first.
 *
 * <p>The fence makes the writer the only author of its keys, so what is remembered stays true until
 * the writer changes it. Not thread-safe: belongs to one applier.
 */
final class OwnerCache {
  private record Key(int table, String form) {}

  private final int maxKeys;
  private final Map<Key, Integer> owners = new LinkedHashMap<>(16, 0.75f, true);

  OwnerCache(int maxKeys) {
    this.maxKeys = maxKeys;
  }

  /** The state of a key, if it is remembered. */
  Optional<KeyState<TargetRow>> state(int table, String form) {
    Integer owner = owners.get(new Key(table, form));
    return owner == null
        ? Optional.empty()
        : Optional.of(new KeyState<>(new KeyState.Holder<>(owner, null), List.of()));
  }

  /** The state of a key has become this. */
  void put(int table, String form, KeyState<TargetRow> state) {
    Key key = new Key(table, form);
    if (state.visible() == null || !state.hidden().isEmpty()) {
      owners.remove(key);
      return;
    }
    owners.put(key, state.visible().shard());
    if (owners.size() > maxKeys) {
      owners.remove(owners.keySet().iterator().next());
    }
  }

  /** The state of a key is not known any more. */
  void remove(int table, String form) {
    owners.remove(new Key(table, form));
  }

  void clear() {
    owners.clear();
  }

  int size() {
    return owners.size();
  }
}
