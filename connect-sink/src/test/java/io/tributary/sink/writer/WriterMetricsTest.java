package io.tributary.sink.writer;

import static io.tributary.sink.writer.Records.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.TransactionRecord;
import io.tributary.metrics.Metric;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.tidb.TargetException.Kind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a writer's metrics say after things that happened to it. */
class WriterMetricsTest {
  private static final CheckpointKey KEY = new CheckpointKey("sink", "topic", 0);
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(1_000), ZoneOffset.UTC);

  private final FakeTarget target = new FakeTarget();
  private PartitionWriter writer;

  @AfterEach
  void close() {
    writer.close(FakeTarget.soon());
  }

  private void live(GapPolicy gaps, boolean deadLetters, Clock clock) {
    writer =
        new PartitionWriter(
            KEY,
            new WriterSettings(1_000, 1_000_000, 0, 1_000_000, 5_000, 1, gaps, deadLetters),
            target.parts(clock));
    writer.start();
    await("the fence", writer::wantsSeek);
    writer.seekAnswered();
  }

  private void live() {
    live(GapPolicy.FAIL, false, CLOCK);
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> "waited 10 s for " + what);
      Thread.onSpinWait();
    }
  }

  private Map<String, Object> values() {
    return writer.metrics().stream()
        .collect(Collectors.toMap(Metric::name, metric -> metric.value().get()));
  }

  private void awaitValue(String name, Object value) {
    await(name + " " + value + " in " + values(), () -> value.equals(values().get(name)));
    assertNull(writer.failure());
  }

  private void deliver(long offset, Records record) {
    writer.offer(record.delivered(offset));
    awaitValue("durable-offset", offset + 1);
  }

  @Test
  void flushesAreCountedWithTheirSizes() {
    live();
    deliver(0, at(0, 100));
    deliver(1, at(100, 200));
    int heartbeatBytes = at(200, 200).heartbeat(1).delivered(2).bytes();
    deliver(2, at(200, 200).heartbeat(1));
    Map<String, Object> values = values();
    assertEquals(2L, values.get("rows-total"));
    assertEquals(2L, values.get("transactions-total"));
    assertEquals(3L, values.get("flushes-total"));
    assertEquals(0L, values.get("flush-rows-last"), "the heartbeat's");
    assertEquals(1L, values.get("flush-rows-max"));
    assertEquals((long) heartbeatBytes, values.get("flush-bytes-last"));
    long bytes =
        heartbeatBytes + at(0, 100).delivered(0).bytes() + at(100, 200).delivered(1).bytes();
    assertEquals(bytes, values.get("bytes-total"));
    assertTrue((double) values.get("flush-time-ms-total") > 0);
    assertTrue(
        (double) values.get("flush-time-ms-max") <= (double) values.get("flush-time-ms-total"));
    assertEquals(0L, values.get("waiting-bytes"));
    assertEquals(0L, values.get("lag-offsets"));
    assertEquals(1L, values.get("fences-taken-total"));
  }

  @Test
  void lagIsOfTheSourceThatIsFarthestBehind() {
    live();
    assertEquals(-1.0, values().get("lag-seconds"), "nothing came yet");
    deliver(0, at(0, 100).of("a").heartbeat(999_500_000));
    assertEquals(0.5, values().get("lag-seconds"));
    TransactionRecord old = at(0, 100).of("b").heartbeat(900_000_000).record();
    assertEquals(900_000_000, old.heartbeat().watermarkMicros());
    deliver(1, at(0, 100).of("b").heartbeat(900_000_000));
    assertEquals(100.0, values().get("lag-seconds"));
    deliver(2, at(100, 100).of("b").heartbeat(2_000_000_000));
    assertEquals(0.5, values().get("lag-seconds"), "a source's clock that is ahead counts as none");
  }

  @Test
  void retriesAreCountedByCause() {
    live();
    target.fail("begin", Kind.CONNECTION_LOST, false);
    target.fail("apply", Kind.TRANSIENT, false);
    target.fail("advance", Kind.TRANSIENT, false);
    deliver(0, at(0, 100));
    Map<String, Object> values = values();
    assertEquals(1L, values.get("retries-connection-total"));
    assertEquals(2L, values.get("retries-unavailable-total"));
    assertEquals(0L, values.get("retries-lock-total"));
    assertEquals(1L, values.get("flushes-total"), "of four tries");
    assertEquals(0.0, values.get("retrying-seconds"), "over");
  }

  @Test
  void aTargetThatStaysAwayShowsSinceWhen() throws Exception {
    long[] nowMs = {1_000_000};
    Clock clock =
        new Clock() {
          @Override
          public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            synchronized (nowMs) {
              return Instant.ofEpochMilli(nowMs[0]);
            }
          }
        };
    RetryCounts counts = new RetryCounts(clock);
    Metric retrying =
        counts.metrics().stream()
            .filter(metric -> metric.name().equals("retrying-seconds"))
            .findFirst()
            .orElseThrow();
    counts.retried(io.tributary.sink.tidb.RetryCause.CONNECTION, 1_000_000);
    synchronized (nowMs) {
      nowMs[0] += Duration.ofSeconds(90).toMillis();
    }
    assertEquals(90.0, retrying.value().get());
    counts.succeeded();
    assertEquals(0.0, retrying.value().get());
    live();
  }

  @Test
  void replaysAndRecordsBeforeTheSeekAreTold() {
    live();
    deliver(0, at(0, 100));
    deliver(1, at(0, 100));
    deliver(2, at(100, 200));
    Map<String, Object> values = values();
    assertEquals(1L, values.get("replayed-records-total"));
    assertEquals(2L, values.get("transactions-total"));
    assertEquals(0L, values.get("redelivered-records-total"));
    writer.close(FakeTarget.soon());
    writer =
        new PartitionWriter(
            KEY, new WriterSettings(1, 1, 0, 1, 1, 1, GapPolicy.FAIL, false), target.parts(CLOCK));
    writer.offer(at(200, 300).delivered(3));
    assertEquals(1L, values().get("redelivered-records-total"), "no fence yet: it comes again");
  }

  @Test
  void aGapCountsOnceAndItsSourceIsSuspended() {
    live(GapPolicy.SUSPEND, false, CLOCK);
    deliver(0, at(0, 100));
    deliver(1, at(200, 300));
    deliver(2, at(300, 400));
    Map<String, Object> values = values();
    assertEquals(1L, values.get("gaps-total"));
    assertEquals(2L, values.get("suspended-records-total"));
    assertEquals(1L, values.get("suspended-sources"));
    deliver(3, at(0, 100));
    deliver(4, at(100, 200));
    assertEquals(0L, values().get("suspended-sources"), "the reset source filled the gap");
    assertEquals(1L, values().get("gaps-total"));
    assertEquals(1L, values().get("replayed-records-total"));
  }

  @Test
  void aGapThatStopsCounts() {
    live();
    deliver(0, at(0, 100));
    writer.offer(at(200, 300).delivered(1));
    await("failure", () -> writer.failure() != null);
    assertEquals(1L, values().get("gaps-total"));
  }

  @Test
  void aLostFenceCounts() throws Exception {
    live();
    deliver(0, at(0, 100));
    var session = target.open();
    session.begin();
    target.raiseEpoch(session, null);
    session.commit();
    writer.offer(at(100, 200).delivered(1));
    await("the loss", writer::fenceLost);
    assertEquals(1L, values().get("fences-lost-total"));
    writer.takeFenceAgain();
    awaitValue("fences-taken-total", 2L);
  }

  @Test
  void deadLettersCountWhenTheyAreThere() {
    live(GapPolicy.FAIL, true, CLOCK);
    target.fail("check", Kind.DATA, false);
    writer.offer(at(0, 100).delivered(0));
    await("the dead letter", () -> !writer.deadLetterOriginals().isEmpty());
    assertEquals(0L, values().get("dead-letters-total"));
    writer.deadLettered();
    awaitValue("durable-offset", 1L);
    assertEquals(1L, values().get("dead-letters-total"));
    assertEquals(0L, values().get("rows-total"));
  }
}
