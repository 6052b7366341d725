package io.tributary.sink.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GtidSetTest {
  private static final String A = "aaaaaaaa-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "bbbbbbbb-71ca-11e1-9e33-c80aa9429562";

  private static GtidSet set(String text) {
    return GtidSet.parse(text.replace("a:", A + ":").replace("b:", B + ":"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a:1-5; a:1-5",
        "a:5:1-4:7; a:1-5:7",
        "a:1-3,a:2-9; a:1-9",
        "'a:1,\n b:2-3'; a:1,b:2-3",
        "a:1-2:tag:4-5:6; a:1-2,a:tag:4-6",
        "''; ''",
      })
  void readsAndPrints(String text, String printed) {
    assertEquals(printed.replace("a:", A + ":").replace("b:", B + ":"), set(text).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "a:", "a:0", "a:5-4", "0-1", "0-1-2,a:1", "0-1-x", "a:1-2-3", "a"})
  void refusesOtherTexts(String text) {
    assertThrows(IllegalArgumentException.class, () -> set(text));
  }

  @Test
  void tagsAreSetsOfTheirOwn() {
    assertEquals(false, set("a:1-9").contains(set("a:tag:1")));
    assertEquals(set("a:tag:1"), set("a:1,a:tag:1-2").minus(set("a:1-5,a:tag:2")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithSetsOfNumbers(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      TreeSet<Integer> one = numbers(random);
      TreeSet<Integer> two = numbers(random);
      String where = "seed " + seed + ", round " + round;
      TreeSet<Integer> union = new TreeSet<>(one);
      union.addAll(two);
      TreeSet<Integer> minus = new TreeSet<>(one);
      minus.removeAll(two);
      assertEquals(of(union), of(one).union(of(two)), where);
      assertEquals(of(minus), of(one).minus(of(two)), where);
      assertEquals(one.containsAll(two), of(one).contains(of(two)), where);
      GtidSet grown = GtidSet.EMPTY;
      for (int number : one) {
        grown = grown.union(set("a:" + number));
      }
      assertEquals(of(one), grown, where);
    }
  }

  private static TreeSet<Integer> numbers(Random random) {
    TreeSet<Integer> numbers = new TreeSet<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      numbers.add(1 + random.nextInt(15));
    }
    return numbers;
  }

  private static GtidSet of(TreeSet<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int number : numbers) {
      text.append(text.isEmpty() ? "a:" : ":").append(number);
    }
    return set(text.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0-1-100,1-2-5; 0-2-99; true; 0-1-100,1-2-5; 0-1-100,1-2-5",
        "0-1-100; 0-2-101; false; ''; 0-2-101",
        "0-1-100; 3-1-1; false; 0-1-100; 0-1-100,3-1-1",
        "0-1-100,1-2-5; 1-3-9,0-1-7; false; 0-1-100; 0-1-100,1-3-9",
        "0-1-18446744073709551615; 0-1-9223372036854775807; true; 0-1-18446744073709551615;"
            + " 0-1-18446744073709551615",
        "0-1-9; ''; true; 0-1-9; 0-1-9",
      })
  void mariaDbPositionsHoldAllBeforeTheLastOfEachDomain(
      String one, String two, boolean contains, String minus, String union) {
    GtidSet left = GtidSet.parse(one);
    GtidSet right = GtidSet.parse(two);
    assertEquals(contains, left.contains(right));
    assertEquals(minus, left.minus(right).toString());
    assertEquals(union, left.union(right).toString());
    assertEquals(union, right.union(left).toString());
    assertEquals(left, GtidSet.parse(left.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0-1-100,1-2-5; 0-1-100; 0-1-99,1-2-5",
        "0-1-100; 0-1-99; 0-1-100",
        "0-1-1,1-2-5; 0-1-1; 1-2-5",
        "0-1-1; 0-1-1; ''",
        "a:1-9; a:9; a:1-8",
      })
  void aSetWithoutItsLastTransaction(String set, String last, String left) {
    assertEquals(set(left), set(set).without(last.replace("a:", A + ":")));
  }

  @Test
  void setsOfDifferentServersHaveNothingInCommon() {
    assertEquals(false, set("a:1-9").contains(GtidSet.parse("0-1-1")));
    assertEquals(false, GtidSet.parse("0-1-1").contains(set("a:1")));
    assertThrows(IllegalArgumentException.class, () -> set("a:1").union(GtidSet.parse("0-1-1")));
  }
}
