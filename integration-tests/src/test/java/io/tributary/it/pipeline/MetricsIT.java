package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.tools.attach.VirtualMachine;
import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What docs/metrics.md promises is there on real workers, by JMX, and moves. */
@ExtendWith(SharedEnvironment.class)
class MetricsIT {
  private static final Duration WITHIN = Duration.ofSeconds(20);

  private final Environment environment;

  MetricsIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void everyMetricIsShownAndMoves() throws Exception {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "metrics", 2, Map.of())) {
      schema.both("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
      schema.start();
      schema.source(
          "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)",
          "XA START 'metrics'",
          "INSERT INTO t VALUES (9, 9)",
          "XA END 'metrics'",
          "XA PREPARE 'metrics'");
      schema.pipeline().awaitCaughtUp();
      String sourceName = "connector=metrics-source-1,task=0";
      awaitValue(environment.sources(), sourceName, "open-xa-branches", "1");
      Map<String, String> source = read(environment.sources(), sourceName);
      assertEquals(documented("source task"), source.keySet());
      assertEquals("1", source.get("connected"), source::toString);
      assertEquals("0", source.get("reconnects-total"), source::toString);
      assertEquals("1", source.get("transactions-total"), source::toString);
      assertTrue(source.get("position").startsWith("binlog."), source::toString);
      assertTrue(source.get("executed-gtids").contains(":"), source::toString);
      schema.source("XA COMMIT 'metrics'");
      awaitValue(environment.sources(), sourceName, "open-xa-branches", "0");
      schema.pipeline().awaitCaughtUp();
      sink();
    }
  }

  private void sink() throws Exception {
    String task = "connector=metrics-sink,task=0";
    Map<String, String> whole = read(environment.sinks(), task);
    assertEquals(documented("sink task"), whole.keySet());
    assertEquals("2", whole.get("partitions"));
    long rows = 0;
    for (int partition = 0; partition < 2; partition++) {
      String name = task + ",topic=metrics,partition=" + partition;
      Map<String, String> values = read(environment.sinks(), name);
      assertEquals(documented("sink partition"), values.keySet());
      assertEquals("1", values.get("fences-taken-total"), values::toString);
      assertEquals("0", values.get("fences-lost-total"), values::toString);
      assertEquals("0", values.get("gaps-total"), values::toString);
      assertTrue(Long.parseLong(values.get("durable-offset")) > 0, values::toString);
      assertTrue(Long.parseLong(values.get("bytes-total")) > 0, values::toString);
      rows += Long.parseLong(values.get("rows-total"));
    }
    assertEquals(9, rows);
  }

  /** Names in a table of the page. */
  private static TreeSet<String> documented(String section) throws IOException {
    Path page = ProjectFolder.find().root().resolve("docs/metrics.md");
    String text = Files.readString(page);
    String table =
        text.substring(
            text.indexOf("<!-- " + section + ": begin -->"),
            text.indexOf("<!-- " + section + ": end -->"));
    TreeSet<String> names = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| `([a-z-]+)` \\|").matcher(table);
    while (row.find()) {
      names.add(row.group(1));
    }
    assertTrue(!names.isEmpty(), section);
    return names;
  }

  private void awaitValue(ConnectCluster worker, String name, String metric, String value) {
    Waiting.until(
        WITHIN,
        () -> value.equals(readNow(worker, name).get(metric)),
        () -> metric + " of " + name + " is " + value + ": " + readNow(worker, name));
  }

  private static Map<String, String> readNow(ConnectCluster worker, String name) {
    try {
      return read(worker, name);
    } catch (Exception e) {
      throw new IllegalStateException("cannot read " + name, e);
    }
  }

  /** All attributes of an MBean of a worker, which is asked over a connection of this machine. */
  private static Map<String, String> read(ConnectCluster worker, String name) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(worker.pid()));
    try {
      JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
      try (JMXConnector connector = JMXConnectorFactory.newJMXConnector(url, Map.of())) {
        connector.connect();
        return attributes(connector.getMBeanServerConnection(), name);
      }
    } finally {
      machine.detach();
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
}
