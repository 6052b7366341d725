package io.tributary.source.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.AffinityRule.KeyColumn;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeyAffinityTest {
  private static final TableName SOURCE = new TableName("shard_1", "orders");
  private static final TableName TARGET = new TableName("shop", "orders");

  @Test
  void hazard01_theKeyIsThePrimaryKeyByNameWhateverItsOrderAndCase() throws Exception {
    List<Column> one = List.of(key("b", 1), plain("c"), key("A", 2));
    List<Column> other = List.of(key("a", 1), key("B", 2), plain("d"));
    AffinityRule rule =
        new AffinityRule(
            List.of(new KeyColumn("a", Fold.EXACT), new KeyColumn("b", Fold.EXACT)), 1, 16);
    KeyAffinity first = affinity(one, options("", ""));
    KeyAffinity second = affinity(other, options("", ""));
    assertEquals(rule, first.rule());
    assertEquals(rule, second.rule());
    for (long a = 0; a < 50; a++) {
      long b = a * 7919;
      assertEquals(first.partition(Row.of(b, null, a)), second.partition(Row.of(a, b, "x")));
    }
  }

  @Test
  void hazard01_secondaryKeysNeverCountAndTheOptionWins() throws Exception {
    List<Column> columns = List.of(key("id", 1), plain("buyer"), plain("region"));
    KeyAffinity affinity = affinity(columns, options("shop.orders:Region,buyer", ""));
    assertEquals(
        List.of(new KeyColumn("buyer", Fold.EXACT), new KeyColumn("region", Fold.EXACT)),
        affinity.rule().columns());
    int partition = affinity.partition(Row.of(1L, 5L, 6L));
    assertEquals(partition, affinity.partition(Row.of(2L, 5L, 6L)));
  }

  @Test
  void hazard02_aTableNamedByOptionGoesWholeToOnePartition() throws Exception {
    KeyAffinity whole = affinity(List.of(key("id", 1)), options("", "SHOP.`orders`"));
    assertEquals(new AffinityRule(List.of(), 1, 16), whole.rule());
    int partition = whole.partition(Row.of(1L));
    for (long id = 0; id < 100; id++) {
      assertEquals(partition, whole.partition(Row.of(id)));
    }
  }

  @Test
  void hazard01_allSourcesOfATableWithoutKeyChooseOnePartitionByTheTargetsName() throws Exception {
    RoutedTable elsewhere =
        new RoutedTable(
            new TableName("other", "o"),
            new TableName("Shop", "Orders"),
            Set.of(),
            List.of(),
            List.of());
    KeyAffinity one = affinity(List.of(plain("a")), options("", ""));
    KeyAffinity other = KeyAffinity.of(elsewhere, List.of(plain("x"), plain("y")), options("", ""));
    assertEquals(one.partition(Row.of(1L)), other.partition(Row.of(7L, 8L)));
  }

  static List<Arguments> equalKeys() {
    return List.of(
        Arguments.of(column(ColumnType.INT), 7L, column(ColumnType.DECIMAL), "7.00"),
        Arguments.of(column(ColumnType.BIGINT), 0L, column(ColumnType.DECIMAL), "-0.00"),
        Arguments.of(column(ColumnType.BIGINT), -12L, column(ColumnType.DECIMAL), "-12.0"),
        Arguments.of(column(ColumnType.DECIMAL), "0.50", column(ColumnType.DECIMAL), "0.5"),
        Arguments.of(column(ColumnType.DECIMAL), "007", column(ColumnType.TINYINT), 7L),
        Arguments.of(
            column(ColumnType.BIGINT),
            new BigInteger("18446744073709551615"),
            column(ColumnType.DECIMAL),
            "18446744073709551615"),
        Arguments.of(column(ColumnType.DOUBLE), -0.0, column(ColumnType.DOUBLE), 0.0),
        Arguments.of(
            column(ColumnType.BINARY),
            new byte[] {1, 2, 0, 0},
            column(ColumnType.VARBINARY),
            new byte[] {1, 2}),
        Arguments.of(column(ColumnType.CHAR), "AB 7", column(ColumnType.TEXT), "áb 7  "),
        Arguments.of(column(ColumnType.ENUM), "v1", column(ColumnType.VARCHAR), "V1"),
        Arguments.of(column(ColumnType.ENUM), 0L, column(ColumnType.VARCHAR), ""),
        Arguments.of(column(ColumnType.SET), "a1,b2", column(ColumnType.SET), "B2,A1"),
        Arguments.of(
            column(ColumnType.DATETIME),
            "2026-12-01 00:00:00",
            column(ColumnType.DATETIME),
            "2026-12-01 00:00:00.000"),
        Arguments.of(
            column(ColumnType.TIME), "-01:00:00.120", column(ColumnType.TIME), "-01:00:00.12"),
        Arguments.of(
            column(ColumnType.TIMESTAMP),
            "2026-12-01 00:00:10.000000",
            column(ColumnType.TIMESTAMP),
            "2026-12-01 00:00:10"),
        Arguments.of(column(ColumnType.VARCHAR), null, column(ColumnType.CHAR), null));
  }

  @ParameterizedTest
  @MethodSource("equalKeys")
  void equalKeysOfOneFoldFamilyMeet(Column one, Object value, Column other, Object equal)
      throws Exception {
    KeyAffinity first = affinity(List.of(one), 1_000_003);
    KeyAffinity second = affinity(List.of(other), 1_000_003);
    assertEquals(first.rule(), second.rule());
    assertEquals(first.partition(Row.of(value)), second.partition(Row.of(equal)));
  }

  /** Values that must not fold together: folding everything to one value would pass the others. */
  static List<Arguments> differentKeys() {
    return List.of(
        Arguments.of(ColumnType.DECIMAL, "10", "1"),
        Arguments.of(ColumnType.DECIMAL, "0.1", "0.01"),
        Arguments.of(ColumnType.DECIMAL, "-1", "1"),
        Arguments.of(ColumnType.BIGINT, 1L, -1L),
        Arguments.of(ColumnType.BIGINT, 0L, null),
        Arguments.of(ColumnType.DATETIME, "2026-12-10 00:00:00", "2026-12-01 00:00:00"),
        Arguments.of(ColumnType.TIME, "10:00:00", "-10:00:00"),
        Arguments.of(ColumnType.VARCHAR, "12", "21"),
        Arguments.of(ColumnType.VARBINARY, new byte[] {0, 1}, new byte[] {1}),
        Arguments.of(ColumnType.SET, "a1,b2", "a12"),
        Arguments.of(ColumnType.DOUBLE, 0.1, (double) 0.1f));
  }

  @ParameterizedTest
  @MethodSource("differentKeys")
  void differentKeysPart(ColumnType type, Object one, Object other) throws Exception {
    KeyAffinity affinity = affinity(List.of(column(type)), 1_000_003);
    assertTrue(affinity.partition(Row.of(one)) != affinity.partition(Row.of(other)));
  }

  @Test
  void hazard01_keysInTwoSpellingsMeet() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Column> one =
        List.of(keyColumn("n", ColumnType.BIGINT, 1), keyColumn("t", ColumnType.CHAR, 2));
    List<Column> other =
        List.of(keyColumn("T", ColumnType.VARCHAR, 1), keyColumn("N", ColumnType.DECIMAL, 2));
    KeyAffinity first = affinity(one, 64);
    KeyAffinity second = affinity(other, 64);
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextLong() >> random.nextInt(64);
      String text = Integer.toString(random.nextInt(1 << 20), 36);
      Row spelled = Row.of(number, text);
      Row otherwise =
          Row.of(respell(text, random), number + ".000".substring(0, random.nextInt(4)));
      assertEquals(
          first.partition(spelled),
          second.partition(otherwise),
          () -> "seed " + seed + ": " + spelled + " and " + otherwise);
    }
  }

  /** Case, accents, padding, full-width digits: what a collation may hold equal. */
  private static String respell(String text, Random random) {
    StringBuilder respelled = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (random.nextInt(4)) {
        case 0 -> respelled.append(Character.toUpperCase(c));
        case 1 -> respelled.append(Character.isLetter(c) ? c + "\u0301" : c);
        case 2 -> respelled.append(Character.isDigit(c) ? (char) (c - '0' + '０') : c);
        default -> respelled.append(c);
      }
    }
    return respelled.append(" ".repeat(random.nextInt(3))).toString();
  }

  static List<Arguments> spreads() {
    List<Object> sequence = new ArrayList<>();
    List<Object> steps = new ArrayList<>();
    List<Object> uuids = new ArrayList<>();
    List<Object> numbered = new ArrayList<>();
    Random random = new Random(42);
    for (long i = 0; i < 64_000; i++) {
      sequence.add(i);
      steps.add(i * 12 + 7);
      uuids.add(new UUID(random.nextLong(), random.nextLong()).toString());
      numbered.add(String.format("ORD-%08d", i));
    }
    return List.of(
        Arguments.of("sequence", ColumnType.BIGINT, sequence),
        Arguments.of("every twelfth number", ColumnType.BIGINT, steps),
        Arguments.of("UUIDs", ColumnType.CHAR, uuids),
        Arguments.of("numbered texts", ColumnType.VARCHAR, numbered));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spreads")
  void keysSpreadEvenly(String name, ColumnType type, List<Object> keys) throws Exception {
    for (int partitions : new int[] {2, 3, 4, 12, 16, 64}) {
      KeyAffinity affinity = affinity(List.of(column(type)), partitions);
      int[] counts = new int[partitions];
      for (Object key : keys) {
        counts[affinity.partition(Row.of(key))]++;
      }
      double expected = (double) keys.size() / partitions;
      for (int count : counts) {
        assertEquals(expected, count, 0.15 * expected, name + " over " + partitions);
      }
    }
  }

  /**
   * Stable for ever: rows of one key would part if any of these changed. Computed from
   * docs/affinity.md by another program.
   */
  static List<Arguments> goldenPartitions() {
    return List.of(
        Arguments.of(ColumnType.BIGINT, 0L, 505163),
        Arguments.of(ColumnType.BIGINT, 7L, 813947),
        Arguments.of(ColumnType.BIGINT, -9223372036854775808L, 584105),
        Arguments.of(ColumnType.DECIMAL, "-12.50", 619981),
        Arguments.of(ColumnType.FLOAT, 0.5, 685760),
        Arguments.of(ColumnType.DOUBLE, -1e300, 224647),
        Arguments.of(ColumnType.VARCHAR, "3f2504e0-4f89-11d3-9a0c-0305e82c3301", 32128),
        Arguments.of(ColumnType.VARCHAR, "no digit", 541656),
        Arguments.of(ColumnType.SET, "b2,a1", 750676),
        Arguments.of(ColumnType.VARBINARY, new byte[] {(byte) 0xff, 0, 1, 0}, 57053),
        Arguments.of(ColumnType.DATE, "2026-12-01", 751817),
        Arguments.of(ColumnType.TIME, "-838:59:59.100", 763968),
        Arguments.of(ColumnType.DATETIME, "0000-00-00 00:00:00", 854419),
        Arguments.of(ColumnType.TIMESTAMP, "2026-12-01 03:20:01.000001", 929806),
        Arguments.of(ColumnType.INT, null, 304352));
  }

  @ParameterizedTest
  @MethodSource("goldenPartitions")
  void hashIsStable(ColumnType type, Object value, int partition) throws Exception {
    assertEquals(partition, affinity(List.of(column(type)), 1_000_003).partition(Row.of(value)));
  }

  @Test
  void hashIsFnvWithTheMurmurFinalizer() {
    KeyHash hash = new KeyHash();
    assertEquals(Long.toHexString(murmurFinalizer(0xcbf29ce484222325L)), hex(hash));
    hash.addAscii("foobar", 0, 6);
    // FNV-1a of "foobar" as its authors publish it
    assertEquals(Long.toHexString(murmurFinalizer(0x85944171f73967e8L)), hex(hash));
  }

  private static String hex(KeyHash hash) {
    return Long.toHexString(hash.value());
  }

  private static long murmurFinalizer(long k) {
    long x = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
    long y = (x ^ (x >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return y ^ (y >>> 33);
  }

  @Test
  void afterImageTakesUnchangedKeyColumnsFromBefore() throws Exception {
    KeyAffinity affinity = affinity(List.of(key("id", 1), plain("v")), 16);
    Row before = Row.of(77L, Row.ABSENT);
    assertEquals(
        affinity.partition(Row.of(77L, 1L)), affinity.partition(before, Row.of(Row.ABSENT, 1L)));
  }

  @Test
  void imageWithoutTheKeyIsRefused() throws Exception {
    KeyAffinity affinity = affinity(List.of(key("id", 1), plain("v")), 16);
    refused(() -> affinity.partition(Row.of(Row.ABSENT, 1L)), "affinity.keys", "binlog_row_image");
  }

  @Test
  void namedColumnThatTheTableLacksIsRefused() {
    refused(
        () -> affinity(List.of(key("id", 1)), options("shop.orders:pid", "")),
        "affinity.keys",
        "shard_1.orders has no column pid; its columns are id");
  }

  @ParameterizedTest
  @EnumSource(
      value = ColumnType.class,
      names = {"JSON", "GEOMETRY", "VECTOR"})
  void columnWithoutFoldIsRefused(ColumnType type) {
    refused(() -> affinity(List.of(column(type)), 4), "affinity.keys", "cannot be part of");
  }

  @Test
  void textThatNoFoldingCanFollowIsRefusedByName() throws Exception {
    Column column =
        new Column("nick", ColumnType.VARCHAR, false, 1, 9, 0, "utf8mb4_general_ci", List.of());
    KeyAffinity affinity = affinity(List.of(column), 4);
    refused(() -> affinity.partition(Row.of("𝟗")), "affinity.tables", "nick holds U+1D7D7");
  }

  @Test
  void provenanceMayNotHideAColumn() {
    RoutedTable table =
        new RoutedTable(SOURCE, TARGET, Set.of(), List.of(new Provenance("ID", "a")), List.of());
    refused(
        () -> KeyAffinity.of(table, List.of(key("id", 1)), options("", "")),
        "provenance.columns",
        "a column ID of its own");
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void refused(Action action, String option, String reason) {
    RouteException refused = assertThrows(RouteException.class, action::run);
    assertEquals(option, refused.option());
    assertTrue(refused.getMessage().startsWith(option), refused.getMessage());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  private static KeyAffinity affinity(List<Column> columns, int partitions) throws RouteException {
    return affinity(columns, AffinityOptions.parse(partitions, null, null));
  }

  private static KeyAffinity affinity(List<Column> columns, AffinityOptions options)
      throws RouteException {
    return KeyAffinity.of(
        new RoutedTable(SOURCE, TARGET, Set.of(), List.of(), List.of()), columns, options);
  }

  private static AffinityOptions options(String keys, String tables) throws RouteException {
    return AffinityOptions.parse(16, keys, tables);
  }

  private static Column key(String name, int position) {
    return keyColumn(name, ColumnType.BIGINT, position);
  }

  private static Column plain(String name) {
    return keyColumn(name, ColumnType.BIGINT, 0);
  }

  private static Column column(ColumnType type) {
    return keyColumn("k", type, 1);
  }

  private static Column keyColumn(String name, ColumnType type, int position) {
    return new Column(name, type, false, position, 0, 0, "utf8mb4_0900_ai_ci", List.of());
  }
}
