package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.format.model.Position;
import java.io.StreamCorruptedException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTrackerTest {
  private static final long WRAP = 1L << 32;
  private static final int ROWS = EventType.WRITE_ROWS;

  @Test
  void followsAFileFarPastFourGigabytes() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    PositionTracker tracker = begun(false);
    long offset = 127;
    while (offset < 5 * WRAP) {
      long length = 19 + random.nextInt(1 << 30);
      offset += length;
      tracker.advance(ROWS, length, offset % WRAP);
      assertEquals(new Position(7, 1_700_000_000, offset), tracker.position(), "seed " + seed);
      tracker.heartbeat("log.000007", offset % WRAP, true);
      tracker.heartbeat("log.000007", offset, false);
      assertEquals(offset, tracker.position().offset(), "seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 226, 228, WRAP - 1})
  void anEventThatIsNotWhereTheLastOneEndedIsRefused(long logPos) throws Exception {
    PositionTracker tracker = begun(false);
    assertThrows(
        StreamCorruptedException.class, () -> tracker.advance(EventType.GTID, 100, logPos));
  }

  @Test
  void mariaDbSaysNothingInsideAGroupAndIsCheckedAtItsEnd() throws Exception {
    PositionTracker tracker = begun(false);
    tracker.advance(EventType.MARIADB_GTID, 42, 169);
    tracker.advance(ROWS, 100, 0);
    tracker.advance(ROWS, 100, 0);
    assertEquals(369, tracker.position().offset());
    assertThrows(StreamCorruptedException.class, () -> tracker.advance(EventType.XID, 31, 500));
    tracker.advance(EventType.XID, 31, 400);
  }

  @Test
  void hazard33_holesOnlyBetweenGroupsAndOnlyWhenAskedForByGtid() throws Exception {
    PositionTracker tracker = begun(true);
    tracker.advance(EventType.GTID, 79, 10_079);
    assertEquals(10_079, tracker.position().offset());
    assertThrows(StreamCorruptedException.class, () -> tracker.advance(ROWS, 100, 20_000));
    tracker.heartbeat("log.000007", 3 * WRAP + 5, false);
    tracker.advance(EventType.GTID, 79, 84);
    assertEquals(3 * WRAP + 84, tracker.position().offset());
  }

  @Test
  void aHeartbeatThatIsElsewhereMeansMissingEvents() throws Exception {
    PositionTracker tracker = begun(false);
    assertThrows(StreamCorruptedException.class, () -> tracker.heartbeat("log.000007", 128, true));
    assertThrows(StreamCorruptedException.class, () -> tracker.heartbeat("log.000008", 127, true));
  }

  @Test
  void hazard5_creationTimeComesFromTheHeaderOfTheDescription() throws Exception {
    PositionTracker tracker = new PositionTracker(false);
    tracker.beginFile("log.1000000", 4_000_000_000L);
    assertEquals(new Position(1_000_000, 0, 4_000_000_000L), tracker.position());
    tracker.describe(1_800_000_000, 123, 0);
    assertEquals(new Position(1_000_000, 1_800_000_000, 4_000_000_000L), tracker.position());
  }

  @Test
  void theFileThatWasAnnouncedMustFollow() throws Exception {
    PositionTracker tracker = begun(false);
    tracker.advance(EventType.ROTATE, 44, 171);
    tracker.expectNext("log.000008");
    assertThrows(StreamCorruptedException.class, () -> tracker.beginFile("log.000009", 4));
    tracker.beginFile("log.000008", 4);
    assertThrows(StreamCorruptedException.class, () -> tracker.beginFile("log.000007", 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "log", "log.", "log.00001x", "log.-1", "log.+1"})
  void aNameWithoutANumberIsRefused(String name) {
    PositionTracker tracker = new PositionTracker(false);
    assertThrows(StreamCorruptedException.class, () -> tracker.beginFile(name, 4));
  }

  private static PositionTracker begun(boolean holes) throws StreamCorruptedException {
    PositionTracker tracker = new PositionTracker(holes);
    tracker.beginFile("log.000007", 4);
    tracker.describe(1_700_000_000, 123, 127);
    return tracker;
  }
}
