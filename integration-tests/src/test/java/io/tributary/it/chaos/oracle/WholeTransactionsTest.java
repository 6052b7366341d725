package io.tributary.it.chaos.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An oracle that misses a torn transaction is no oracle. */
class WholeTransactionsTest {
  private static final String TABLES =
      "\"tables\":[{\"target\":{\"schema\":\"s\",\"table\":\"orders\"}},{\"target\":{\"schema\":\"s\",\"table\":\"log_1\"}}]";
  private static final String ORDER = "{\"op\":\"i\",\"table\":0,\"after\":[7]}";
  private static final String UPDATE = "{\"op\":\"u\",\"table\":0,\"before\":[7],\"after\":[7]}";

  private final WholeTransactions seen = new WholeTransactions();

  @Test
  void aTransactionIsWholeWhenAllItsPartitionsAreThere() {
    record(1, 0, 0, true, ORDER, UPDATE);
    assertEquals(1, seen.torn().size(), seen.torn()::toString);
    record(1, 1, 0, true, log(5, 4));
    assertEquals(List.of(), seen.torn());
    assertEquals(1, seen.whole());
  }

  @Test
  void aMissingSliceIsNoticed() {
    record(1, 1, 0, true, log(5, 4));
    assertTrue(seen.torn().get(0).contains("1 row images seen of 4"), seen.torn()::toString);
  }

  @Test
  void aMissingFragmentIsNoticed() {
    record(1, 0, 0, false, ORDER);
    record(1, 0, 2, true, ORDER);
    record(1, 1, 0, true, log(5, 4));
    assertEquals(1, seen.torn().size());
  }

  @Test
  void aNewAttemptForgetsTheFragmentsOfTheOld() {
    record(1, 0, 0, false, ORDER);
    record(1, 0, 1, false, ORDER);
    record(1, 0, 0, false, ORDER);
    record(1, 0, 1, true, ORDER);
    record(1, 1, 0, true, log(5, 3));
    assertEquals(List.of(), seen.torn());
  }

  @Test
  void aReplayIsNoDoubling() {
    for (int i = 0; i < 2; i++) {
      record(1, 0, 0, true, ORDER);
      record(1, 1, 0, true, log(5, 2));
    }
    assertEquals(List.of(), seen.torn());
  }

  @Test
  void aReplayThatComesFirstInOnePartitionIsWhole() {
    record(1, 0, 0, true, ORDER);
    record(1, 0, 0, true, ORDER);
    record(1, 1, 0, true, log(5, 2));
    record(1, 1, 0, true, log(5, 2));
    assertEquals(List.of(), seen.torn());
  }

  @Test
  void aPartWithoutTheRestIsNoticed() {
    record(1, 0, 0, true, ORDER);
    assertTrue(seen.torn().get(0).contains("an unknown number"), seen.torn()::toString);
  }

  @Test
  void whatWasRolledBackIsNoticed() {
    record(1, 1, 0, true, log(5, 1));
    record(2, 1, 0, true, log(6, 1));
    assertEquals(List.of(6L), seen.seenOf(Set.of(6L, 7L)));
  }

  @Test
  void heartbeatsAreNoTransactions() {
    record(1, 0, 0, true);
    assertEquals(List.of(), seen.torn());
    assertEquals(1, seen.records());
  }

  private static String log(long serial, int images) {
    return "{\"op\":\"i\",\"table\":1,\"after\":[" + serial + "," + images + ",null]}";
  }

  private void record(int gtid, int partition, int fragment, boolean last, String... changes) {
    seen.accept(
        "{\"source\":\"s\",\"gtid\":\"u:%d\",\"slice\":{\"partition\":%d,\"fragment\":%d,\"last\":%s},%s,\"changes\":[%s]}"
            .formatted(gtid, partition, fragment, last, TABLES, String.join(",", changes)));
  }
}
