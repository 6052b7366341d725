package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A source that begins at a time, on a real server's clock. */
@ExtendWith(SharedEnvironment.class)
class StartTimeIT {
  private static final String NOW = "SELECT DATE_FORMAT(UTC_TIMESTAMP(6), '%Y-%m-%dT%H:%i:%s.%fZ')";

  private final Environment environment;

  StartTimeIT(Environment environment) {
    this.environment = environment;
  }

  /** The time lies between two transactions of one second, and a file was begun since. */
  @Test
  void whatWasCommittedThenOrLaterArrives() throws SQLException {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "starttime", 1, Map.of())) {
      schema.both("CREATE TABLE t (id INT PRIMARY KEY)");
      schema.source("FLUSH BINARY LOGS", "INSERT INTO t VALUES (1)");
      String time = schema.sourceColumn(NOW).get(0);
      schema.source(
          "INSERT INTO t VALUES (2)",
          "BEGIN",
          "INSERT INTO t VALUES (3)",
          "COMMIT",
          "FLUSH BINARY LOGS",
          "INSERT INTO t VALUES (4)");
      schema.sourceOption("start.position", "time:" + time);
      schema.start();
      schema.source("INSERT INTO t VALUES (5)");
      schema.pipeline().awaitCaughtUp();
      assertEquals(
          List.of("2", "3", "4", "5"), schema.targetColumn("SELECT id FROM t ORDER BY id"));
    }
  }
}
