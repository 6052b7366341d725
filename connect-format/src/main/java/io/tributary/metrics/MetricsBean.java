package io.tributary.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;

/** Metrics as attributes that can be read. Immutable. */
final class MetricsBean implements DynamicMBean {
  /** An attribute that is not listed, and tells one bean from another of the same name. */
  static final String ID = "tributary-bean-id";

  private final Map<String, Metric> metrics = new LinkedHashMap<>();
  private final String id = UUID.randomUUID().toString();

  MetricsBean(List<Metric> metrics) {
    metrics.forEach(metric -> this.metrics.put(metric.name(), metric));
  }

  String id() {
    return id;
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    if (name.equals(ID)) {
      return id;
    }
    Metric metric = metrics.get(name);
    if (metric == null) {
      throw new AttributeNotFoundException("Could not find attribute " + name);
    }
    return metric.value().get();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    AttributeList attributes = new AttributeList();
    for (String name : names) {
      Metric metric = metrics.get(name);
      if (metric != null) {
        attributes.add(new Attribute(name, metric.value().get()));
      }
    }
    return attributes;
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] attributes =
        metrics.values().stream()
            .map(
                metric ->
                    new MBeanAttributeInfo(
                        metric.name(),
                        metric.unit().equals("text") ? "java.lang.String" : "double",
                        metric.description(),
                        true,
                        false,
                        false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(
        MetricsBean.class.getName(), "Metrics of a Tributary task", attributes, null, null, null);
  }

  @Override
  public void setAttribute(Attribute attribute) {
    throw new UnsupportedOperationException("metrics can only be read");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    throw new UnsupportedOperationException("metrics can only be read");
  }

  @Override
  public Object invoke(String action, Object[] arguments, String[] signature) {
    throw new UnsupportedOperationException("metrics have no operations");
  }
}
