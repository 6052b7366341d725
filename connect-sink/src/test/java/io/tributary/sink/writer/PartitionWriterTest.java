package io.tributary.sink.writer;

import static io.tributary.sink.writer.Records.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.tributary.format.model.AffinityRule;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.tidb.TargetException.Kind;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A writer over a target in memory: the fence, lost answers, retries, takeovers. */
class PartitionWriterTest {
  private static final CheckpointKey KEY = new CheckpointKey("sink", "topic", 0);

  private final FakeTarget target = new FakeTarget();
  private final List<PartitionWriter> writers = new ArrayList<>();

  @AfterEach
  void close() {
    writers.forEach(writer -> writer.close(FakeTarget.soon()));
  }

  private PartitionWriter writer(WriterSettings settings) {
    PartitionWriter writer = new PartitionWriter(KEY, settings, target.parts(Clock.systemUTC()));
    writers.add(writer);
    writer.start();
    return writer;
  }

  private static WriterSettings settings(boolean deadLetters) {
    return new WriterSettings(
        1_000, 1_000_000, 0, 1_000_000, 5_000, 1, GapPolicy.FAIL, deadLetters);
  }

  /** A writer that has the fence and its consumer in place. */
  private PartitionWriter live() {
    PartitionWriter writer = writer(settings(false));
    seek(writer);
    return writer;
  }

