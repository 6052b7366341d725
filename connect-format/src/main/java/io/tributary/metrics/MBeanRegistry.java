package io.tributary.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.utils.Sanitizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows metrics as MBeans of the plugin's own, named as Kafka names those of {@code pluginMetrics}
 * ({@code PluginMetricsImpl}, {@code ConnectMetrics.taskPluginTags}, {@code JmxReporter} in Kafka's
 * sources). Thread-safe.
 */
final class MBeanRegistry implements MetricRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(MBeanRegistry.class);

  private final MBeanServer server;
  private final Map<String, String> taskTags = new LinkedHashMap<>();

  MBeanRegistry(MBeanServer server, String connector, String task) {
    this.server = server;
    taskTags.put("connector", connector);
    taskTags.put("task", task);
  }

  @Override
  public Shown show(Map<String, String> tags, List<Metric> metrics) {
    String name = name(tags);
    MetricsBean bean = new MetricsBean(metrics);
    try {
      ObjectName objectName = new ObjectName(name);
      synchronized (MBeanRegistry.class) {
        if (server.isRegistered(objectName)) {
          // Of a task that has not ended yet, or died without ending: the newer one counts.
          server.unregisterMBean(objectName);
        }
        server.registerMBean(bean, objectName);
      }
      return () -> hide(objectName, bean);
    } catch (JMException e) {
      LOG.warn("the metrics {} cannot be shown: {}", name, e.toString());
      return () -> {};
    }
  }

  private String name(Map<String, String> tags) {
    Map<String, String> all = new LinkedHashMap<>(taskTags);
    all.putAll(tags);
    StringBuilder name = new StringBuilder("kafka.connect:type=plugins");
    all.forEach(
        (tag, value) ->
            name.append(',').append(tag).append('=').append(Sanitizer.jmxSanitize(value)));
    return name.toString();
  }

  private void hide(ObjectName name, MetricsBean bean) {
    synchronized (MBeanRegistry.class) {
      try {
        if (server.isRegistered(name)
            && bean.id().equals(server.getAttribute(name, MetricsBean.ID))) {
          server.unregisterMBean(name);
        }
      } catch (InstanceNotFoundException e) {
        LOG.debug("{} is gone already", name);
      } catch (JMException e) {
        LOG.warn("the metrics {} cannot be taken away: {}", name, e.toString());
      }
    }
  }
}
