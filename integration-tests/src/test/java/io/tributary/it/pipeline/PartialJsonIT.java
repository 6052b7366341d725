package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorStatus;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Sessions that write with {@code binlog_row_value_options=PARTIAL_JSON}: the value after is made
 * from the value before; where that is not in the event the source stops.
 */
@ExtendWith(SharedEnvironment.class)
class PartialJsonIT {
  private static final Duration FAILED_WITHIN = Duration.ofSeconds(40);
  private static final String PARTIAL = "SET SESSION binlog_row_value_options = 'PARTIAL_JSON'";
  private static final String MINIMAL = "SET SESSION binlog_row_image = 'MINIMAL'";

  private final Environment environment;

  PartialJsonIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void partialUpdatesArriveWhole() throws SQLException {
    MySqlServer server = environment.mysql("upstream-1");
    try (ReplicatedSchema schema = schema("partial_json", server)) {
      update(schema, 100);
      assertStopsWithoutTheValueBefore(schema);
    }
  }

  @Test
  @FullSize
  void partialUpdatesArriveWholeFromMySql80() throws SQLException {
    MySqlServer server = environment.mysql("mysql80-1", ServerVersion.MYSQL_8_0, List.of());
    try (ReplicatedSchema schema = schema("partial_json80", server)) {
      update(schema, 1000);
    }
  }

  @Test
  @FullSize
  void partialUpdatesArriveWholeWithMinimalMetadata() throws SQLException {
    MySqlServer server =
        environment.mysql("minimal-metadata", List.of("--binlog-row-metadata=MINIMAL"));
    try (ReplicatedSchema schema = schema("partial_minimal", server)) {
      update(schema, 1000);
    }
  }

  private ReplicatedSchema schema(String name, MySqlServer server) throws SQLException {
    return new ReplicatedSchema(
        environment, server, name, 1, Map.of("table.exclude.list", name + "\\.other"));
  }

  private static void update(ReplicatedSchema schema, int updates) throws SQLException {
    long seed = Long.getLong("tributary.types.seed", System.nanoTime() % 1_000_000);
    System.out.println("partial updates: schema " + schema.name() + ", seed " + seed);
    PartialUpdates random = new PartialUpdates(seed);
    schema.both("CREATE TABLE t (n INT PRIMARY KEY, j JSON, k JSON, v JSON)");
    schema.start();
    schema.source("FLUSH BINARY LOGS");
    schema.source(random.inserts().toArray(String[]::new));
    List<String> statements = new ArrayList<>(List.of(PARTIAL));
    for (int i = 0; i < updates; i++) {
      statements.add(random.update());
    }
    schema.source(statements.toArray(String[]::new));
    assertTrue(partialEvents(schema) > 0, "the server wrote no partial updates");
    schema.pipeline().awaitCaughtUp();
    schema.assertSame("t", "n, j, k, v", 1);
  }

  private static int partialEvents(ReplicatedSchema schema) throws SQLException {
    int found = 0;
    List<String> files = schema.sourceColumn("SHOW BINARY LOGS");
    try (var connection = schema.server().connect();
        Statement statement = connection.createStatement();
        ResultSet events =
            statement.executeQuery("SHOW BINLOG EVENTS IN '" + files.get(files.size() - 1) + "'")) {
      while (events.next()) {
        found += events.getString("Event_type").equals("Update_rows_partial") ? 1 : 0;
      }
    }
    return found;
  }

  /** No matter where nobody wants the table. */
  private void assertStopsWithoutTheValueBefore(ReplicatedSchema schema) throws SQLException {
    String document = "JSON_OBJECT('a', REPEAT('x', 500), 'b', 1)";
    schema.source(
        "CREATE TABLE other (n INT PRIMARY KEY, j JSON)",
        "INSERT INTO other VALUES (1, " + document + ")",
        "INSERT INTO t VALUES (1000, " + document + ", '1', '1')",
        PARTIAL,
        MINIMAL,
        "UPDATE other SET j = JSON_SET(j, '$.b', 2)");
    schema.pipeline().awaitCaughtUp();
    schema.assertSame("t", "n, j, k, v", 1);
    schema.source(PARTIAL, MINIMAL, "UPDATE t SET j = JSON_SET(j, '$.b', 2) WHERE n = 1000");
    ConnectorStatus failed =
        environment
            .sources()
            .rest()
            .waitForState(schema.pipeline().sourceName(1), "FAILED", FAILED_WITHIN);
    assertTrue(failed.traces().contains("a row of partial_json.t, column j"), failed::traces);
    assertTrue(failed.traces().contains("binlog_row_value_options"), failed::traces);
  }
}
