package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogException.Kind;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class EventQueueTest {
  private static final Duration LONG = Duration.ofSeconds(10);

  @Test
  void theEndComesAfterEverythingBeforeIt() throws Exception {
    EventQueue queue = new EventQueue(1_000);
    queue.accept(event(1), 100);
    queue.accept(event(2), 100);
    queue.end(ended("first"));
    queue.end(ended("second"));
    assertEquals(1, queue.poll(Duration.ZERO).header().serverId());
    assertEquals(2, queue.poll(Duration.ZERO).header().serverId());
    for (int i = 0; i < 2; i++) {
      BinlogException end = assertThrows(BinlogException.class, () -> queue.poll(LONG));
      assertEquals("first", end.getMessage());
    }
  }

  @Test
  void nothingInTimeIsNull() throws Exception {
    assertNull(new EventQueue(1_000).poll(Duration.ofMillis(1)));
  }

  @Test
  void theWriterNeverRunsAheadOfTheBound() throws Exception {
    EventQueue queue = new EventQueue(1_000);
    AtomicInteger written = new AtomicInteger();
    Thread writer = new Thread(() -> write(queue, 100, 100, written));
    writer.start();
    for (int read = 0; read < 100; read++) {
      assertEquals(read, queue.poll(LONG).header().serverId());
      // One may be between the queue and the counter.
      assertTrue(written.get() <= read + 1 + 1_000 / 100, written + " at " + read);
    }
    writer.join();
  }

  @Test
  void anEventLargerThanTheBoundIsLetIn() throws Exception {
    EventQueue queue = new EventQueue(10);
    BinlogEvent large = event(1);
    queue.accept(large, 1L << 30);
    assertSame(large, queue.poll(LONG));
  }

  @Test
  void closeLetsTheWriterGoAndTheReaderToo() throws Exception {
    EventQueue queue = new EventQueue(100);
    CountDownLatch done = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              write(queue, 10, 60, new AtomicInteger());
              done.countDown();
            });
    writer.start();
    while (writer.getState() != Thread.State.WAITING) {
      assertFalse(done.await(1, TimeUnit.MILLISECONDS));
    }
    queue.close(ended("closed"));
    assertTrue(done.await(10, TimeUnit.SECONDS));
    BinlogException end = assertThrows(BinlogException.class, () -> queue.poll(LONG));
    assertEquals("closed", end.getMessage());
  }

  private static void write(EventQueue queue, int count, long bytes, AtomicInteger written) {
    try {
      for (int i = 0; i < count; i++) {
        queue.accept(event(i), bytes);
        written.incrementAndGet();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BinlogException ended(String message) {
    return new BinlogException(Kind.BROKEN, message, null);
  }

  private static BinlogEvent event(long serverId) {
    return new BinlogEvent.Xid(
        new EventHeader(0, EventType.XID, serverId, 31, 0, "log.1", new Position(1, 1, 100)));
  }
}
