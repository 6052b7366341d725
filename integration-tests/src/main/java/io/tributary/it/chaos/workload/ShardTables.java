package io.tributary.it.chaos.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The tables of the fleet, and what the connectors must know of them.
 *
 * @param servers number of sources
 * @param tables shard tables of orders on each of them, 2 to 100
 */
public record ShardTables(int servers, int tables) {
  /** Schema on all servers and in the target. */
  public static final String SCHEMA = "tributary_chaos";

  /** Shard tables of words on each server. */
  static final int WORD_TABLES = 2;

  private static final String ORDERS =
      " (pid BIGINT UNSIGNED NOT NULL, buyer VARCHAR(60) NOT NULL, n BIGINT UNSIGNED NOT NULL,"
          + " amount DECIMAL(30,6) NOT NULL, rate DOUBLE, day DATE, placed DATETIME(6),"
          + " stamp TIMESTAMP(6) NULL, took TIME(3), code VARBINARY(16),"
          + " state ENUM('new','paid','gro\u00df') NOT NULL, doc JSON, note TEXT, UNIQUE KEY pid (pid)";
  private static final String WORDS =
      " (word VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NOT NULL PRIMARY KEY,"
          + " n BIGINT NOT NULL)";
  private static final String PAIRS =
      " (id BIGINT NOT NULL PRIMARY KEY, code VARCHAR(20) NOT NULL, n BIGINT NOT NULL,"
          + " UNIQUE KEY code (code))";
  // An index that is not unique makes no key, and finds a row of many.
  private static final String LOG =
      " (serial BIGINT NULL, images INT NOT NULL, note VARCHAR(40) NULL, KEY serial (serial))";

  /**
   * A table of the target and the shards that it is the union of.
   *
   * @param columns expressions that print alike on MySQL and TiDB
   * @param keyColumns how many of them identify a row; 0: the table has no key
   */
  public record Merged(String target, List<Shard> shards, List<String> columns, int keyColumns) {}

  /**
   * A table of a source.
   *
   * @param upstream number of the source, from 1
   */
  public record Shard(int upstream, String table) {}

  static String orders(int table) {
    return "%s.orders_%02d".formatted(SCHEMA, table);
  }

  static String words(int table) {
    return "%s.words_%02d".formatted(SCHEMA, table);
  }

  static String pairs(int upstream) {
    return SCHEMA + ".pairs_" + upstream;
  }

  static String log(int upstream) {
    return SCHEMA + ".log_" + upstream;
  }

  /** Statements that make the schema of a source. */
  public List<String> sourceStatements(int upstream) {
    List<String> ddl = new ArrayList<>(List.of("CREATE DATABASE " + SCHEMA));
    for (int table = 0; table < tables; table++) {
      ddl.add("CREATE TABLE " + orders(table) + ORDERS + ")");
    }
    for (int table = 0; table < WORD_TABLES; table++) {
      ddl.add("CREATE TABLE " + words(table) + WORDS);
    }
    ddl.add("CREATE TABLE " + pairs(upstream) + PAIRS);
    ddl.add("CREATE TABLE " + log(upstream) + LOG);
    return ddl;
  }

  /**
   * Statements that make the schema of the target.
   *
   * @param ownerColumn whether rows of the orders name their owner
   */
  public List<String> targetStatements(boolean ownerColumn) {
    List<String> ddl = new ArrayList<>(List.of("CREATE DATABASE " + SCHEMA));
    ddl.add(
        "CREATE TABLE "
            + SCHEMA
            + ".orders"
            + ORDERS
            + (ownerColumn ? ", tributary_shard SMALLINT UNSIGNED" : "")
            + ")");
    ddl.add("CREATE TABLE " + SCHEMA + ".words" + WORDS);
    for (int upstream = 1; upstream <= servers; upstream++) {
      ddl.add("CREATE TABLE " + pairs(upstream) + PAIRS);
      ddl.add("CREATE TABLE " + log(upstream) + LOG);
    }
    return ddl;
  }

  /** Options of every source that come from the tables. */
  public Map<String, String> sourceOptions() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("table.include.list", SCHEMA + "\\..*");
    options.put("routes", "orders,words");
    for (String table : List.of("orders", "words")) {
      options.put("routes." + table + ".match", SCHEMA + "\\." + table + "_\\d+");
      options.put("routes." + table + ".to", SCHEMA + "." + table);
    }
    options.put("affinity.keys", SCHEMA + ".orders:pid");
    options.put(
        "affinity.tables",
        IntStream.rangeClosed(1, servers)
            .mapToObj(ShardTables::pairs)
            .collect(Collectors.joining(",")));
    return options;
  }

  /** Options of the sink that come from the tables. */
  public Map<String, String> sinkOptions() {
    return Map.of("merge.tables", SCHEMA + ".orders," + SCHEMA + ".words");
  }

  /** All that has to be compared. */
  public List<Merged> merged() {
    List<Merged> all = new ArrayList<>();
    List<Shard> orders = new ArrayList<>();
    List<Shard> words = new ArrayList<>();
    for (int upstream = 1; upstream <= servers; upstream++) {
      for (int table = 0; table < tables; table++) {
        orders.add(new Shard(upstream, orders(table)));
      }
      for (int table = 0; table < WORD_TABLES; table++) {
        words.add(new Shard(upstream, words(table)));
      }
      List<Shard> pairs = List.of(new Shard(upstream, pairs(upstream)));
      all.add(new Merged(pairs(upstream), pairs, List.of("id", "code", "n"), 1));
      List<Shard> log = List.of(new Shard(upstream, log(upstream)));
      all.add(new Merged(log(upstream), log, List.of("serial", "images", "note"), 0));
    }
    all.add(new Merged(SCHEMA + ".orders", orders, OrderValues.COMPARED, 1));
    all.add(new Merged(SCHEMA + ".words", words, List.of("HEX(word)", "word", "n"), 1));
    return all;
  }
}
