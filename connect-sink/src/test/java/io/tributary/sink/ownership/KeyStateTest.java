package io.tributary.sink.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of transitions of docs/ownership.md, line by line. */
class KeyStateTest {
  /**
   * States are written as the visible holder, a bar, the hidden ones in order of hiding; {@code ?}
   * is the unknown owner, {@code -} nothing. Images are the numbers of the changes.
   */
  @ParameterizedTest(name = "{0} and {1} is {2}")
  @DisplayName("hazard25_26_27 transitions of one key")
  @CsvSource({
    // INSERT
    "-|, insert A9, A9|",
    "A1|, insert A9, A9|",
    "B1|, insert A9, A9|B1",
    "?0|, insert A9, A9|?0",
    "B1|A2, insert A9, A9|B1",
    "B1|C2, insert A9, A9|C2 B1",
    "B1|A2 C3, insert A9, A9|C3 B1",
    "B1|?0, insert A9, A9|?0 B1",
    // UPDATE
    "-|, update A9, A9|",
    "A1|, update A9, A9|",
    "A1|B2, update A9, A9|B2",
    "B1|A2, update A9, B1|A9",
    "B1|A2 C3, update A9, B1|A9 C3",
    "B1|, update A9, B1|A9",
    "B1|C2, update A9, B1|C2 A9",
    "?0|, update A9, A9|",
    "B1|?0, update A9, B1|A9",
    "B1|?0 C2, update A9, B1|A9 C2",
    "?0|B1, update A9, A9|B1",
    "A1|?0, update A9, A9|?0",
    // DELETE
    "-|, delete A, -|",
    "A1|, delete A, -|",
    "A1|B2, delete A, B2|",
    "A1|B2 C3, delete A, C3|B2",
    "A1|?0, delete A, ?0|",
    "B1|A2, delete A, B1|",
    "B1|C2 A3, delete A, B1|C2",
    "B1|, delete A, B1|",
    "B1|C2, delete A, B1|C2",
    "?0|, delete A, -|",
    "?0|B1, delete A, B1|",
    "B1|?0, delete A, B1|",
    "B1|?0 C2, delete A, B1|C2",
  })
  void hazard25_27_transition(String before, String change, String after) {
    assertEquals(state(after), applied(state(before), change.strip()));
  }

  private static KeyState<Integer> applied(KeyState<Integer> state, String change) {
    String[] words = change.split(" ");
    int shard = shard(words[1].charAt(0));
    return switch (words[0]) {
      case "insert" -> state.insert(shard, 9);
      case "update" -> state.update(shard, 9);
      default -> state.delete(shard);
    };
  }

  private static KeyState<Integer> state(String text) {
    String[] halves = text.strip().split("\\|", -1);
    List<KeyState.Holder<Integer>> hidden =
        Arrays.stream(halves[1].split(" "))
            .filter(word -> !word.isEmpty())
            .map(KeyStateTest::holder)
            .toList();
    return new KeyState<>(halves[0].equals("-") ? null : holder(halves[0]), hidden);
  }

  private static KeyState.Holder<Integer> holder(String text) {
    return new KeyState.Holder<>(shard(text.charAt(0)), text.charAt(1) - '0');
  }

  private static int shard(char name) {
    return name == '?' ? KeyState.UNKNOWN : name - 'A' + 1;
  }
}
