package io.tributary.sink.writer;

import static io.tributary.sink.writer.Records.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.tributary.format.codec.DecodedRecord;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.tidb.TargetException.Kind;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Slices that are too large for one transaction of the target (hazard 16). */
class LargeTransactionTest {
  private static final CheckpointKey KEY = new CheckpointKey("sink", "topic", 0);
  private static final int HISTORIES = 60;
  private static final int MAX_LIVES = 12;

  private final List<PartitionWriter> writers = new ArrayList<>();
  private FakeTarget target = new FakeTarget();

  @AfterEach
  void close() {
    writers.forEach(writer -> writer.close(FakeTarget.soon()));
  }

  /** Ten rows or 300 bytes to a transaction; fragments beyond 100 bytes go to a file. */
  private PartitionWriter writer(boolean deadLetters) {
    WriterSettings settings =
        new WriterSettings(10, 300, 0, 100, 5_000, 1, GapPolicy.FAIL, deadLetters);
    WriterParts parts = target.parts(Clock.systemUTC());
    PartitionWriter writer = new PartitionWriter(KEY, settings, parts);
    writers.add(writer);
    writer.start();
    await("the fence", () -> writer.wantsSeek() || writer.failure() != null);
    writer.seekAnswered();
    return writer;
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail("waited 20 s for " + what);
      }
      Thread.onSpinWait();
    }
  }

  private static List<Long> ids(int count) {
    return LongStream.rangeClosed(1, count).boxed().toList();
  }

  /** A slice of the source in fragments of 200 bytes, from a Kafka offset on. */
  private static List<Delivery> fragments(long offset, long attempt, List<Long> ids) {
    List<Delivery> deliveries = new ArrayList<>();
    byte[] all = FragmentLog.encoded(at(0, 100), ids);
    for (int from = 0; from < all.length; from += 200) {
      int to = Math.min(all.length, from + 200);
      byte[] piece = Arrays.copyOfRange(all, from, to);
      int number = deliveries.size();
      deliveries.add(
          at(0, 100).fragment(offset + number, attempt, number, to == all.length, piece));
    }
    return deliveries;
  }

  @Test
  void hazard16_appliedInSeveralTransactionsWithTheOffsetHeld() {
    PartitionWriter writer = writer(false);
    List<Delivery> fragments = fragments(5, 1, ids(35));
    fragments.subList(0, fragments.size() - 1).forEach(writer::offer);
    writer.offer(at(0, 50).of("other").delivered(100));
    await("what lies between", () -> target.rows().contains(50L));
    assertEquals(List.of(50L), target.rows(), "nothing before the last fragment");
    target.fail("commit", Kind.CONNECTION_LOST, true);
    writer.offer(fragments(200, 1, ids(35)).get(fragments.size() - 1));
    long last = 200 + fragments.size() - 1;
    await("the end", () -> writer.durableOffset().equals(OptionalLong.of(last + 1)));
    assertEquals(35 + 1, target.rows().size());
    assertEquals(ids(35), target.rows().subList(1, 36));
    assertTrue(target.steps().stream().filter("advance"::equals).count() >= 5);
    assertNull(target.part());
  }

  @Test
  void hazard16_killedInTheMidstOfItTheNextWriterGoesOnExactlyThere() {
    PartitionWriter writer = writer(false);
    List<Delivery> fragments = fragments(5, 1, ids(95));
    kill(writer, 25);
    fragments.forEach(writer::offer);
    await("the end of the first", () -> !writer.live());
    writer.close(FakeTarget.soon());
    assertEquals(5, target.fence().nextOffset());
    int before = target.rows().size();
    assertEquals(before, target.part().changes());
    assertTrue(before > 0 && before < 95, "killed in its midst: " + before);

    PartitionWriter next = writer(false);
    assertEquals(OptionalLong.of(5), next.seekOffset());
    // Others' flushes before its last fragment leave the mark where it is.
    fragments.subList(0, 2).forEach(next::offer);
    next.offer(at(0, 50_000).of("other").delivered(50));
    await("another source's row", () -> target.rows().contains(50_000L));
    assertEquals(before, target.part().changes());
    fragments(60, 1, ids(95)).forEach(next::offer);
    await("all of it", () -> target.rows().size() >= 96 || next.failure() != null);
    assertNull(next.failure());
    List<Long> rows = new ArrayList<>(target.rows());
    rows.remove(50_000L);
    assertEquals(ids(95), rows);
    await("the mark is gone", () -> target.part() == null);
  }

  @Test
  void hazard16_aWholeRecordGoesOnToo() {
    partly(95);
    PartitionWriter next = writer(false);
    var whole = FragmentLog.withRows(at(0, 100).record(2, 0, true), ids(95));
    next.offer(new Delivery(5, 9_000, new DecodedRecord(whole, null), "original"));
    await("the rest", () -> next.durableOffset().equals(OptionalLong.of(6)));
    assertEquals(ids(95), target.rows());
  }

  @Test
  void hazard16_whatBeginsOtherwiseIsNotContinued() {
    partly(95);
    int before = target.rows().size();
    PartitionWriter next = writer(true);
    List<Long> others = new ArrayList<>(ids(95));
    others.remove(3);
    fragments(5, 2, others).forEach(next::offer);
    await("failure", () -> next.failure() != null);
    assertTrue(
        next.failure().getMessage().contains("are not those that it begins with now"),
        next.failure().getMessage());
    assertEquals(before, target.rows().size());
    assertTrue(next.deadLetterOriginals().isEmpty());
  }

  @Test
  void hazard16_aDataErrorInItsMidstStops() {
    PartitionWriter writer = writer(true);
    // The third piece: nothing may go to the dead letter queue once a part is there.
    target.failFromRow(21, Kind.DATA);
    fragments(5, 1, ids(95)).forEach(writer::offer);
    await("failure", () -> writer.failure() != null);
    String message = writer.failure().getMessage();
    int rows = target.rows().size();
    assertTrue(rows > 10 && rows <= 20, () -> "two pieces: " + rows);
    assertTrue(message.contains(": " + rows + " of its changes are in the target"), message);
    assertTrue(writer.deadLetterOriginals().isEmpty());
    assertEquals(ids(rows), target.rows());
  }

  /** A first part of so many rows is in the target, and its writer dead. */
  private void partly(int rows) {
    PartitionWriter writer = writer(false);
    kill(writer, 25);
    fragments(5, 1, ids(rows)).forEach(writer::offer);
    await("the end of the first", () -> !writer.live());
    writer.close(FakeTarget.soon());
    assertTrue(target.part() != null && target.part().changes() < rows);
  }

  private AtomicBoolean kill(PartitionWriter writer, int steps) {
    AtomicBoolean killed = new AtomicBoolean();
    target.after(
        steps,
        () -> {
          writer.beginClose();
          killed.set(true);
        });
    return killed;
  }

  @Test
  void hazard16_randomLogsKillsAndLostAnswersGiveTheModelsRows() {
    Random seeds = new Random();
    int inParts = 0;
    for (int i = 0; i < HISTORIES; i++) {
      inParts += history(seeds.nextLong());
    }
    assertTrue(inParts > 10, "writers were killed in the midst of a transaction: " + inParts);
  }

  /** Returns how often a writer left a transaction in part. */
  private int history(long seed) {
    Random random = new Random(seed);
    FragmentLog log = new FragmentLog(random);
    target = new FakeTarget();
    int inParts = 0;
    for (int life = 0; life < MAX_LIVES; life++) {
      PartitionWriter writer = writer(false);
      for (int faults = random.nextInt(3); faults > 0; faults--) {
        target.fail("commit", Kind.CONNECTION_LOST, random.nextBoolean());
      }
      boolean lastLife = life == MAX_LIVES - 1;
      AtomicBoolean killed = kill(writer, lastLife ? 0 : 1 + random.nextInt(120));
      log.from(writer.seekOffset().orElse(0)).forEach(writer::offer);
      await(
          "seed " + seed + "L, life " + life,
          () ->
              killed.get()
                  || writer.failure() != null
                  || writer.durableOffset().equals(OptionalLong.of(log.end())));
      boolean whole = writer.durableOffset().equals(OptionalLong.of(log.end()));
      writer.close(FakeTarget.soon());
      assertNull(writer.failure(), () -> "seed " + seed + "L: " + writer.failure());
      inParts += target.part() == null ? 0 : 1;
      if (whole) {
        break;
      }
    }
    Map<String, List<Long>> found = new TreeMap<>();
    for (String source : log.rows().keySet()) {
      found.put(source, new ArrayList<>());
    }
    target.rows().forEach(row -> found.get("s" + row / 1_000_000).add(row));
    assertEquals(log.rows(), found, () -> "seed " + seed + "L");
    return inParts;
  }
}
