package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Waiting;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** XA branches that stay prepared over restarts of the source's worker and of the server. */
@ExtendWith(SharedEnvironment.class)
class XaRestartIT {
  private static final Map<String, String> USER =
      Map.of("database.user", "reader", "database.password", "secret");

  private final Environment environment;

  XaRestartIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard33_preparedBranchesOutliveTheWorkerAndTheServer() throws SQLException {
    try (ReplicatedSchema schema = tables("xarestart")) {
      schema.start();
      prepare(schema, "kept");
      prepare(schema, "undone");
      prepare(schema, "later");
      other(schema, 1);
      schema.pipeline().awaitCaughtUp();

      environment.sources().kill();
      other(schema, 2);
      environment.sources().start();
      other(schema, 3);
      schema.source("XA COMMIT 'kept'", "XA ROLLBACK 'undone'");
      schema.pipeline().awaitCaughtUp();
      assertSame(schema);

      schema.server().restart();
      other(schema, 4);
      prepare(schema, "last");
      schema.source("XA COMMIT 'later'");
      environment.sources().kill();
      schema.source("XA COMMIT 'last'");
      environment.sources().start();
      schema.pipeline().awaitCaughtUp();
      assertSame(schema);
    }
  }

  @Test
  void hazard34_branchesPreparedBeforeTheFirstStartAtLatest() throws SQLException {
    try (ReplicatedSchema schema = tables("xafirst")) {
      prepare(schema, "in-an-older-file");
      schema.source("FLUSH BINARY LOGS");
      prepare(schema, "in-the-newest-file");
      prepare(schema, "undone");
      schema.start();
      schema.source("XA COMMIT 'in-the-newest-file'", "XA ROLLBACK 'undone'");
      environment.sources().kill();
      schema.source("XA COMMIT 'in-an-older-file'");
      environment.sources().start();
      other(schema, 1);
      schema.pipeline().awaitCaughtUp();
      assertSame(schema);
    }
  }

  @Test
  void hazard34_theReadmesGrantsAreEnough() throws Exception {
    String readme = Files.readString(ProjectFolder.find().root().resolve("README.md"));
    Matcher grant =
        Pattern.compile("GRANT (REPLICATION SLAVE, .*?) ON \\*\\.\\* TO tributary;")
            .matcher(readme);
    assertTrue(grant.find(), "no grants for the source in README.md");
    try (ReplicatedSchema schema = tables("xagrants", USER)) {
      createUser(schema, grant.group(1));
      prepare(schema, "granted-older");
      schema.source("FLUSH BINARY LOGS");
      schema.start();
      schema.source("XA COMMIT 'granted-older'");
      other(schema, 1);
      schema.pipeline().awaitCaughtUp();
      assertSame(schema);
      schema.source("DROP USER reader");
    }
  }

  /** Such a user's source starts; what it could not see is never lost without a word. */
  @Test
  void hazard34_withoutTheRightToListBranchesTheCommitOfAnOldOneStops() throws SQLException {
    try (ReplicatedSchema schema = tables("xablind", USER)) {
      createUser(schema, "REPLICATION SLAVE, REPLICATION CLIENT, SELECT");
      prepare(schema, "blind-older");
      schema.source("FLUSH BINARY LOGS");
      prepare(schema, "blind-newest");
      schema.start();
      schema.source("XA COMMIT 'blind-newest'");
      schema.pipeline().awaitCaughtUp();
      schema.source("XA COMMIT 'blind-older'");
      Waiting.until(
          Duration.ofSeconds(40),
          () -> schema.pipeline().failure().isPresent(),
          () -> "the source stops at the commit of a branch that it never saw");
      String failure = schema.pipeline().failure().orElseThrow();
      assertTrue(failure.contains("whose prepare was not read"), failure);
      assertTrue(failure.contains("XA_RECOVER_ADMIN"), failure);

      // What the message advises: bring the target to it, name the branch, go on.
      Matcher branch = Pattern.compile("XA COMMIT of branch (\\S+), whose").matcher(failure);
      assertTrue(branch.find(), failure);
      String name = schema.pipeline().sourceName(1);
      Map<String, String> config = new TreeMap<>(environment.sources().rest().config(name));
      config.put("xa.abandoned.branches", branch.group(1));
      environment.sources().rest().putConfig(name, config);
      Waiting.until(
          Duration.ofSeconds(40),
          () -> schema.pipeline().failure().isEmpty(),
          () -> schema.pipeline().failure().orElse("") + " in spite of xa.abandoned.branches");
      schema.target(
          "INSERT INTO item VALUES ('blind-older', 1)",
          "INSERT INTO log VALUES ('blind-older'), ('of xa')");
      other(schema, 1);
      schema.pipeline().awaitCaughtUp();
      assertSame(schema);
      schema.source("DROP USER reader");
    }
  }

  private static void createUser(ReplicatedSchema schema, String privileges) throws SQLException {
    schema.source(
        "DROP USER IF EXISTS reader",
        "CREATE USER reader IDENTIFIED BY 'secret'",
        "GRANT " + privileges + " ON *.* TO reader");
  }

  private ReplicatedSchema tables(String name) throws SQLException {
    return tables(name, Map.of());
  }

  private ReplicatedSchema tables(String name, Map<String, String> source) throws SQLException {
    ReplicatedSchema schema = new ReplicatedSchema(environment, name, 2, source);
    schema.both(
        "CREATE TABLE item (id VARCHAR(40) PRIMARY KEY, n INT)",
        "CREATE TABLE log (text VARCHAR(40))");
    return schema;
  }

  /** The session that prepared a branch ends; any other may decide on it. */
  private static void prepare(ReplicatedSchema schema, String name) throws SQLException {
    schema.source(
        "XA START '" + name + "'",
        "INSERT INTO item VALUES ('" + name + "', 1)",
        "INSERT INTO log VALUES ('" + name + "'), ('of xa')",
        "XA END '" + name + "'",
        "XA PREPARE '" + name + "'");
  }

  private static void other(ReplicatedSchema schema, int number) throws SQLException {
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + schema.name());
      for (int i = 0; i < 20; i++) {
        statement.execute("BEGIN");
        statement.execute("INSERT INTO item VALUES ('%d-%d', %d)".formatted(number, i, i));
        statement.execute("INSERT INTO log VALUES ('other'), ('%d')".formatted(number));
        statement.execute("COMMIT");
      }
    }
  }

  private static void assertSame(ReplicatedSchema schema) throws SQLException {
    schema.assertSame("item", "id, n", 1);
    schema.assertSame("log", "text", 0);
  }
}
