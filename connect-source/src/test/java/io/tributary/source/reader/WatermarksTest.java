package io.tributary.source.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServer.TimedEnd;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatermarksTest {
  private final Watermarks watermarks = new Watermarks();

  private void add(long micros, String file, long offset) {
    watermarks.add(new TimedEnd(micros, new BinlogEnd(file, offset, null)));
  }

  private long passed(long file, long offset) {
    return watermarks.passed(new Position(file, 9, offset));
  }

  @Test
  @DisplayName("hazard35: a time counts once its place has been passed, not before")
  void hazard35_aTimeCountsOnceItsPlaceIsPassed() {
    assertEquals(0, passed(1, 1_000));
    add(10, "binlog.000001", 500);
    add(20, "binlog.000001", 500);
    add(30, "binlog.000002", 157);
    assertEquals(0, passed(1, 499));
    assertEquals(20, passed(1, 500));
    assertEquals(20, passed(1, 9_999));
    assertEquals(30, passed(2, 157));
    assertEquals(30, passed(2, 157));
  }

  @Test
  void aSourceFarBehindKeepsABoundedNumberOfPairs() {
    for (int i = 1; i <= 100_000; i++) {
      add(i, "binlog.000001", i);
    }
    long passed = passed(1, 50_000);
    assertTrue(passed <= 50_000 && passed > 49_500, "passed " + passed);
    assertTrue(passed(1, 100_000) > 99_500);
    add(100_001, "binlog.000001", 100_001);
    assertEquals(100_001, passed(1, 100_001));
  }
}
