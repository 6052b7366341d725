package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A topic that was deleted and made anew under the sink. */
@ExtendWith(SharedEnvironment.class)
class TopicMadeAnewIT {
  private final Environment environment;

  TopicMadeAnewIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard20_stopsWithTheRemedyAndGoesOnAfterAResetOfTheOffsets() throws SQLException {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "anew", 1, Map.of())) {
      schema.both("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "CREATE TABLE log (n INT)");
      schema.start();
      for (int n = 1; n <= 40; n++) {
        schema.source("INSERT INTO item VALUES (" + n + ", 0)", "INSERT INTO log VALUES (1), (1)");
      }
      schema.pipeline().awaitCaughtUp();
      schema.stopSink();
      schema.pipeline().stopSource(1);
      environment.kafka().makeAnew(schema.name(), 1);
      schema.pipeline().startSource(1);
      schema.source("INSERT INTO item VALUES (41, 0)", "INSERT INTO log VALUES (1)");
      schema.startSink();

      String trace = schema.sinkFailure();
      assertTrue(trace.contains("the topic was deleted and made anew"), trace);
      assertTrue(trace.contains("DELETE /connectors/anew-sink/offsets"), trace);

      schema.stopSink();
      schema.sinks().resetOffsets(schema.pipeline().sinkName());
      schema.startSink();
      schema.source("DELETE FROM log LIMIT 1");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("item", "id, n", 1);
      schema.assertSame("log", "n", 0);
    }
  }
}
