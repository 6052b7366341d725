package io.tributary.sink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FrameworkRulesTest {
  @Test
  @DisplayName("hazard17 read_committed is advised where the connector's own options lack it")
  void hazard17_readCommittedIsAdvised() {
    assertEquals(
        Optional.empty(),
        FrameworkRules.advice(Map.of("consumer.override.isolation.level", "read_committed")));
    String missing = FrameworkRules.advice(Map.of()).orElseThrow();
    assertTrue(missing.contains("consumer.override.isolation.level is missing"), missing);
    String other =
        FrameworkRules.advice(Map.of("consumer.override.isolation.level", "read_uncommitted"))
            .orElseThrow();
    assertTrue(other.contains("is read_uncommitted; with read_committed"), other);
  }
}
