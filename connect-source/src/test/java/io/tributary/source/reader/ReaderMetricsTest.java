package io.tributary.source.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import io.tributary.source.FakeClock;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServer.TimedEnd;
import io.tributary.source.record.SourceModel;
import io.tributary.source.transaction.OpenBranches;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How far behind the server a reader is said to be. */
class ReaderMetricsTest {
  private final FakeClock clock = new FakeClock();
  private final ReaderMetrics metrics = new ReaderMetrics(clock);

  private static ResumePoint point(int file, long offset) {
    String name = "binlog.00000" + file;
    Position position = new Position(file, 9, offset);
    return new ResumePoint(name, position, "u:1-5", name, position);
  }

  private void reached(int file, long offset) {
    metrics.reached(point(file, offset), OpenBranches.NONE);
  }

  private void ends(long second, int file, long offset) {
    metrics.ends(
        new TimedEnd(second * 1_000_000, new BinlogEnd("binlog.00000" + file, offset, null)),
        Map.of("binlog.000001", 1_000L, "binlog.000002", 400L, "binlog.000003", 300L));
  }

  private Object value(String name) {
    return metrics.metrics().stream()
        .filter(metric -> metric.name().equals(name))
        .map(metric -> metric.value().get())
        .findFirst()
        .orElseThrow();
  }

  private void assertLag(double seconds, long bytes) {
    assertEquals(seconds, value("lag-seconds"));
    assertEquals(bytes, value("lag-bytes"));
  }

  @Test
  void nothingIsKnownBeforeBothSidesAreThere() {
    metrics.connected();
    assertLag(-1.0, -1);
    assertEquals("", value("position"));
    assertEquals(-1L, value("position-file"));
    ends(10, 1, 500);
    assertLag(-1.0, -1);
    reached(1, 200);
    assertLag(-1.0, 300);
    assertEquals("binlog.000001:200", value("position"));
  }

  @Test
  void lagIsWhatTheServerDidSinceTheLastPlaceThatWasPassed() {
    metrics.connected();
    ends(10, 1, 500);
    reached(1, 500);
    assertLag(0.0, 0);
    ends(20, 1, 700);
    ends(25, 1, 900);
    assertLag(15.0, 400);
    reached(1, 700);
    assertLag(5.0, 200);
    reached(1, 1_000);
    assertLag(0.0, 0);
  }

  @Test
  void lagInBytesGoesOverFiles() {
    metrics.connected();
    reached(1, 800);
    assertTrue(metrics.inFile("binlog.000001"));
    assertFalse(metrics.inFile("binlog.000003"));
    ends(10, 3, 50);
    assertEquals(200L + 400 + 50, value("lag-bytes"));
    reached(2, 100);
    assertEquals(300L + 50, value("lag-bytes"));
  }

  @Test
  void anotherConnectionMayBeAnotherServer() {
    metrics.connected();
    ends(10, 1, 500);
    reached(1, 500);
    assertLag(0.0, 0);
    metrics.disconnected();
    metrics.connected();
    assertLag(-1.0, -1);
  }

  @Test
  void theOldestBranchAges() {
    clock.advanceMs(1_000);
    long nowMicros = clock.millis() * 1_000;
    metrics.reached(point(1, 500), new OpenBranches(2, nowMicros - 3_000_000));
    assertEquals(2L, value("open-xa-branches"));
    assertEquals(3.0, value("oldest-xa-branch-age-seconds"));
    clock.advanceMs(4_000);
    assertEquals(7.0, value("oldest-xa-branch-age-seconds"));
    metrics.reached(point(1, 600), OpenBranches.NONE);
    assertEquals(0.0, value("oldest-xa-branch-age-seconds"));
  }

  @Test
  void onlyTransactionsWithCapturedRowsCount() {
    metrics.passed(SourceModel.transaction(500, 20), OpenBranches.NONE);
    assertEquals(0L, value("transactions-total"));
    metrics.passed(SourceModel.transaction(600, 20, 0), OpenBranches.NONE);
    assertEquals(1L, value("transactions-total"));
  }
}
