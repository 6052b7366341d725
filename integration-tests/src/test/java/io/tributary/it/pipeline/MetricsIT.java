package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What docs/metrics.md promises is there on real workers, by JMX. */
@ExtendWith(SharedEnvironment.class)
class MetricsIT {
  private static final Duration WITHIN = Duration.ofSeconds(20);

  private final Environment environment;

  MetricsIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void everyMetricIsShown() throws Exception {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "metrics", 2, Map.of());
        WorkerMetrics sources = new WorkerMetrics(environment.sources());
        WorkerMetrics sinks = new WorkerMetrics(environment.sinks())) {
      schema.both("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
      schema.start();
      schema.source(
          "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)",
          "XA START 'metrics'",
          "INSERT INTO t VALUES (9, 9)",
          "XA END 'metrics'",
          "XA PREPARE 'metrics'");
      schema.pipeline().awaitCaughtUp();
      source(schema, sources);
      schema.pipeline().awaitCaughtUp();
      sink(sinks);
    }
    assertRoad(environment.sources().log().text(), "metrics-source-1");
    assertRoad(environment.sinks().log().text(), "metrics-sink");
  }

  /** Workers from 4.1 on show what plugins count; on others the plugins do it themselves. */
  private void assertRoad(String log, String connector) {
    boolean older = environment.kafkaVersion().startsWith("3.");
    String road = older ? "by MBeans of the plugin's own" : "by the worker's pluginMetrics";
    String line = "Metrics of " + connector + ", task 0: " + road;
    assertTrue(log.contains(line), () -> "not logged: " + line);
  }

  private static void source(ReplicatedSchema schema, WorkerMetrics sources) throws Exception {
    String name = "connector=metrics-source-1,task=0";
    awaitValue(sources, name, "open-xa-branches", "1");
    Map<String, String> source = sources.read(name);
    assertEquals(WorkerMetrics.documented("source task"), source.keySet());
    assertEquals("1", source.get("connected"), source::toString);
    assertEquals("0", source.get("reconnects-total"), source::toString);
    assertEquals("1", source.get("transactions-total"), source::toString);
    assertTrue(source.get("position").startsWith("binlog."), source::toString);
    assertTrue(source.get("executed-gtids").contains(":"), source::toString);
    schema.source("XA COMMIT 'metrics'");
    awaitValue(sources, name, "open-xa-branches", "0");
  }

  private static void sink(WorkerMetrics sinks) throws IOException {
    String task = "connector=metrics-sink,task=0";
    Map<String, String> whole = sinks.read(task);
    assertEquals(WorkerMetrics.documented("sink task"), whole.keySet());
    assertEquals("2", whole.get("partitions"));
    long rows = 0;
    for (int partition = 0; partition < 2; partition++) {
      Map<String, String> values = sinks.read(task + ",topic=metrics,partition=" + partition);
      assertEquals(WorkerMetrics.documented("sink partition"), values.keySet());
      assertEquals("1", values.get("fences-taken-total"), values::toString);
      assertEquals("0", values.get("fences-lost-total"), values::toString);
      assertEquals("0", values.get("gaps-total"), values::toString);
      assertTrue(Long.parseLong(values.get("durable-offset")) > 0, values::toString);
      assertTrue(Long.parseLong(values.get("bytes-total")) > 0, values::toString);
      rows += Long.parseLong(values.get("rows-total"));
    }
    assertEquals(9, rows);
  }

  private static void awaitValue(WorkerMetrics worker, String name, String metric, String value) {
    Waiting.until(
        WITHIN,
        () -> value.equals(worker.read(name).get(metric)),
        () -> metric + " of " + name + " is " + value + ": " + worker.read(name));
  }
}
