package io.tributary.sink;

import static io.tributary.sink.writer.Records.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.tributary.format.codec.RecordEncoder;
import io.tributary.sink.tidb.TargetException.Kind;
import io.tributary.sink.writer.FakeTarget;
import io.tributary.sink.writer.Records;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the task asks of Connect, with a target in memory. */
class TiDbSinkTaskTest {
  private static final TopicPartition PARTITION = new TopicPartition("topic", 0);

  private final FakeTarget target = new FakeTarget();
  private final FakeTaskContext context = new FakeTaskContext();
  private final TiDbSinkTask task = task();

  private TiDbSinkTask task() {
    TiDbSinkTask made = new TiDbSinkTask((config, ownership) -> target.parts(Clock.systemUTC()));
    made.initialize(context);
    made.start(
        Map.of(
            "name", "sink",
            "connection.url", "jdbc:mysql://127.0.0.1:1/",
            "connection.user", "u",
            "linger.ms", "0",
            "buffer.max.bytes", "1000",
            "retry.backoff.max.ms", "1",
            "retry.timeout.ms", "0"));
    return made;
  }

  @AfterEach
  void stop() {
    task.stop();
  }

  private static SinkRecord heartbeat(Records record, long offset) {
    byte[] value = new RecordEncoder().encode(record.heartbeat(1).record());
    return new SinkRecord(
        "topic", 0, null, null, null, value, offset, 0L, TimestampType.CREATE_TIME);
  }

  private void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + 10_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail("waited 10 s for " + what);
      }
      task.put(List.of());
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> committed() {
    return task.preCommit(Map.of(PARTITION, new OffsetAndMetadata(99)));
  }

  @Test
  void hazard20_pausedUntilTheFenceIsTakenAndRecordsBeforeTheSeekAreDropped() {
    task.open(Set.of(PARTITION));
    assertEquals(Set.of(PARTITION), context.paused);
    assertEquals(Map.of(), committed());
    until("resumed", () -> context.paused.isEmpty());
    assertEquals(Map.of(), context.seeks, "a new partition begins where the group stands");
    task.put(List.of(heartbeat(at(0, 100), 5)));
    until("durable", () -> committed().equals(Map.of(PARTITION, new OffsetAndMetadata(6))));

    task.close(Set.of(PARTITION));
    assertEquals(Map.of(), committed());
    task.open(Set.of(PARTITION));
    until("a seek", () -> context.seeks.equals(Map.of(PARTITION, 6L)));
    assertEquals(Set.of(), context.paused);
    context.seeks.clear();
    task.put(List.of(heartbeat(at(100, 200), 6)));
    until("durable", () -> committed().equals(Map.of(PARTITION, new OffsetAndMetadata(7))));
    assertEquals(200, target.source("s").last().offset());
  }

  @Test
  void hazard20_aLostFenceIsTakenAgainInALaterPutOnly() throws Exception {
    task.open(Set.of(PARTITION));
    until("resumed", () -> context.paused.isEmpty());
    task.put(List.of());
    var session = target.open();
    session.begin();
    target.raiseEpoch(session, null);
    session.commit();
    task.put(List.of(heartbeat(at(0, 100), 0)));
    until("paused", () -> !context.paused.isEmpty());
    assertEquals(2, target.fence().epoch(), "not yet: this put may be of a lost partition");
    until("taken again", () -> target.fence().epoch() == 3);
  }

  @Test
  void aFullWriterPausesItsPartition() throws Exception {
    task.open(Set.of(PARTITION));
    until("resumed", () -> context.paused.isEmpty());
    task.put(List.of());
    // Another transaction holds the checkpoint's row: the writer waits, the task does not.
    var session = target.open();
    session.begin();
    target.lock(session, null);
    // The flush that waits may have taken any number of the first records with it.
    int sent = 0;
    while (context.paused.isEmpty() && sent < 1_000) {
      task.put(List.of(heartbeat(at(sent, sent + 1), sent)));
      sent++;
    }
    assertEquals(Set.of(PARTITION), context.paused);
    long end = sent;
    assertTrue(context.timeoutMs > 0 && context.timeoutMs < 1_000);
    session.rollback();
    until("resumed", () -> context.paused.isEmpty());
    until("durable", () -> committed().equals(Map.of(PARTITION, new OffsetAndMetadata(end))));
  }

  @Test
  void aFailureOfTheWriterStopsTheTask() {
    target.fail("open", Kind.FATAL, false);
    task.open(Set.of(PARTITION));
    ConnectException e = assertThrows(ConnectException.class, () -> until("failure", () -> false));
    assertEquals("sink connector sink: open failed", e.getMessage());
    assertNull(e.getCause(), "Connect would print the message once more");
  }

  @Test
  void aValueThatIsNoRecordNamesItsPlace() {
    task.open(Set.of(PARTITION));
    until("resumed", () -> context.paused.isEmpty());
    SinkRecord foreign =
        new SinkRecord(
            "topic", 0, null, null, null, new byte[] {'x'}, 41, 0L, TimestampType.CREATE_TIME);
    task.put(List.of(foreign));
    ConnectException e = assertThrows(ConnectException.class, () -> until("failure", () -> false));
    assertTrue(
        e.getMessage().startsWith("sink connector sink: cannot read topic-0@41: "), e.getMessage());
  }
}
