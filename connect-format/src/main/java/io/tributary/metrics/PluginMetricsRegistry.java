package io.tributary.metrics;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows metrics by {@code PluginMetrics} (Kafka 4.1 and later), which the API that this is compiled
 * against does not have: it is called by reflection, through its public interfaces. Thread-safe.
 */
final class PluginMetricsRegistry implements MetricRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(PluginMetricsRegistry.class);

  private final Object metrics;
  private final Method metricName;
  private final Method addMetric;
  private final Method removeMetric;

  private PluginMetricsRegistry(Object metrics, Class<?> type) throws NoSuchMethodException {
    this.metrics = metrics;
    this.metricName = method(type, "metricName");
    this.addMetric = method(type, "addMetric");
    this.removeMetric = method(type, "removeMetric");
  }

  /** By name alone: the type of the tags changed between versions. */
  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new NoSuchMethodException(type + "." + name));
  }

  /** Empty when the worker has no such thing. */
  static <C> Optional<MetricRegistry> of(Class<C> contextType, C context) {
    try {
      Method pluginMetrics = contextType.getMethod("pluginMetrics");
      Object metrics = pluginMetrics.invoke(context);
      return metrics == null
          ? Optional.empty()
          : Optional.of(new PluginMetricsRegistry(metrics, pluginMetrics.getReturnType()));
    } catch (NoSuchMethodException e) {
      LOG.debug("this worker has no pluginMetrics", e);
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      LOG.warn("this worker's pluginMetrics cannot be used: {}", e.toString());
      return Optional.empty();
    }
  }

  @Override
  public Shown show(Map<String, String> tags, List<Metric> metricsToShow) {
    List<MetricName> shown = new ArrayList<>();
    for (Metric metric : metricsToShow) {
      Gauge<Object> gauge = (config, nowMs) -> metric.value().get();
      try {
        MetricName name =
            (MetricName)
                metricName.invoke(
                    metrics, metric.name(), metric.description(), new LinkedHashMap<>(tags));
        addMetric.invoke(metrics, name, gauge);
        shown.add(name);
      } catch (InvocationTargetException | IllegalAccessException e) {
        // A name is taken while a task of the same number has not ended yet.
        LOG.warn("the metric {} {} cannot be shown: {}", metric.name(), tags, reason(e));
      }
    }
    return () -> hide(shown);
  }

  private void hide(List<MetricName> shown) {
    for (MetricName name : shown) {
      try {
        removeMetric.invoke(metrics, name);
      } catch (InvocationTargetException | IllegalAccessException e) {
        // The worker takes them away itself when the task ends.
        LOG.debug("the metric {} is gone already: {}", name, reason(e));
      }
    }
    shown.clear();
  }

  private static String reason(Exception e) {
    return String.valueOf(e.getCause() == null ? e : e.getCause());
  }
}
