package io.tributary.metrics;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the metrics of one task as attributes of {@code
 * kafka.connect:type=plugins,connector=..,task=..} and of MBeans with further tags.
 *
 * <p>Thread-safe. Never throws for what cannot be shown: a task does not stop for its metrics.
 */
public interface MetricRegistry {
  /**
   * Shows metrics until the answer is closed.
   *
   * @param tags further tags beside connector and task, in their order; possibly none
   */
  Shown show(Map<String, String> tags, List<Metric> metrics);

  /** Metrics that are shown; closing takes them away, and may be done more than once. */
  interface Shown extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * The road that this worker offers: {@code pluginMetrics} of the task's context (Kafka Connect
   * 4.1 and later, KIP-877), else the JVM's MBean server.
   *
   * @param contextType Connect's interface of the context
   * @param connector name of the connector
   * @param task number of the task
   */
  static <C> MetricRegistry of(Class<C> contextType, C context, String connector, String task) {
    Optional<MetricRegistry> plugin = PluginMetricsRegistry.of(contextType, context);
    Logger log = LoggerFactory.getLogger(MetricRegistry.class);
    log.info(
        "Metrics of {}, task {}: {}",
        connector,
        task,
        plugin.isPresent() ? "by the worker's pluginMetrics" : "by MBeans of the plugin's own");
    return plugin.orElseGet(
        () -> new MBeanRegistry(ManagementFactory.getPlatformMBeanServer(), connector, task));
  }
}
