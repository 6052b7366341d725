package io.tributary.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetricsContext;
import org.apache.kafka.common.metrics.MetricValueProvider;
import org.apache.kafka.common.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Both roads, side by side: what an operator sees must not depend on the worker's version. */
class MetricRegistryTest {
  private static final ObjectName ALL = objectName("kafka.connect:type=plugins,*");

  private final AtomicLong rows = new AtomicLong(7);
  private final List<Metric> metrics =
      List.of(
          new Metric("rows-total", "rows", "Rows written.", rows::get),
          new Metric("position", "text", "Where it stands.", () -> "binlog.000001:4"));
  private final MBeanServer platform =
      java.lang.management.ManagementFactory.getPlatformMBeanServer();
  private final MBeanServer own = MBeanServerFactory.newMBeanServer();
  private final Metrics workerMetrics = new Metrics();

  @AfterEach
  void close() {
    workerMetrics.close();
  }

  /** A context as Connect 4.1 has it: the worker's tags come first, and the group is "plugins". */
  interface Context {
    PluginMetrics pluginMetrics();
  }

  /** The methods of Kafka's interface of that name that the plugins use. */
  interface PluginMetrics {
    MetricName metricName(String name, String description, LinkedHashMap<String, String> tags);

    void addMetric(MetricName name, MetricValueProvider<?> value);

    void removeMetric(MetricName name);
  }

  /** A context of Connect before 4.1. */
  interface OldContext {}

  private Context worker(String connector) {
    JmxReporter reporter = new JmxReporter();
    reporter.contextChange(new KafkaMetricsContext("kafka.connect"));
    workerMetrics.addReporter(reporter);
    return () ->
        new PluginMetrics() {
          @Override
          public MetricName metricName(
              String name, String description, LinkedHashMap<String, String> tags) {
            Map<String, String> all = new LinkedHashMap<>();
            all.put("connector", connector);
            all.put("task", "0");
            all.putAll(tags);
            return workerMetrics.metricName(name, "plugins", description, all);
          }

          @Override
          public void addMetric(MetricName name, MetricValueProvider<?> value) {
            workerMetrics.addMetric(name, (Gauge<?>) value);
          }

          @Override
          public void removeMetric(MetricName name) {
            workerMetrics.removeMetric(name);
          }
        };
  }

  private static Map<String, String> partition(String topic) {
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("topic", topic);
    tags.put("partition", "3");
    return tags;
  }

  private static Set<String> attributes(MBeanServer server, ObjectName name) throws Exception {
    return Stream.of(server.getMBeanInfo(name).getAttributes())
        .map(attribute -> attribute.getName())
        .collect(Collectors.toSet());
  }

  @Test
  void bothRoadsShowTheSameNamesAndValues() throws Exception {
    // Characters that a name of an MBean must quote.
    String connector = "orders, \"new\"*";
    MetricRegistry.Shown byWorker =
        PluginMetricsRegistry.of(Context.class, worker(connector))
            .orElseThrow()
            .show(partition("shop.orders"), metrics);
    MetricRegistry.Shown byPlugin =
        new MBeanRegistry(own, connector, "0").show(partition("shop.orders"), metrics);

    Set<ObjectName> names = platform.queryNames(ALL, null);
    assertEquals(names, own.queryNames(ALL, null));
    assertEquals(1, names.size());
    ObjectName name = names.iterator().next();
    assertEquals(Set.of("rows-total", "position"), attributes(own, name));
    assertEquals(attributes(platform, name), attributes(own, name));
    rows.set(8);
    for (MBeanServer server : List.of(platform, own)) {
      assertEquals(8L, server.getAttribute(name, "rows-total"));
      assertEquals("binlog.000001:4", server.getAttribute(name, "position"));
    }
    byWorker.close();
    byPlugin.close();
    assertEquals(Set.of(), platform.queryNames(ALL, null));
    assertEquals(Set.of(), own.queryNames(ALL, null));
    byWorker.close();
    byPlugin.close();
  }

  @Test
  void aTakenNameStopsNothing() {
    MetricRegistry registry = PluginMetricsRegistry.of(Context.class, worker("c")).orElseThrow();
    MetricRegistry.Shown first = registry.show(Map.of(), metrics);
    MetricRegistry.Shown second = registry.show(Map.of(), metrics);
    second.close();
    assertEquals(1, platform.queryNames(ALL, null).size(), "the first one's are still shown");
    first.close();
  }

  @Test
  void theNewerOfTwoTasksCountsAndTheOlderTakesNothingAway() throws Exception {
    MBeanRegistry registry = new MBeanRegistry(own, "c", "0");
    MetricRegistry.Shown old = registry.show(Map.of(), metrics);
    MetricRegistry.Shown newer =
        registry.show(Map.of(), List.of(new Metric("rows-total", "rows", "Rows.", () -> 1L)));
    old.close();
    ObjectName name = objectName("kafka.connect:type=plugins,connector=c,task=0");
    assertEquals(1L, own.getAttribute(name, "rows-total"));
    newer.close();
    assertFalse(own.isRegistered(name));
  }

  @Test
  void anOlderWorkerHasNoPluginMetrics() {
    assertTrue(PluginMetricsRegistry.of(OldContext.class, new OldContext() {}).isEmpty());
  }

  private static ObjectName objectName(String name) {
    try {
      return new ObjectName(name);
    } catch (javax.management.MalformedObjectNameException e) {
      throw new AssertionError(e);
    }
  }
}
