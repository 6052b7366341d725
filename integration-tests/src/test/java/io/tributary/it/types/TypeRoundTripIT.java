package io.tributary.it.types;

import static io.tributary.it.environment.ServerVersion.MARIADB_10_11;
import static io.tributary.it.environment.ServerVersion.MARIADB_11_8;
import static io.tributary.it.environment.ServerVersion.MYSQL_5_6;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.ServerVersion;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.pipeline.Pipeline;
import io.tributary.it.pipeline.UnionComparison;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random rows of random tables of every type go from real servers to the target and are compared
 * there by SQL, value by value. Everyday one round; full rounds for {@code
 * -Dtributary.types.minutes} (default 2) from each server. {@code -Dtributary.types.seed} repeats a
 * failed round.
 */
@ExtendWith(SharedEnvironment.class)
class TypeRoundTripIT {
  private static final String MINIMAL = "minimal-metadata";
  private static final int COLUMNS = 10;
  private static final int TRANSACTIONS = 150;
  private static final String[] SESSION = {
    "SET SESSION sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00'",
    "SET SESSION lock_wait_timeout = 20"
  };

  private final Environment environment;

  TypeRoundTripIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void everyTypeArrives() throws Exception {
    round("types97", environment.mysql("upstream-1"), true, seed());
  }

  @Test
  void everyTypeArrivesWithMinimalMetadata() throws Exception {
    MySqlServer server = environment.mysql(MINIMAL, List.of("--binlog-row-metadata=MINIMAL"));
    round("typesminimal", server, true, seed());
  }

  @Test
  @FullSize
  void everyTypeArrivesForLong() throws Exception {
    rounds("types97long", environment.mysql("upstream-1"), true);
  }

  @Test
  @FullSize
  void everyTypeArrivesFromMySql80() throws Exception {
    MySqlServer server = environment.mysql("mysql80-1", ServerVersion.MYSQL_8_0, List.of());
    rounds("types80", server, false);
  }

  @Test
  @FullSize
  void everyTypeArrivesFromMySql56() throws Exception {
    assumeTrue(MYSQL_5_6.unavailable().isEmpty(), () -> MYSQL_5_6.unavailable().orElseThrow());
    rounds("types56", environment.mysql("mysql56-types", MYSQL_5_6, List.of()), false);
  }

  @Test
  @FullSize
  void everyTypeArrivesFromMariaDb1011() throws Exception {
    rounds("types1011", environment.mysql("maria-types-1011", MARIADB_10_11, List.of()), false);
  }

  @Test
  @FullSize
  void everyTypeArrivesFromMariaDb118() throws Exception {
    rounds("types118", environment.mysql("maria-types-118", MARIADB_11_8, List.of()), false);
  }

  private void rounds(String schema, MySqlServer server, boolean vectors) throws Exception {
    long end =
        System.nanoTime()
            + Duration.ofMinutes(Long.getLong("tributary.types.minutes", 1)).toNanos();
    long seed = seed();
    for (int i = 0; i == 0 || System.nanoTime() < end; i++) {
      round(schema + i, server, vectors, seed + i);
    }
  }

  private static long seed() {
    return Long.getLong("tributary.types.seed", System.nanoTime() % 1_000_000);
  }

  private void round(String schema, MySqlServer server, boolean vectors, long seed)
      throws Exception {
    System.out.println("types: schema " + schema + ", seed " + seed);
    Random random = new Random(seed);
    List<RandomTable> tables = tables(schema, server, vectors, random);
    String whole =
        tables.stream()
            .filter(RandomTable::keptWhole)
            .map(RandomTable::name)
            .collect(Collectors.joining(","));
    Pipeline pipeline =
        new Pipeline(
            environment,
            new Pipeline.Shape(
                schema,
                "tributary_" + schema,
                3,
                2,
                Map.of(
                    "table.include.list",
                    schema + "\\..*",
                    "affinity.tables",
                    whole,
                    // Small: records are cut into fragments, also in the midst of a value.
                    "record.max.bytes",
                    random.nextBoolean() ? "10000" : "900000"),
                Map.of()));
    try {
      create(schema, tables, server);
      pipeline.createSource(1, server);
      pipeline.createSink();
      change(tables, server, random);
      pipeline.awaitCaughtUp(1);
      for (RandomTable table : tables) {
        assertSame(table, server, seed);
      }
    } finally {
      pipeline.delete();
      drop(schema, server);
    }
  }

