package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertFalse;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Metrics of the tasks of one running worker, by JMX over a connection of this machine. */
final class WorkerMetrics implements AutoCloseable {
  private final JMXConnector connector;

  WorkerMetrics(ConnectCluster worker) throws IOException, AttachNotSupportedException {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(worker.pid()));
    try {
      JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
      connector = JMXConnectorFactory.newJMXConnector(url, Map.of());
      connector.connect();
    } finally {
      machine.detach();
    }
  }

  /**
   * All metrics of a task, or of a partition of it; whole numbers as such. Empty: there is none.
   */
  Map<String, String> read(String name) {
    try {
      return attributes(connector.getMBeanServerConnection(), name);
    } catch (InstanceNotFoundException e) {
      return Map.of();
    } catch (JMException | IOException e) {
      throw new IllegalStateException("cannot read " + name, e);
    }
  }

  private static Map<String, String> attributes(MBeanServerConnection server, String name)
      throws JMException, IOException {
    ObjectName bean = new ObjectName("kafka.connect:type=plugins," + name);
    String[] names =
        Arrays.stream(server.getMBeanInfo(bean).getAttributes())
            .map(attribute -> attribute.getName())
            .toArray(String[]::new);
    Map<String, String> values = new TreeMap<>();
    for (Attribute attribute : server.getAttributes(bean, names).asList()) {
      values.put(attribute.getName(), number(attribute.getValue()));
    }
    return values;
  }

  private static String number(Object value) {
    return value instanceof Double real && real == Math.rint(real)
        ? Long.toString(real.longValue())
        : String.valueOf(value);
  }

  /** Names in a table of docs/metrics.md. */
  static SortedSet<String> documented(String section) throws IOException {
    Path page = ProjectFolder.find().root().resolve("docs/metrics.md");
    String text = Files.readString(page);
    String table =
        text.substring(
            text.indexOf("<!-- " + section + ": begin -->"),
            text.indexOf("<!-- " + section + ": end -->"));
    SortedSet<String> names = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|").matcher(table);
    while (row.find()) {
      names.add(row.group(1));
    }
    assertFalse(names.isEmpty(), section);
    return names;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
