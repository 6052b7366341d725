package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorOffset;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Records that the sink never saw, and records that it sees again. */
@ExtendWith(SharedEnvironment.class)
class GapIT {
  private static final int PARTITIONS = 2;

  private final Environment environment;

  GapIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard10_lostRecordsStopTheSinkAndAResetOfTheSourceMendsThem() throws SQLException {
    try (ReplicatedSchema schema = tables("gap")) {
      BinlogPosition beginning = BinlogPosition.now(schema.server());
      schema.start();
      schema.source(rows(1), "INSERT INTO log VALUES (1), (1)");
      schema.pipeline().awaitCaughtUp();
      schema.stopSink();
      schema.source(rows(100), "UPDATE item SET n = n + 1", "INSERT INTO log VALUES (1), (2)");
      schema.awaitWritten();
      environment.kafka().deleteRecords(schema.name(), PARTITIONS);
      schema.source(rows(200), "DELETE FROM log WHERE n = 2");
      schema.startSink();

      stopsWithBothPositionsAndIsMendedByAReset(schema, beginning);
    }
  }

  /**
   * A broker lost the end of its log, and sources have written beyond where the sink stands since:
   * no offset tells, only the chain of the records does.
   */
  @Test
  @FullSize
  void hazard10_recordsLostWithATruncatedLogStopTheSinkAndAResetOfTheSourceMendsThem()
      throws SQLException {
    try (ReplicatedSchema schema = tables("truncated")) {
      BinlogPosition beginning = BinlogPosition.now(schema.server());
      schema.start();
      schema.source(rows(1), "INSERT INTO log VALUES (1), (1)");
      schema.pipeline().awaitCaughtUp();
      schema.stopSink();
      int offset =
          Integer.parseInt(
              schema
                  .targetColumn(
                      "SELECT MAX(next_offset) FROM " + schema.metadataDatabase() + ".checkpoint")
                  .get(0));
      schema.pipeline().stopSource(1);
      environment.kafka().makeAnew(schema.name(), PARTITIONS);
      schema.pipeline().startSource(1);
      // Each has a record in both partitions.
      String[] updates = new String[offset + 10];
      Arrays.fill(updates, "UPDATE item SET n = n + 1");
      schema.source(updates);
      schema.source(rows(100), "INSERT INTO log VALUES (2)");
      schema.awaitWritten();
      schema.startSink();
      stopsWithBothPositionsAndIsMendedByAReset(schema, beginning);
    }
  }

  private static void stopsWithBothPositionsAndIsMendedByAReset(
      ReplicatedSchema schema, BinlogPosition beginning) throws SQLException {
    String trace = schema.sinkFailure();
    String name = schema.name();
    assertTrue(
        Pattern.compile(
                "\\b%s-[01]@\\d+ \\(source %s-source-1\\b.*: a gap: the record follows position"
                        .formatted(name, name)
                    + " \\S+:\\d+\\b.*the last one seen in this partition is \\S+:\\d+\\b.*"
                    + "Reset the source to a position at or before")
            .matcher(trace)
            .find(),
        () -> trace);

    schema.sinkOption("gap.policy", "suspend");
    schema.pipeline().resetSource(1, beginning);
    schema.source("INSERT INTO log VALUES (3)");
    schema.pipeline().awaitCaughtUp();
    schema.assertSame("item", "id, n", 1);
    schema.assertSame("log", "n", 0);
    assertEquals(
        List.of("0"),
        schema.targetColumn(
            "SELECT SUM(suspended) FROM " + schema.metadataDatabase() + ".source_position"));
  }

  @Test
  void hazard22_offsetsOfTheSinkAlteredAndResetDoubleNothing() throws SQLException {
    try (ReplicatedSchema schema = tables("again")) {
      schema.start();
      schema.source(rows(1), "INSERT INTO log VALUES (1), (1), (2)", "DELETE FROM log WHERE n = 2");
      schema.source("UPDATE item SET id = id + 1000 WHERE id < 4", "INSERT INTO log VALUES (2)");
      schema.pipeline().awaitCaughtUp();

      schema.stopSink();
      List<ConnectorOffset> beginning =
          IntStream.range(0, PARTITIONS)
              .mapToObj(partition -> ConnectorOffset.sink(schema.name(), partition, 0))
              .toList();
      schema.sinks().alterOffsets(schema.pipeline().sinkName(), beginning);
      goOn(schema, "INSERT INTO log VALUES (3)");

      schema.stopSink();
      schema.sinks().resetOffsets(schema.pipeline().sinkName());
      goOn(schema, "INSERT INTO log VALUES (4)");
    }
  }

  /** What comes last is in the target only after all that comes before was read again. */
  private static void goOn(ReplicatedSchema schema, String last) throws SQLException {
    schema.startSink();
    schema.source(last);
    schema.pipeline().awaitCaughtUp();
    schema.assertSame("item", "id, n", 1);
    schema.assertSame("log", "n", 0);
  }

  private ReplicatedSchema tables(String name) throws SQLException {
    ReplicatedSchema schema = new ReplicatedSchema(environment, name, PARTITIONS, Map.of());
    schema.both("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "CREATE TABLE log (n INT)");
    return schema;
  }

  private static String rows(int from) {
    return "INSERT INTO item VALUES "
        + IntStream.range(from, from + 20)
            .mapToObj(id -> "(%d, 0)".formatted(id))
            .reduce((a, b) -> a + ", " + b)
            .orElseThrow();
  }
}