  private List<RandomTable> tables(
      String schema, MySqlServer server, boolean vectors, Random random) throws SQLException {
    List<Kind> kinds = new ArrayList<>();
    NumberKinds.addTo(kinds, random);
    TemporalKinds.addTo(kinds, random);
    ByteKinds.addTo(kinds, random);
    // MariaDB's JSON is text, and its geometries are declared in other words.
    boolean mariaDb = server.version().contains("MariaDB");
    boolean old = server.version().startsWith("5.");
    if (!mariaDb && !old) {
      JsonKinds.addTo(kinds);
    }
    boolean tidb = environment.target().isTidb();
    if (!mariaDb) {
      ByteKinds.addGeometriesAsBytesTo(kinds);
    }
    if (!tidb && !mariaDb && !old) {
      ByteKinds.addGeometriesTo(kinds);
      if (vectors) {
        ByteKinds.addVectorsTo(kinds, random);
      }
    }
    try (Connection connection = server.connect()) {
      boolean listed = old || server.name().startsWith(MINIMAL);
      new TextKinds(random, tidb, listed).addTo(kinds, connection);
    }
    if (old || mariaDb) {
      // They print other digits of the same number.
      kinds.removeIf(kind -> kind.definition().matches("(FLOAT|DOUBLE).*"));
    }
    if (old) {
      // It has two bytes for some characters, of which 5.6 and the target take different ones.
      kinds.removeIf(kind -> kind.definition().contains("armscii8"));
    }
    Collections.shuffle(kinds, random);
    List<RandomTable> tables = new ArrayList<>();
    for (int from = 0; from < kinds.size(); from += COLUMNS) {
      List<Kind> columns = kinds.subList(from, Math.min(from + COLUMNS, kinds.size()));
      tables.add(new RandomTable(schema + ".t" + tables.size(), columns, random, !old && !mariaDb));
    }
    tables.add(
        RandomTable.withoutKey(schema + ".equals", EqualKinds.all(tidb, mariaDb || old), random));
    return tables;
  }

  private void create(String schema, List<RandomTable> tables, MySqlServer server)
      throws SQLException {
    try (Connection source = server.connect();
        Connection target = environment.target().connect();
        Statement atSource = source.createStatement();
        Statement atTarget = target.createStatement()) {
      for (Statement statement : List.of(atSource, atTarget)) {
        for (String setting : SESSION) {
          statement.execute(setting);
        }
        statement.execute("CREATE DATABASE " + schema);
      }
      for (RandomTable table : tables) {
        atSource.execute(table.createAtSource());
        atTarget.execute(table.createAtTarget());
      }
    }
  }

  private static void change(List<RandomTable> tables, MySqlServer server, Random random)
      throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String setting : SESSION) {
        statement.execute(setting);
      }
      for (RandomTable table : tables) {
        statement.execute(table.insert());
      }
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
          statement.execute(tables.get(random.nextInt(tables.size())).change());
        }
        connection.commit();
      }
    }
  }

  private void assertSame(RandomTable table, MySqlServer server, long seed) throws SQLException {
    UnionComparison.Result result =
        UnionComparison.compare(
            List.of(new UnionComparison.Part(() -> inUtc(server.connect()), table.name())),
            new UnionComparison.Part(() -> inUtc(environment.target().connect()), table.name()),
            table.printed(),
            0);
    assertTrue(
        result.equal(), () -> "seed " + seed + ": " + table.createAtSource() + "\n" + result);
  }

  private static Connection inUtc(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String setting : SESSION) {
        statement.execute(setting);
      }
    }
    return connection;
  }

  private void drop(String schema, MySqlServer server) throws SQLException {
    try (Connection source = server.connect();
        Connection target = environment.target().connect();
        Statement atSource = source.createStatement();
        Statement atTarget = target.createStatement()) {
      atSource.execute("SET SESSION lock_wait_timeout = 20");
      atSource.execute("DROP DATABASE IF EXISTS " + schema);
      atTarget.execute("DROP DATABASE IF EXISTS " + schema);
      atTarget.execute("DROP DATABASE IF EXISTS tributary_" + schema);
    }
  }
}
