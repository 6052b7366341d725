package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConnectorOffset;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One transaction whose rows the target does not take, among others that it does. */
@ExtendWith(SharedEnvironment.class)
class RefusedTransactionIT {
  private static final String CONTENT = "SELECT GROUP_CONCAT(id ORDER BY id) FROM item";

  private final Environment environment;

  RefusedTransactionIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void oneTransactionIsSkippedByAlteringTheSinksOffsets() throws SQLException {
    try (ReplicatedSchema schema = tables("skip", Map.of())) {
      schema.start();
      schema.source(
          "INSERT INTO item VALUES (1, 0)",
          "INSERT INTO item VALUES (2, 0), (3, -1), (4, 0)",
          "INSERT INTO item VALUES (5, 0)");
      String trace = schema.sinkFailure();
      Matcher stop =
          Pattern.compile(
                  "\\bskip-0@(\\d+) \\(source skip-source-1, GTID [-0-9a-f]+:\\d+,"
                      + " binlog\\.\\d+:\\d+, skip\\.item to skip\\.item\\): .*error 3819: ")
              .matcher(trace);
      assertTrue(stop.find(), trace);
      assertEquals(List.of("1"), schema.targetColumn(CONTENT));

      schema.stopSink();
      long next = Long.parseLong(stop.group(1)) + 1;
      schema
          .sinks()
          .alterOffsets(
              schema.pipeline().sinkName(), List.of(ConnectorOffset.sink(schema.name(), 0, next)));
      schema.startSink();
      schema.source("INSERT INTO item VALUES (6, 0)");
      schema.pipeline().awaitCaughtUp();
      assertEquals(List.of("1,5,6"), schema.targetColumn(CONTENT));
      assertEquals(List.of("1"), omitted(schema, "passed_over"));
    }
  }

  @Test
  void hazard11_refusedTransactionsGoWholeToTheDeadLetterQueueInOrderAndTheOthersGoOn()
      throws SQLException {
    String queue = "letters-dead";
    Map<String, String> options =
        Map.of(
            "errors.tolerance",
            "all",
            "errors.deadletterqueue.topic.name",
            queue,
            "errors.deadletterqueue.topic.replication.factor",
            "1",
            "errors.deadletterqueue.context.headers.enable",
            "true");
    try (ReplicatedSchema schema = tables("letters", options)) {
      schema.start();
      schema.source(
          "INSERT INTO item VALUES (1, 0)",
          "INSERT INTO item VALUES (2, 0), (3, -1), (4, 0)",
          "INSERT INTO item VALUES (5, 0)",
          "INSERT INTO item VALUES (6, -1)",
          "INSERT INTO item VALUES (7, 0)");
      schema.pipeline().awaitCaughtUp();
      assertEquals(List.of("1,5,7"), schema.targetColumn(CONTENT));
      assertEquals(List.of("2"), omitted(schema, "dead_lettered"));

      String letters = environment.kafka().recordsWithHeaders(queue);
      List<String> values =
          Pattern.compile("\\{\"tributary\":1.*")
              .matcher(letters)
              .results()
              .map(MatchResult::group)
              .toList();
      assertEquals(2, values.size(), letters);
      assertTrue(values.get(0).contains("[2,0]") && values.get(0).contains("[4,0]"), letters);
      assertTrue(values.get(1).contains("[6,-1]"), letters);
      assertEquals(
          2,
          Pattern.compile(
                  "__connect\\.errors\\.exception\\.message:letters-0@\\d+ \\(source"
                      + " letters-source-1, GTID [-0-9a-f]+:\\d+, binlog\\.\\d+:\\d+,"
                      + " letters\\.item to letters\\.item\\): .*error 3819: ")
              .matcher(letters)
              .results()
              .count(),
          letters);
    }
  }

  /** The target refuses negative numbers, by error 3819. */
  private ReplicatedSchema tables(String name, Map<String, String> sinkOptions)
      throws SQLException {
    ReplicatedSchema schema =
        new ReplicatedSchema(
            environment,
            environment.mysql("upstream-1"),
            name,
            1,
            new ReplicatedSchema.Options(Map.of(), sinkOptions));
    schema.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)");
    schema.target("CREATE TABLE item (id INT PRIMARY KEY, n INT CHECK (n >= 0))");
    return schema;
  }

  private static List<String> omitted(ReplicatedSchema schema, String kind) throws SQLException {
    return schema.targetColumn(
        "SELECT SUM(" + kind + ") FROM " + schema.metadataDatabase() + ".source_position");
  }
}
