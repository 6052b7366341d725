package io.tributary.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.metrics.Metric;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table of {@code docs/metrics.md}, made from the metrics as they are shown. */
public final class MetricsPage {
  private MetricsPage() {}

  /**
   * Compares a table of the page with the metrics, or writes it.
   *
   * @param section such as {@code sink partition}
   */
  public static void check(String section, List<Metric> metrics) throws IOException {
    Set<String> names = new HashSet<>();
    StringBuilder table = new StringBuilder("| name | unit | what |\n|---|---|---|\n");
    for (Metric metric : metrics) {
      assertTrue(metric.name().matches("[a-z]+(-[a-z]+)*"), metric::name);
      assertTrue(names.add(metric.name()), () -> metric.name() + " twice");
      Object value = metric.value().get();
      boolean text = metric.unit().equals("text");
      assertEquals(text, value instanceof String, () -> metric.name() + " is " + value);
      table.append("| `").append(metric.name()).append("` | ").append(metric.unit());
      table.append(" | ").append(metric.description()).append(" |\n");
    }
    GeneratedSection.check("metrics.md", section, table.toString());
  }
}
