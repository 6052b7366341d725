package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.ConnectorOffset;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.RestException;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code PATCH /connectors/<name>/offsets} of a source, by file and by GTID set. */
@ExtendWith(SharedEnvironment.class)
class AlteredOffsetsIT {
  private static final String SCHEMA = "altered";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Environment environment;
  private final MySqlServer server;
  private final Pipeline pipeline;

  AlteredOffsetsIT(Environment environment) {
    this.environment = environment;
    this.server = environment.mysql("altered");
    this.pipeline =
        new Pipeline(
            environment,
            new Pipeline.Shape(
                SCHEMA,
                "tributary_" + SCHEMA,
                2,
                1,
                Map.of("table.include.list", SCHEMA + "\\..*"),
                Map.of()));
  }

  /** In a table without a key every row that came twice would be there twice. */
  @Test
  void hazard07_sourceGoesOnAtAnAlteredOffset() throws Exception {
    run(server::connect, "CREATE DATABASE altered", "CREATE TABLE altered.log (n INT)");
    run(
        environment.target()::connect,
        "CREATE DATABASE altered",
        "CREATE TABLE altered.log (n INT)");
    BinlogPosition begin = BinlogPosition.now(server);
    String before = gtids();
    pipeline.createSource(1, server);
    pipeline.createSink();
    try {
      run(server::connect, "INSERT INTO altered.log VALUES (1)");
      pipeline.awaitCaughtUp(1);
      pipeline.stopSource(1);
      refuses("{\"offset\": 4}", "give either");
      refuses("{\"file\": \"binlog.000001\", \"offset\": 3}", "begins at offset 4");
      refuses("{\"gtids\": \"no set\"}", "not a GTID set");

      alter("{\"file\": \"%s\", \"offset\": %d}".formatted(begin.fileName(), begin.offset()));
      run(server::connect, "INSERT INTO altered.log VALUES (2)");
      goesOn("1,2");

      alter("{\"gtids\": \"" + before + "\"}");
      run(server::connect, "INSERT INTO altered.log VALUES (3)");
      goesOn("1,2,3");

      purgeWhatWasRead();
      run(server::connect, "INSERT INTO altered.log VALUES (4)");
      goesOn("1,2,3,4");

      // A set beyond what was read leaves 5 out: the sink stops and says so.
      run(server::connect, "INSERT INTO altered.log VALUES (5)");
      alter("{\"gtids\": \"" + gtids() + "\"}");
      run(server::connect, "INSERT INTO altered.log VALUES (6)");
      pipeline.startSource(1);
      String trace =
          environment.sinks().rest().waitForState(pipeline.sinkName(), "FAILED", SOON).traces();
      assertTrue(trace.contains("a gap"), trace);
      assertEquals("1,2,3,4", inTarget());
    } finally {
      pipeline.delete();
    }
  }

  /** The file that the offset lies in is gone: the source goes on by GTID with a later one. */
  private void purgeWhatWasRead() throws SQLException {
    run(server::connect, "FLUSH BINARY LOGS");
    String newest = BinlogPosition.now(server).fileName();
    run(server::connect, "PURGE BINARY LOGS TO '" + newest + "'");
  }

  private void goesOn(String rows) throws SQLException {
    pipeline.startSource(1);
    pipeline.awaitCaughtUp(1);
    assertEquals(rows, inTarget());
    pipeline.stopSource(1);
  }

  private void alter(String offset) throws Exception {
    String name = pipeline.sourceName(1);
    ConnectRest rest = environment.sources().rest();
    rest.alterOffsets(
        name,
        List.of(
            new ConnectorOffset(
                JSON.readTree("{\"source\": \"" + name + "\"}"), JSON.readTree(offset))));
    assertEquals(
        List.of(JSON.readTree(offset)),
        rest.offsets(name).stream().map(ConnectorOffset::offset).toList());
  }

  private void refuses(String offset, String why) {
    RestException refused = assertThrows(RestException.class, () -> alter(offset));
    assertTrue(refused.getMessage().contains(why), refused.getMessage());
  }

  private String gtids() throws SQLException {
    return ask(server::connect, "SELECT @@GLOBAL.gtid_executed").replaceAll("\\s", "");
  }

  private String inTarget() throws SQLException {
    return ask(environment.target()::connect, "SELECT GROUP_CONCAT(n ORDER BY n) FROM altered.log");
  }

  private static String ask(UnionComparison.Connections at, String query) throws SQLException {
    try (Connection connection = at.open();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void run(UnionComparison.Connections at, String... statements)
      throws SQLException {
    try (Connection connection = at.open();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
