package io.tributary.source.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconnectPolicyTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, true",
    "1000, 999, false",
    "1000, 1000, true",
    "-1, 0, false",
    "-1, 9223372036854775807, false"
  })
  void over(long timeoutMs, long failingMs, boolean over) {
    assertEquals(over, ReconnectPolicy.within(timeoutMs).over(failingMs));
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "2, 200", "5, 1600", "8, 10000", "2147483647, 10000"})
  void backoffDoublesUpToItsBound(int tries, long backoffMs) {
    assertEquals(backoffMs, ReconnectPolicy.within(-1).backoffMs(tries));
  }
}
