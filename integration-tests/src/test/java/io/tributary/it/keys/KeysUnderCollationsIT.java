package io.tributary.it.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.pipeline.Pipeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Invariant I4 and hazard 28, for every collation that source and target have: keys that the server
 * itself holds equal go to one partition, and the sink takes for one row exactly those that the
 * target takes for one. Two shards get different spellings of the same words; then one of them is
 * emptied, and the other's rows must all be there.
 *
 * <p>Everyday a dozen collations at random, full all of them; {@code -Dtributary.keys.seed}
 * repeats.
 */
@ExtendWith(SharedEnvironment.class)
class KeysUnderCollationsIT {
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));
  private static final String SCHEMA = "collated";
  private static final int EVERYDAY = 12;

  /** Character sets for which merged tables are taken; {@code _bin} collations of others, too. */
  private static final Set<String> MERGED =
      Set.of("utf8mb4", "utf8mb3", "latin1", "ascii", "latin2", "cp1250", "cp1251");

  /** Where digits that are not ASCII are refused by the source ({@code docs/affinity.md}). */
  private static final Set<String> PLAIN_DIGITS =
      Set.of("big5_chinese_ci", "cp1257_lithuanian_ci", "tis620_thai_ci");

  private final Environment environment;
  private final MySqlServer server;

  KeysUnderCollationsIT(Environment environment) {
    this.environment = environment;
    this.server = environment.mysql("upstream-1");
  }

  private record Table(int number, String charset, String collation) {
    String shard(String letter) {
      return SCHEMA + "." + letter + "_" + number;
    }

    String target() {
      return SCHEMA + ".m_" + number;
    }

    boolean merged() {
      return MERGED.contains(charset) || collation.endsWith("_bin");
    }

    String create(String name) {
      return "CREATE TABLE %s (k VARCHAR(60) CHARACTER SET %s COLLATE %s PRIMARY KEY, shard CHAR(1))"
          .formatted(name, charset, collation);
    }
  }

  @Test
  void hazard28_keysAreOneRowExactlyWhereTheServerSaysSo() throws Exception {
    long seed = Long.getLong("tributary.keys.seed", System.nanoTime() % 1_000_000);
    System.out.println("keys under collations: seed " + seed);
    Random random = new Random(seed);
    List<Table> tables = tables(random);
    Pipeline pipeline = new Pipeline(environment, shape(tables));
    try {
      create(tables);
      pipeline.createSource(1, server);
      pipeline.createSink();
      for (Table table : tables) {
        fill(table, random);
      }
      pipeline.awaitCaughtUp(1);
      // The reader of the topic ends when nothing more comes, heartbeats included.
      pipeline.stopSource(1);
      assertEqualKeysShareAPartition(tables, seed);
      pipeline.startSource(1);
      for (Table table : tables) {
        if (table.merged()) {
          assertUnion(table, seed);
        }
        onSource("DELETE FROM " + table.shard("a"));
      }
      pipeline.awaitCaughtUp(1);
      for (Table table : tables) {
        if (table.merged()) {
          assertEquals(
              column(server.connect(), "SELECT HEX(k) FROM " + table.shard("b") + " ORDER BY 1"),
              column(
                  environment.target().connect(),
                  "SELECT HEX(k) FROM " + table.target() + " ORDER BY 1"),
              () -> "seed " + seed + ", " + table + " after shard a was emptied");
        }
      }
    } finally {
      pipeline.delete();
      drop();
    }
  }

  private List<Table> tables(Random random) throws SQLException {
    String sql =
        "SELECT collation_name FROM information_schema.collations WHERE character_set_name <>"
            + " 'binary' ORDER BY collation_name";
    List<String> names = column(server.connect(), sql);
    names.retainAll(column(environment.target().connect(), sql));
    if (!FULL) {
      Collections.shuffle(names, random);
      names = names.subList(0, Math.min(EVERYDAY, names.size()));
    }
    List<Table> tables = new ArrayList<>();
    for (String name : names) {
      tables.add(new Table(tables.size(), name.substring(0, (name + "_").indexOf('_')), name));
    }
    return tables;
  }

  private static Pipeline.Shape shape(List<Table> tables) {
    Map<String, String> source =
        Map.of(
            "table.include.list",
            SCHEMA + "\\..*",
            "routes",
            "shards",
            "routes.shards.match",
            SCHEMA + "\\.[ab]_(\\d+)",
            "routes.shards.to",
            SCHEMA + ".m_$1");
    Map<Boolean, String> byRoad =
        tables.stream()
            .collect(
                Collectors.partitioningBy(
                    Table::merged, Collectors.mapping(Table::target, Collectors.joining(","))));
    return new Pipeline.Shape(
        SCHEMA,
        "tributary_" + SCHEMA,
        4,
        2,
        source,
        Map.of("merge.tables", byRoad.get(true), "merge.disjoint.tables", byRoad.get(false)));
  }

  private void fill(Table table, Random random) throws SQLException {
    List<String> words = new Words(random, PLAIN_DIGITS.contains(table.collation())).make(25, 6);
    for (String shard : List.of("a", "b")) {
      Collections.shuffle(words, random);
      String rows =
          words.stream()
              .map(
                  word ->
                      "(_utf8mb4 X'%s', '%s')"
                          .formatted(
                              HexFormat.of().formatHex(word.getBytes(StandardCharsets.UTF_8)),
                              shard))
              .collect(Collectors.joining(", "));
      // Of spellings that are one key under the source's collation the first one stays.
      onSource("INSERT IGNORE INTO " + table.shard(shard) + " VALUES " + rows);
    }
  }

  private void assertEqualKeysShareAPartition(List<Table> tables, long seed)
      throws SQLException, IOException {
    Map<String, Integer> partitions = partitionsOfKeys();
    int pairs = 0;
    for (Table table : tables) {
      String sql =
          "SELECT HEX(CONVERT(a.k USING utf8mb4)), HEX(CONVERT(b.k USING utf8mb4)) FROM %s a JOIN"
              + " %s b ON a.k = b.k";
      try (Connection connection = server.connect();
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(sql.formatted(table.shard("a"), table.shard("b")))) {
        while (rows.next()) {
          String one = rows.getString(1);
          String other = rows.getString(2);
          pairs += one.equals(other) ? 0 : 1;
          assertEquals(
              partitions.get(table.target() + " " + one),
              partitions.get(table.target() + " " + other),
              () -> "seed " + seed + ", " + table + ": " + one + " = " + other);
        }
      }
    }
    assertTrue(pairs > tables.size(), "too few pairs that differ and are equal: " + pairs);
    System.out.println(tables.size() + " collations, " + pairs + " pairs of equal keys");
  }

  /** Partitions by target table and key, as the records say. */
  private Map<String, Integer> partitionsOfKeys() throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, Integer> partitions = new HashMap<>();
    for (String text : environment.kafka().committedRecords(SCHEMA)) {
      JsonNode record = json.readTree(text);
      for (JsonNode change : record.path("changes")) {
        String table =
            record
                .path("tables")
                .path(change.path("table").asInt())
                .path("target")
                .path("table")
                .asText();
        byte[] key = change.path("after").path(0).asText().getBytes(StandardCharsets.UTF_8);
        partitions.put(
            SCHEMA + "." + table + " " + HexFormat.of().withUpperCase().formatHex(key),
            record.path("slice").path("partition").asInt());
      }
    }
    return partitions;
  }

  private void assertUnion(Table table, long seed) throws SQLException {
    String union =
        "SELECT COUNT(*) FROM (SELECT k FROM %s UNION SELECT k FROM %s) u"
            .formatted(table.shard("a"), table.shard("b"));
    assertEquals(
        column(server.connect(), union),
        column(environment.target().connect(), "SELECT COUNT(*) FROM " + table.target()),
        () -> "seed " + seed + ", " + table + ": keys of both shards");
  }

  private void create(List<Table> tables) throws SQLException {
    try (Connection source = server.connect();
        Connection target = environment.target().connect();
        Statement atSource = source.createStatement();
        Statement atTarget = target.createStatement()) {
      atSource.execute("CREATE DATABASE " + SCHEMA);
      atTarget.execute("CREATE DATABASE " + SCHEMA);
      for (Table table : tables) {
        atSource.execute(table.create(table.shard("a")));
        atSource.execute(table.create(table.shard("b")));
        atTarget.execute(table.create(table.target()));
      }
    }
  }

  private void drop() throws SQLException {
    onSource("DROP DATABASE IF EXISTS " + SCHEMA);
    try (Connection target = environment.target().connect();
        Statement statement = target.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
      statement.execute("DROP DATABASE IF EXISTS tributary_" + SCHEMA);
    }
  }

  private void onSource(String sql) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("SET SESSION sql_mode = '', lock_wait_timeout = 20");
      statement.execute(sql);
    }
  }

  private static List<String> column(Connection opened, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = opened;
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }
}
