package io.tributary.sink.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThrottleTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

  private void pass(long ms) {
    nanos.addAndGet(ms * 1_000_000);
  }

  @ParameterizedTest
  @CsvSource({"100, 0", "0, 1000", "100, 1000", "100, 5000", "5000, 1000"})
  void whoComesNextWaitsUntilTheDebtIsPaid(long rowsPerSecond, long bytesPerSecond) {
    Throttle throttle = new Throttle(rowsPerSecond, bytesPerSecond, nanos::get);
    assertEquals(0, throttle.reserveMs(50, 500), "nobody has written yet");
    assertEquals(500, throttle.reserveMs(100, 1000));
    assertEquals(1500, throttle.reserveMs(0, 0) + throttle.reserveMs(1, 10));
    pass(1000);
    assertEquals(510, throttle.reserveMs(10, 100));
    pass(60_000);
    assertEquals(0, throttle.reserveMs(100, 1000), "nothing is saved up while nobody writes");
    assertEquals(1000, throttle.reserveMs(1, 10));
  }

  @Test
  void withoutBoundsNobodyWaits() {
    Throttle throttle = Throttle.none();
    assertEquals(0, throttle.reserveMs(1_000_000, 1L << 40));
    assertEquals(0, throttle.reserveMs(1, 1));
    assertEquals(2000, throttle.rowsOfFlush(2000));
    assertEquals(9000, throttle.bytesOfFlush(9000));
  }

  @Test
  void aFlushIsASecondsWorth() {
    Throttle throttle = new Throttle(100, 1000, nanos::get);
    assertEquals(100, throttle.rowsOfFlush(2000));
    assertEquals(10, throttle.rowsOfFlush(10));
    assertEquals(1000, throttle.bytesOfFlush(9000));
  }
}
