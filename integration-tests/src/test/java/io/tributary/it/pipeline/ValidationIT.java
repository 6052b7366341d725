package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ConfigValidation;
import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code PUT /connector-plugins/../config/validate}: each bad input is found at its own option, in
 * a sentence that says what to do.
 */
@ExtendWith(SharedEnvironment.class)
class ValidationIT {
  private static final String CONVERTERS = "org.apache.kafka.connect.converters.";
  private static final String BARE = "tributary_it_bare";
  private static final String READER = "tributary_it_reader";
  private static final String PASSWORD = "right";

  /**
   * What a refusal of a server that does not answer may take: 10 s, and what a busy machine adds.
   */
  private static final Duration SILENT_WITHIN = Duration.ofSeconds(14);

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private static Environment environment;
  private static MySqlServer server;

  @BeforeAll
  static void makeUsers(Environment shared) throws SQLException {
    environment = shared;
    server = environment.mysql("validated");
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE USER %s IDENTIFIED BY '%s'".formatted(BARE, PASSWORD));
      statement.execute("CREATE USER %s IDENTIFIED BY '%s'".formatted(READER, PASSWORD));
      statement.execute("GRANT REPLICATION SLAVE ON *.* TO " + READER);
    }
    atTarget(
        "DROP USER IF EXISTS " + BARE,
        "CREATE USER %s IDENTIFIED BY '%s'".formatted(BARE, PASSWORD));
  }

  @AfterAll
  static void dropUsers() throws SQLException {
    atTarget("DROP USER IF EXISTS " + BARE);
  }

  private static void atTarget(String... statements) throws SQLException {
    try (Connection connection = environment.target().connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static Map<String, String> source(MySqlServer of) {
    return ValidatedSource.config(of, "validation");
  }

  private static Map<String, String> sink() {
    Target target = environment.target();
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.tributary.sink.TiDbSinkConnector");
    config.put("name", "validation-sink");
    config.put("tasks.max", "1");
    config.put("topics", "validation");
    config.put("connection.url", target.url());
    config.put("connection.user", target.user());
    config.put("connection.password", target.password());
    config.put("value.converter", CONVERTERS + "ByteArrayConverter");
    return config;
  }

  private static ConfigValidation validate(Map<String, String> config) {
    boolean sink = config.get("connector.class").contains("Sink");
    return (sink ? environment.sinks() : environment.sources()).rest().validate(config);
  }

  /** The options with errors are exactly these; words of the first are separated by {@code ;}. */
  private static void assertFound(ConfigValidation found, String options, String words) {
    Set<String> expected = Set.of(options.split(" "));
    assertEquals(expected, found.errors().keySet(), () -> "errors: " + found.errors());
    for (String option : expected) {
      List<String> messages = found.errors().get(option);
      assertEquals(1, messages.size(), () -> option + ": " + messages);
      for (String word : words.split(";")) {
        assertTrue(
            messages.get(0).contains(word), () -> "no '" + word + "' in: " + messages.get(0));
      }
    }
  }

  private static void change(Map<String, String> config, String option, String value) {
    if (value == null) {
      config.remove(option);
    } else {
      config.put(option, value.equals("CLOSED") ? String.valueOf(closedPort()) : value);
    }
  }

  private static int closedPort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("no free port", e);
    }
  }

  @Test
  void goodConfigurationsHaveNoErrors() {
    assertEquals(Map.of(), validate(source(server)).errors());
    assertEquals(Map.of(), validate(sink()).errors());
  }

  @ParameterizedTest(name = "source {0}={1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          database.password | wrong | database.user database.password | refuses user 'root';check database.user
          database.user | nobody | database.user database.password | refuses user 'nobody';check database.user
          database.port | CLOSED | database.hostname | not reachable;within 10 seconds;check database.hostname, database.port
          database.hostname | no-such-host.invalid | database.hostname | not reachable;the name is not known;check database.hostname
          value.converter | | value.converter | is missing;set value.converter=org.apache.kafka.connect.converters.ByteArrayConverter
          value.converter | org.apache.kafka.connect.storage.StringConverter | value.converter | StringConverter;set value.converter=org.apache.kafka.connect.converters.ByteArrayConverter
          topic.creation.default.partitions | 3 | topic.creation.default.partitions | is 3;equal to affinity.partitions = 4;set both
          topic.creation.default.partitions | | topic.creation.default.partitions | is missing;equal to affinity.partitions = 4;set both
          tabel.include.list | shop.* | tabel.include.list | not an option;did you mean table.include.list?
          """)
  void badInputOfTheSourceIsFoundAtItsOption(
      String option, String value, String options, String words) {
    Map<String, String> config = source(server);
    change(config, option, value);
    if (option.equals("topic.creation.default.partitions") && value == null) {
      config.remove("topic.creation.default.replication.factor");
    }
    assertFound(validate(config), options, words);
  }

  @ParameterizedTest(name = "server has {0}={1}")
  @CsvSource({"binlog_format,STATEMENT,ROW", "binlog_row_image,MINIMAL,FULL"})
  void serversThatWriteTooLittleAreFound(String variable, String value, String needed)
      throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL %s = '%s'".formatted(variable, value));
      try {
        assertFound(
            validate(source(server)),
            "database.hostname",
            variable + " = " + value + ";SET PERSIST " + variable + " = '" + needed + "'");
      } finally {
        statement.execute("SET GLOBAL %s = '%s'".formatted(variable, needed));
      }
    }
  }

  @ParameterizedTest(name = "innodb_native_foreign_keys={0}")
  @CsvSource({"ON, true", "OFF, false"})
  void hazard30_keysThatChangeRowsUnseenAreFound(String value, boolean refused)
      throws SQLException {
    MySqlServer keyed =
        environment.mysql("keys-" + value, List.of("--innodb-native-foreign-keys=" + value));
    try (Connection connection = keyed.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE shop");
      statement.execute("CREATE TABLE shop.orders (id INT PRIMARY KEY)");
      statement.execute(
          "CREATE TABLE shop.items (id INT PRIMARY KEY, o INT, CONSTRAINT items_order"
              + " FOREIGN KEY (o) REFERENCES shop.orders (id) ON DELETE CASCADE)");
    }
    Map<String, String> config = source(keyed);
    if (refused) {
      assertFound(
          validate(config),
          "table.include.list",
          "shop.items (items_order to shop.orders ON DELETE CASCADE);MySQL 9.6 or later");
      config.put("table.exclude.list", "shop\\.items");
    }
    assertEquals(Map.of(), validate(config).errors());
    keyed.stop();
  }

  /** Validate sees the server of that moment: a key that comes later is seen at the next start. */
  @Test
  void hazard30_aKeyThatComesWhileTheSourceIsStoppedIsRefusedAtItsStart() throws SQLException {
    MySqlServer keyed = environment.mysql("keys-later", List.of("--innodb-native-foreign-keys=ON"));
    onServer(
        keyed,
        "CREATE DATABASE shop",
        "CREATE TABLE shop.orders (id INT PRIMARY KEY)",
        "CREATE TABLE shop.items (id INT PRIMARY KEY, o INT)");
    Map<String, String> config = source(keyed);
    String name = config.get("name");
    ConnectRest rest = environment.sources().rest();
    rest.create(name, config);
    rest.waitForState(name, "RUNNING", PATIENCE);
    rest.stop(name);
    rest.waitForState(name, "STOPPED", PATIENCE);
    onServer(
        keyed,
        "ALTER TABLE shop.items ADD CONSTRAINT items_order"
            + " FOREIGN KEY (o) REFERENCES shop.orders (id) ON DELETE SET NULL");
    rest.resume(name);
    String trace = rest.waitForState(name, "FAILED", PATIENCE).traces();
    assertTrue(trace.contains("shop.items (items_order to shop.orders ON DELETE SET NULL)"), trace);
    rest.delete(name);
    keyed.stop();
  }

  private static void onServer(MySqlServer of, String... statements) throws SQLException {
    try (Connection connection = of.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          routes | r | routes | fits.a_1 (key id) and fits.a_2 (key other) go to one target table, t.a;affinity.keys
          affinity.keys | fits.a_2:missing | affinity.keys | fits.a_2;has no column missing
          provenance.columns | shard:source | provenance.columns | fits.a_2 has a column shard of its own
          """)
  void tablesThatDoNotFitTheOptionsAreFound(
      String option, String value, String options, String words) throws SQLException {
    onServer(
        server,
        "CREATE DATABASE IF NOT EXISTS fits",
        "CREATE TABLE IF NOT EXISTS fits.a_1 (id INT PRIMARY KEY, other INT)",
        "CREATE TABLE IF NOT EXISTS fits.a_2 (id INT, other INT PRIMARY KEY, Shard INT)");
    Map<String, String> config = source(server);
    config.put("table.include.list", "fits\\..*");
    config.put("routes.r.match", "fits\\.a_.*");
    config.put("routes.r.to", "t.a");
    config.put(option, value);
    if (!option.equals("routes")) {
      config.keySet().removeIf(each -> each.startsWith("routes.r."));
    }
    assertFound(validate(config), options, words);
  }

  /** What only warns stands in the worker's log. */
  @Test
  void listsThatMatchNothingAreWarnedOf() {
    Map<String, String> config = source(server);
    config.put("table.include.list", "no_such_schema_here\\..*");
    assertEquals(Map.of(), validate(config).errors());
    String log = environment.sources().log().tail(200);
    assertTrue(log.contains("No table that the user can see is captured"), log);
  }

  @Test
  void serverWithoutBinlogIsFound() {
    MySqlServer without = environment.mysql("no-binlog", List.of("--skip-log-bin"));
    try {
      assertFound(validate(source(without)), "database.hostname", "log_bin is OFF;--log-bin");
    } finally {
      without.stop();
    }
  }

  /** Unless weaker is chosen in words, a certificate that no authority knows is refused. */
  @Test
  void certificateIsVerifiedByDefault() {
    Map<String, String> config = source(server);
    config.remove("database.ssl.mode");
    assertFound(validate(config), "database.ssl.mode", "database.ssl.mode=verify_identity");
  }

  @ParameterizedTest(name = "user {0}")
  @CsvSource({
    BARE + ",'lacks REPLICATION SLAVE, REPLICATION CLIENT;GRANT REPLICATION SLAVE'",
    READER + ",lacks REPLICATION CLIENT;GRANT REPLICATION CLIENT ON *.*"
  })
  void missingGrantsOfTheSourceAreNamed(String user, String words) {
    Map<String, String> config = source(server);
    config.put("database.user", user);
    config.put("database.password", PASSWORD);
    assertFound(validate(config), "database.user", words);
  }

  @ParameterizedTest(name = "sink {0}={1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          connection.password | wrong | connection.user | cannot log in;Correct user and password
          connection.url | jdbc:mysql://no-such-host.invalid:4000/ | connection.url | cannot connect within 10 s;Check host, port, firewall
          connection.url | jdbc:postgresql://127.0.0.1/ | connection.url | must be of the form jdbc:mysql://host:port/
          value.converter | | value.converter | is missing;set value.converter=org.apache.kafka.connect.converters.ByteArrayConverter
          value.converter | org.apache.kafka.connect.json.JsonConverter | value.converter | JsonConverter;set value.converter=org.apache.kafka.connect.converters.ByteArrayConverter
          batch.max.row | 10 | batch.max.row | not an option;did you mean batch.max.rows?
          """)
  void badInputOfTheSinkIsFoundAtItsOption(
      String option, String value, String options, String words) {
    Map<String, String> config = sink();
    change(config, option, value);
    assertFound(validate(config), options, words);
  }

  @Test
  void hazard2_mergedTablesWithASecondUniqueKeyAreFound() throws SQLException {
    atTarget(
        "DROP DATABASE IF EXISTS validated",
        "CREATE DATABASE validated",
        "CREATE TABLE validated.one (id INT PRIMARY KEY, v INT)",
        "CREATE TABLE validated.two (id INT PRIMARY KEY, v INT UNIQUE)");
    try {
      Map<String, String> config = sink();
      config.put("merge.tables", "validated.one,validated.none");
      assertEquals(Map.of(), validate(config).errors());
      config.put("merge.tables", "validated.one,validated.two");
      assertFound(
          validate(config),
          "merge.tables",
          "validated.two: a table of merge.tables must have exactly one unique key in the target,"
              + " this one has [PRIMARY, v]");
    } finally {
      atTarget("DROP DATABASE IF EXISTS validated");
    }
  }

  @Test
  void closedPortOfTheTargetIsFound() {
    Map<String, String> config = sink();
    config.put("connection.url", "jdbc:mysql://127.0.0.1:" + closedPort() + "/");
    assertFound(validate(config), "connection.url", "cannot connect within 10 s;Check host, port");
  }

  @Test
  void missingGrantsOfTheSinkAreNamed() {
    Map<String, String> config = sink();
    config.put("connection.user", BARE);
    config.put("connection.password", PASSWORD);
    assertFound(
        validate(config), "metadata.database", "lacks rights;GRANT SELECT, INSERT, UPDATE, DELETE");
  }

  /** The kernel accepts the connection, nobody ever answers: both at once, as each takes 10 s. */
  @Test
  void serversThatDoNotAnswerAreFoundWithinTenSeconds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Map<String, String> source = source(server);
      source.put("database.port", String.valueOf(silent.getLocalPort()));
      Map<String, String> sink = sink();
      sink.put("connection.url", "jdbc:mysql://127.0.0.1:" + silent.getLocalPort() + "/");
      long start = System.nanoTime();
      CompletableFuture<ConfigValidation> ofSource =
          CompletableFuture.supplyAsync(() -> validate(source));
      ConfigValidation ofSink = validate(sink);
      assertFound(ofSource.join(), "database.hostname", "not reachable;check database.hostname");
      assertFound(ofSink, "connection.url", "cannot connect within 10 s;Check host, port");
      Duration taken = Duration.ofNanos(System.nanoTime() - start);
      assertTrue(taken.compareTo(SILENT_WITHIN) < 0, () -> "took " + taken);
    }
  }
}
