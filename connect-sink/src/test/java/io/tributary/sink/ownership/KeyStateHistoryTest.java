package io.tributary.sink.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.sink.ownership.ShardHistory.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rule against the union of the shards, after every single change of random histories. */
class KeyStateHistoryTest {
  private static final int HISTORIES = 5_000;

  @Test
  @DisplayName("hazard25_27 after every change a key's holders are the shards that have the row")
  void hazard25_27_holdersAreTheShardsThatHaveTheRow() {
    long start = new Random().nextLong();
    for (int i = 0; i < HISTORIES; i++) {
      run(start + i);
    }
  }

  private static void run(long seed) {
    ShardHistory history = new ShardHistory(seed);
    Map<Integer, KeyState<Integer>> states = new TreeMap<>();
    Map<Integer, Map<Integer, Integer>> model = new TreeMap<>();
    history.preloaded().forEach((key, value) -> states.put(key, loaded(value)));
    history
        .preloadedIn()
        .forEach(
            (key, shard) ->
                model
                    .computeIfAbsent(key, any -> new HashMap<>())
                    .put(shard, history.preloaded().get(key)));
    int count = 0;
    for (Event event : history.arrival()) {
      take(states, event);
      if (event.before() != 0) {
        model.get(event.before()).remove(event.shard());
      }
      if (event.after() != 0) {
        model
            .computeIfAbsent(event.after(), any -> new HashMap<>())
            .put(event.shard(), event.value());
      }
      count++;
      String where = "seed " + seed + ", change " + count + ": " + event + ", ";
      for (Map.Entry<Integer, Map<Integer, Integer>> key : model.entrySet()) {
        KeyState<Integer> state = states.getOrDefault(key.getKey(), KeyState.empty());
        assertEquals(key.getValue().values().stream().sorted().toList(), images(state), where);
      }
    }
    assertEquals(history.union(), visible(states), "seed " + seed);
  }

  /** A row whose image is known to the test, to nobody else. */
  private static KeyState<Integer> loaded(int value) {
    return new KeyState<>(new KeyState.Holder<>(KeyState.UNKNOWN, value), List.of());
  }

  private static void take(Map<Integer, KeyState<Integer>> states, Event event) {
    int shard = event.shard();
    if (event.before() == event.after()) {
      states.compute(event.after(), (key, old) -> known(old).update(shard, event.value()));
      return;
    }
    if (event.before() != 0) {
      states.compute(event.before(), (key, old) -> known(old).delete(shard));
    }
    if (event.after() != 0) {
      states.compute(event.after(), (key, old) -> known(old).insert(shard, event.value()));
    }
  }

  private static KeyState<Integer> known(KeyState<Integer> state) {
    return state == null ? KeyState.empty() : state;
  }

  private static List<Integer> images(KeyState<Integer> state) {
    List<Integer> images = new ArrayList<>();
    if (state.visible() != null) {
      images.add(state.visible().image());
    }
    state.hidden().forEach(holder -> images.add(holder.image()));
    return images.stream().sorted().toList();
  }

  private static Map<Integer, Integer> visible(Map<Integer, KeyState<Integer>> states) {
    Map<Integer, Integer> rows = new TreeMap<>();
    states.forEach(
        (key, state) -> {
          if (state.visible() != null) {
            rows.put(key, state.visible().image());
          }
        });
    return rows;
  }
}
