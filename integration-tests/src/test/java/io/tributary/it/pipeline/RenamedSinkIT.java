package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A sink that gets another name, and one that is forgotten, by the statements of the docs. */
@ExtendWith(SharedEnvironment.class)
@FullSize
class RenamedSinkIT {
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final String NEW_NAME = "renamed-other";

  private final Environment environment;

  RenamedSinkIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard22_aRenamedSinkGoesOnWhereTheOldOneStoodAndDoublesNothing() throws Exception {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, "renamed", 2, Map.of())) {
      schema.both("CREATE TABLE item (id INT PRIMARY KEY, n INT)", "CREATE TABLE log (n INT)");
      schema.start();
      schema.source(
          "INSERT INTO item VALUES (1, 1), (2, 2), (3, 3), (4, 4)",
          "UPDATE item SET n = n + 1",
          "INSERT INTO log VALUES (1), (1), (2)",
          "DELETE FROM log WHERE n = 2");
      schema.pipeline().awaitCaughtUp();
      String old = schema.pipeline().sinkName();
      Map<String, String> config = schema.sinks().config(old);
      schema.sinks().delete(old);
      schema.source("INSERT INTO log VALUES (3)");
      Waiting.until(
          WITHIN, () -> schema.sinks().statusIfKnown(old).isEmpty(), () -> old + " is deleted");

      runDocumented(schema, "UPDATE tributary.", Map.of("'new'", NEW_NAME, "'old'", old));
      config.remove("name");
      schema.sinks().create(NEW_NAME, config);
      try {
        // It reads the topic from its beginning only as far as the checkpoints let it.
        schema.source("INSERT INTO log VALUES (4)");
        Waiting.until(WITHIN, () -> has(schema, 4), () -> "the new sink writes");
        schema.assertSame("item", "id, n", 1);
        schema.assertSame("log", "n", 0);
      } finally {
        schema.sinks().delete(NEW_NAME);
      }
      Waiting.until(
          WITHIN,
          () -> schema.sinks().statusIfKnown(NEW_NAME).isEmpty(),
          () -> NEW_NAME + " is deleted");
      runDocumented(schema, "DELETE FROM tributary.", Map.of("'orders-tidb'", NEW_NAME));
      for (String table : List.of("checkpoint", "source_position", "affinity")) {
        assertEquals(
            List.of("0"),
            schema.targetColumn("SELECT COUNT(*) FROM " + schema.metadataDatabase() + "." + table),
            table);
      }
    }
  }

  private static boolean has(ReplicatedSchema schema, int n) {
    try {
      return schema.targetColumn("SELECT n FROM log WHERE n = " + n).size() == 1;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Statements of docs/operations.md that begin so, with this test's names in them. */
  private static void runDocumented(
      ReplicatedSchema schema, String beginning, Map<String, String> names)
      throws IOException, SQLException {
    String page = Files.readString(ProjectFolder.find().root().resolve("docs/operations.md"));
    Matcher statements = Pattern.compile("(?m)^" + Pattern.quote(beginning) + ".*;$").matcher(page);
    int count = 0;
    while (statements.find()) {
      String sql = statements.group().replace("tributary.", schema.metadataDatabase() + ".");
      for (Map.Entry<String, String> name : names.entrySet()) {
        sql = sql.replace(name.getKey(), "'" + name.getValue() + "'");
      }
      schema.target(sql);
      count++;
    }
    assertEquals(3, count, beginning);
  }
}