  private static void seek(PartitionWriter writer) {
    await("the fence", () -> writer.wantsSeek() || writer.failure() != null);
    writer.seekAnswered();
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail("waited 10 s for " + what);
      }
      Thread.onSpinWait();
    }
  }

  /** As a server that does not answer. */
  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void durable(PartitionWriter writer, long offset) {
    await(
        "durable offset " + offset,
        () -> {
          if (writer.failure() != null) {
            throw new AssertionError(writer.failure());
          }
          return writer.durableOffset().equals(OptionalLong.of(offset));
        });
  }

  @Test
  void hazard18_theCheckpointIsTheFirstStatementOfEveryFlush() {
    PartitionWriter writer = live();
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    List<String> steps = target.steps();
    int begin = steps.lastIndexOf("begin");
    assertEquals(
        List.of("begin", "advance", "apply 100", "apply", "save", "commit", "committed"),
        steps.subList(begin, steps.size()));
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"CONNECTION_LOST", "TRANSIENT"})
  void hazard18_aCommitWhoseAnswerWasLostButWasDone(Kind kind) {
    PartitionWriter writer = live();
    target.fail("commit", kind, true);
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    assertEquals(List.of(100L), target.rows(), "not a second time");
    assertTrue(target.steps().contains("lock"));
    assertFalse(target.steps().contains("rolledBack"));
    writer.offer(at(100, 200).delivered(1));
    durable(writer, 2);
    assertEquals(List.of(100L, 200L), target.rows());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"CONNECTION_LOST", "TRANSIENT"})
  void hazard18_aCommitWhoseAnswerWasLostAndWasUndone(Kind kind) {
    PartitionWriter writer = live();
    target.fail("commit", kind, false);
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    assertEquals(List.of(100L), target.rows());
    assertTrue(target.steps().contains("rolledBack"), "what was remembered of the target is void");
  }

  @Test
  void hazard18_lostAnswerWhileAnOpenFragmentHoldsTheOffset() {
    PartitionWriter writer = live();
    writer.offer(at(0, 50).of("large").fragment(0, 1, 0, false, new byte[] {'{'}));
    writer.offer(at(0, 100).delivered(1));
    await("the first flush", () -> target.rows().equals(List.of(100L)));
    // Before and after this flush the offset is 0: the version tells them apart.
    target.fail("commit", Kind.CONNECTION_LOST, true);
    writer.offer(at(100, 200).delivered(2));
    writer.offer(at(200, 300).delivered(3));
    await("the last flush", () -> target.rows().contains(300L));
    assertEquals(List.of(100L, 200L, 300L), target.rows());
    assertEquals(0, target.fence().nextOffset());
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"CONNECTION_LOST", "TRANSIENT"})
  void errorsThatPassAreRetriedFromTheStart(Kind kind) {
    PartitionWriter writer = live();
    target.fail("begin", kind, false);
    target.fail("advance", kind, false);
    target.fail("apply", kind, false);
    target.fail("open", kind, false);
    target.fail("save", kind, false);
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    assertEquals(List.of(100L), target.rows());
  }

  @Test
  void aTargetThatStaysAwayFailsTheWriterAfterTheTimeout() {
    for (int i = 0; i < 1_000; i++) {
      target.fail("open", Kind.CONNECTION_LOST, false);
    }
    PartitionWriter writer =
        writer(new WriterSettings(1_000, 1_000_000, 0, 1_000_000, 20, 5, GapPolicy.FAIL, false));
    await("failure", () -> writer.failure() != null);
    assertTrue(writer.failure().getMessage().contains("retry.timeout.ms"));
  }

  @Test
  void aTargetThatComesBackIsWaitedForWithoutAnEndWhenTheTimeoutIsMinusOne() {
    for (int i = 0; i < 50; i++) {
      target.fail("open", Kind.CONNECTION_LOST, false);
    }
    PartitionWriter writer =
        writer(new WriterSettings(1_000, 1_000_000, 0, 1_000_000, -1, 1, GapPolicy.FAIL, false));
    seek(writer);
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    assertEquals(List.of(100L), target.rows());
  }

  @Test
  void hazard19_theEpochIsRaisedInATransactionThatHasReadNothing() {
    live();
    assertEquals(
        List.of("open", "create", "ensure", "begin", "raise", "commit", "load"),
        target.steps().subList(0, 7));
  }

  @Test
  void hazard19_20_twoWritersOfOnePartition() {
    PartitionWriter zombie = live();
    zombie.offer(at(0, 100).delivered(0));
    durable(zombie, 1);
    PartitionWriter owner = live();
    assertEquals(OptionalLong.of(1), owner.seekOffset());
    zombie.offer(at(100, 200).delivered(1));
    await("the fence is lost", zombie::fenceLost);
    assertEquals(List.of(100L), target.rows(), "the zombie wrote nothing");
    owner.offer(at(100, 300).delivered(1));
    durable(owner, 2);
    zombie.offer(at(300, 400).delivered(2));
    assertTrue(zombie.fenceLost(), "it does not take the fence by itself");
    assertEquals(OptionalLong.empty(), zombie.durableOffset());
    zombie.takeFenceAgain();
    seek(zombie);
    zombie.offer(at(300, 400).delivered(2));
    durable(zombie, 3);
    assertEquals(List.of(100L, 300L, 400L), target.rows());
  }

  @Test
  void hazard20_recordsAreDroppedUntilTheSeekWasAnswered() {
    PartitionWriter writer = writer(settings(false));
    writer.offer(at(0, 100).delivered(7));
    await("the fence", writer::wantsSeek);
    writer.offer(at(0, 100).delivered(7));
    assertEquals(OptionalLong.empty(), writer.seekOffset(), "a new partition: no seek");
    writer.seekAnswered();
    writer.offer(at(0, 50).delivered(3));
    durable(writer, 4);
    assertEquals(List.of(50L), target.rows());
  }

  @Test
  void hazard20_aTopicMadeAnewIsSeenByItsFirstRecord() {
    PartitionWriter writer = live();
    writer.offer(at(0, 100).delivered(10));
    durable(writer, 11);
    PartitionWriter next = live();
    next.offer(at(100, 200).delivered(0));
    await("failure", () -> next.failure() != null);
    String message = next.failure().getMessage();
    assertTrue(message.startsWith("topic-0@0 (source s"), message);
    assertTrue(message.contains("deleted and made anew"), message);
    assertEquals(List.of(100L), target.rows());
  }

  @Test
  void hazard16_theOffsetStaysAtTheFirstOpenFragment() {
    PartitionWriter writer = live();
    writer.offer(at(0, 50).of("large").fragment(5, 1, 0, false, new byte[] {'{'}));
    writer.offer(at(0, 100).delivered(6));
    durable(writer, 5);
    assertEquals(List.of(100L), target.rows());
    PartitionWriter next = live();
    assertEquals(OptionalLong.of(5), next.seekOffset());
    next.offer(at(0, 50).of("large").fragment(5, 1, 0, false, new byte[] {'{'}));
    next.offer(at(0, 100).delivered(6));
    next.offer(at(100, 200).delivered(7));
    await("the next record", () -> target.rows().contains(200L));
    assertEquals(List.of(100L, 200L), target.rows(), "what was delivered again is a replay");
  }

  @Test
  void hazard06_recordsBeforeAGapAreWrittenAndItsMessageNamesThePlace() {
    PartitionWriter writer = live();
    writer.offer(at(0, 100).delivered(0));
    writer.offer(at(150, 200).gtid(Records.A + ":7").delivered(1));
    await("failure", () -> writer.failure() != null);
    assertEquals(List.of(100L), target.rows());
    String message = writer.failure().getMessage();
    assertTrue(
        message.startsWith(
            "topic-0@1 (source s, GTID " + Records.A + ":7, binlog.000001:200, d.t to d.t): "),
        message);
  }

  @Test
  void recordsBeforeOneThatCannotBeReadAreWritten() {
    WriterSettings lingering =
        new WriterSettings(9, 1_000_000, 60_000, 1_000_000, 5_000, 1, GapPolicy.FAIL, true);
    PartitionWriter writer = writer(lingering);
    seek(writer);
    writer.offer(at(0, 100).delivered(0));
    writer.offer(at(100, 200).delivered(1));
    ApplyException why = new ApplyException(ApplyException.Kind.FATAL, "cannot read topic-0@2");
    writer.offer(Delivery.unreadable(2, why));
    await("failure", () -> writer.failure() != null);
    assertEquals(List.of(100L, 200L), target.rows());
    assertEquals("cannot read topic-0@2", writer.failure().getMessage());
  }

  @Test
  void hazard01_anotherAffinityRuleStops() {
    PartitionWriter writer = live();
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    writer.offer(at(0, 70).of("other").rule(new AffinityRule(List.of(), 1, 1)).delivered(1));
    await("failure", () -> writer.failure() != null);
    assertTrue(writer.failure().getMessage().contains("affinity.keys"));
    assertEquals(List.of(100L), target.rows());
  }

  @Test
  void anotherNumberOfPartitionsStops() {
    PartitionWriter writer = live();
    writer.offer(at(0, 100).delivered(0));
    durable(writer, 1);
    PartitionWriter next = live();
    next.offer(at(100, 200).partitions(4).delivered(1));
    await("failure", () -> next.failure() != null);
    assertTrue(next.failure().getMessage().contains("4 affinity partitions, this topic has 1"));
  }

  @Test
  void oneBadRecordInARunIsNamedAndThoseBeforeItAreWritten() {
    WriterSettings lingering =
        new WriterSettings(3, 1_000_000, 60_000, 1_000_000, 5_000, 1, GapPolicy.FAIL, false);
    PartitionWriter writer = writer(lingering);
    seek(writer);
    target.fail("apply 200", Kind.DATA, false);
    target.fail("apply 200", Kind.DATA, false);
    writer.offer(at(0, 100).delivered(0));
    writer.offer(at(100, 200).delivered(1));
    writer.offer(at(200, 300).delivered(2));
    await("failure", () -> writer.failure() != null);
    assertInstanceOf(ApplyException.class, writer.failure());
    assertTrue(writer.failure().getMessage().startsWith("topic-0@1 "));
    assertEquals(List.of(100L), target.rows());
  }

  @Test
  void aFlushTakesWhatWaitsUpToItsBound() {
    WriterSettings lingering =
        new WriterSettings(3, 1_000_000, 60_000, 1_000_000, 5_000, 1, GapPolicy.FAIL, false);
    PartitionWriter writer = writer(lingering);
    seek(writer);
    for (int i = 0; i < 6; i++) {
      writer.offer(at(i * 10L, i * 10L + 10).delivered(i));
    }
    durable(writer, 6);
    assertEquals(3, target.steps().stream().filter("commit"::equals).count(), "fence, 3, 3 rows");
  }

  @Test
  void aThrottledWriterTakesASecondsWorthAtATimeAndGoesIntoDebtForIt() {
    Throttle throttle = new Throttle(2, 0, () -> 0);
    PartitionWriter writer =
        new PartitionWriter(KEY, settings(false), target.parts(Clock.systemUTC(), throttle));
    writers.add(writer);
    writer.start();
    seek(writer);
    writer.offer(at(0, 10).delivered(0));
    durable(writer, 1);
    assertEquals(500, throttle.reserveMs(1, 1), "half a second for the row before");
    assertEquals(1_000, throttle.reserveMs(1, 1));
  }

  @Test
  void hazard11_aDeadLetterMovesItsSourceAndGapsNeverGoThere() {
    PartitionWriter writer = writer(settings(true));
    seek(writer);
    target.fail("check", Kind.DATA, false);
    writer.offer(at(0, 100).delivered(0));
    await("the dead letter", () -> !writer.deadLetterOriginals().isEmpty());
    assertEquals(List.of("original"), writer.deadLetterOriginals());
    assertTrue(writer.deadLetterError().getMessage().startsWith("topic-0@0 "));
    assertEquals(OptionalLong.empty(), writer.durableOffset(), "not before it is there");
    writer.deadLettered();
    durable(writer, 1);
    writer.offer(at(100, 200).delivered(1));
    durable(writer, 2);
    assertEquals(List.of(200L), target.rows());
    assertEquals(1, target.source("s").omissions().deadLettered());
    assertEquals(100, target.source("s").omissions().first().offset());
    writer.offer(at(900, 950).delivered(2));
    await("failure", () -> writer.failure() != null);
    assertTrue(writer.deadLetterOriginals().isEmpty());
  }

  @Test
  void hazard22_alteredOffsetsKeepSourcesRaiseTheEpochAndGiveAPass() throws Exception {
    PartitionWriter before = live();
    before.offer(at(0, 100).delivered(0));
    durable(before, 1);
    Fence old = target.fence();
    var session = target.open();
    session.begin();
    target.alter(session, Map.of(KEY, 0L));
    session.commit();
    assertTrue(target.fence().epoch() > old.epoch());
    before.offer(at(100, 200).delivered(1));
    await("the old writer is out", before::fenceLost);
    PartitionWriter after = live();
    assertEquals(OptionalLong.of(0), after.seekOffset());
    after.offer(at(0, 100).delivered(0));
    after.offer(at(100, 200).delivered(1));
    durable(after, 2);
    assertEquals(List.of(100L, 200L), target.rows(), "what had been seen is a replay");
  }

  @Test
  void closeEndsAWriterThatWaits() {
    PartitionWriter writer = live();
    writer.close(FakeTarget.soon());
    assertFalse(writer.live());
    writer.offer(at(0, 100).delivered(0));
    assertEquals(List.of(), target.rows());
  }

  @Test
  void writersThatHangAreWaitedForWithinOneBoundForAllOfThem() throws Exception {
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    target.after(
        1,
        () -> {
          hangs.countDown();
          awaitUninterruptibly(answers);
        });
    PartitionWriter writer = writer(settings(false));
    hangs.await();
    long passed = System.nanoTime();
    writer.close(passed);
    assertFalse(writer.awaitEnd(passed), "waited beyond a bound that others had used up");
    answers.countDown();
    assertTrue(writer.awaitEnd(FakeTarget.soon()));
    assertEquals(0, target.fence().epoch(), "a writer that was told to end took the fence");
  }
}
