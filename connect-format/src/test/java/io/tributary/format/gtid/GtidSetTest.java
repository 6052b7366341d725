package io.tributary.format.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GtidSetTest {
  private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'' | ''",
        "A:1 | A:1",
        "A:1-5 | A:1-5",
        "A:5:1-3:4 | A:1-5",
        "A:1-3:5-6:9 | A:1-3:5-6:9",
        "A:1-9:3-4 | A:1-9",
        "B:1,A:2 | A:2,B:1",
        "A:1-3:tag:1-2:5:other:1 | A:1-3:other:1:tag:1-2:5",
        "A:TAG:1 | A:tag:1",
        "A:_t9:1,A:2 | A:2:_t9:1",
        "A:1-9223372036854775806 | A:1-9223372036854775806",
        "0-1-100,1-2-5 | 0-1-100,1-2-5",
        "1-2-5,0-1-100,0-2-101 | 0-2-101,1-2-5",
        "4294967295-4294967295-18446744073709551615 | 4294967295-4294967295-18446744073709551615",
      })
  void parsesAndPrints(String text, String printed) {
    GtidSet set = GtidSet.parse(in(text));
    assertEquals(in(printed), set.toString());
    assertEquals(set, GtidSet.parse(set.toString()));
  }

  private static String in(String text) {
    return text.replace("''", "").replace("A", A).replace("B", B).replace("T" + A + "G", "TAG");
  }

  @Test
  void acceptsTheServersLineBreaksAndUpperCase() {
    assertEquals(
        A + ":1-3," + B + ":1",
        GtidSet.parse(A.toUpperCase(java.util.Locale.ROOT) + ":1-3,\n " + B + ":1").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "3e11fa47:1",
        "A:0",
        "A:5-3",
        "A:1-",
        "A:-1",
        "A:1:",
        "A:ta-g:1",
        "A:9tag:1",
        "A:9223372036854775807",
        "A:99999999999999999999",
        "0-1",
        "0-1-x",
        "0-1-2,"
      })
  void refusesWhatIsNone(String text) {
    assertThrows(IllegalArgumentException.class, () -> GtidSet.parse(in(text)));
  }

  @Test
  void addsAndContains() {
    GtidSet set = GtidSet.parse("").add(A + ":5").add(A + ":7").add(A + ":tag:1");
    assertEquals(A + ":5:7:tag:1", set.toString());
    assertTrue(set.contains(A.toUpperCase(java.util.Locale.ROOT) + ":7"));
    assertTrue(set.contains(A + ":tag:1"));
    assertFalse(set.contains(A + ":1"));
    assertFalse(set.contains(B + ":5"));
    assertEquals(A + ":5-7:tag:1", set.add(A + ":6").toString());
    assertEquals(A + ":5:tag:1", set.without(A + ":7").toString());
    assertEquals("", GtidSet.parse(A + ":5").without(A + ":5").toString());
    assertTrue(GtidSet.parse(A + ":5").without(A + ":5").isEmpty());
  }

  @Test
  void tagsAreSetsOfTheirOwn() {
    GtidSet set = GtidSet.parse(A + ":1:tag:1-2");
    assertFalse(GtidSet.parse(A + ":1-9").containsAll(GtidSet.parse(A + ":tag:1")));
    assertEquals(A + ":tag:1", set.minus(GtidSet.parse(A + ":1-5:tag:2")).toString());
  }

  @Test
  void mariaDbListsAreTheLastOfEachDomain() {
    GtidSet set = GtidSet.parse("").add("0-1-5").add("1-1-1");
    assertTrue(set.contains("0-9-5"));
    assertTrue(set.contains("0-1-4"));
    assertFalse(set.contains("0-1-6"));
    assertFalse(set.contains("2-1-1"));
    assertEquals("0-2-6,1-1-1", set.add("0-2-6").toString());
    assertEquals("0-1-5,1-1-9", set.union(GtidSet.parse("1-1-9,0-1-2")).toString());
    assertTrue(set.containsAll(GtidSet.parse("0-1-5")));
    assertFalse(set.containsAll(GtidSet.parse("0-1-6")));
    assertThrows(IllegalArgumentException.class, () -> set.union(GtidSet.parse(A + ":1")));
  }

  @Test
  void behavesLikeASetOfNumbers() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      GtidSet set = GtidSet.parse("");
      GtidSet other = GtidSet.parse("");
      TreeSet<Integer> model = new TreeSet<>();
      TreeSet<Integer> otherModel = new TreeSet<>();
      for (int step = 0; step < 60; step++) {
        int number = 1 + random.nextInt(40);
        if (random.nextInt(4) == 0) {
          set = set.without(A + ":" + number);
          model.remove(number);
        } else {
          set = set.add(A + ":" + number);
          model.add(number);
        }
        if (random.nextInt(3) == 0) {
          other = other.add(A + ":" + number);
          otherModel.add(number);
        }
        String when = "seed " + seed + " round " + round + " step " + step;
        assertEquals(print(model), set.toString(), when);
        assertEquals(model.containsAll(otherModel), set.containsAll(other), when);
        int asked = 1 + random.nextInt(41);
        assertEquals(model.contains(asked), set.contains(A + ":" + asked), when);
        TreeSet<Integer> both = new TreeSet<>(model);
        both.addAll(otherModel);
        assertEquals(print(both), set.union(other).toString(), when);
        TreeSet<Integer> left = new TreeSet<>(model);
        left.removeAll(otherModel);
        assertEquals(GtidSet.parse(print(left)), set.minus(other), when);
      }
    }
  }

  private static String print(TreeSet<Integer> numbers) {
    StringBuilder out = new StringBuilder(numbers.isEmpty() ? "" : A);
    for (int number : numbers) {
      if (!numbers.contains(number - 1)) {
        out.append(':').append(number);
        int last = number;
        while (numbers.contains(last + 1)) {
          last++;
        }
        out.append(last > number ? "-" + last : "");
      }
    }
    return out.toString();
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
    assertEquals(contains, left.containsAll(right));
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
        "A:1-9; A:9; A:1-8",
      })
  void aSetWithoutItsLastTransaction(String set, String last, String left) {
    assertEquals(in(left), GtidSet.parse(in(set)).without(in(last)).toString());
  }

  @Test
  void setsOfDifferentServersHaveNothingInCommon() {
    assertEquals(false, GtidSet.parse(A + ":1-9").containsAll(GtidSet.parse("0-1-1")));
    assertEquals(false, GtidSet.parse("0-1-1").containsAll(GtidSet.parse(A + ":1")));
    assertThrows(
        IllegalArgumentException.class,
        () -> GtidSet.parse(A + ":1").union(GtidSet.parse("0-1-1")));
  }
}
