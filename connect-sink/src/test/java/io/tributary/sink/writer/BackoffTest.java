package io.tributary.sink.writer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 5, 100, 1_000, 5_000})
  void pausesDoubleUpToTheLongestAndAreCutByUpToAHalf(long maxMs) {
    for (long seed = 0; seed < 50; seed++) {
      Backoff backoff = new Backoff(maxMs, new Random(seed));
      long full = Math.min(100, maxMs);
      for (int i = 0; i < 10; i++) {
        long pause = backoff.nextMs();
        assertTrue(2 * pause >= full && pause <= full, "seed " + seed + ", " + i + ": " + pause);
        full = Math.min(2 * full, maxMs);
      }
    }
  }

  @Test
  void writersThatFailTogetherPauseDifferently() {
    Set<Long> pauses = new HashSet<>();
    for (long seed = 0; seed < 50; seed++) {
      pauses.add(new Backoff(5_000, new Random(seed)).nextMs());
    }
    assertTrue(pauses.size() > 20, pauses::toString);
  }
}
