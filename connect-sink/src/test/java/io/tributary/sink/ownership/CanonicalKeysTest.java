package io.tributary.sink.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.sink.tidb.InMemoryTarget;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.tidb.Targets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hazard 28: ledger keys are the target's keys. */
class CanonicalKeysTest {
  private static TargetTable table(TargetServer.Kind kind, String definition) throws Exception {
    InMemoryTarget target =
        new InMemoryTarget(kind).table("d.t", "k " + definition).unique("d.t", "PRIMARY", "k");
    return Targets.table(target, "t");
  }

  private static String form(TargetServer.Kind kind, String definition, String literal)
      throws Exception {
    CanonicalKeys keys = new CanonicalKeys(table(kind, definition), new Weights());
    List<String> key = List.of(literal);
    return keys.of(new WeighingTarget(kind, new ArrayList<>()), List.of(key)).get(key);
  }

  @ParameterizedTest(name = "{0}: {1} is {2}")
  @DisplayName("hazard28 canonical form of one value")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "bigint unsigned;18446744073709551615;20:18446744073709551615",
        "decimal(10,3);1.500;3:1.5",
        "decimal(10,3);0.000;1:0",
        "decimal(10,0);100;3:100",
        "float;0.10000000149011612E0;19:0.10000000149011612",
        "double;-0.0E0;3:0.0",
        "date;'2024-01-01';10:2024-01-01",
        "datetime;'2024-01-01';19:2024-01-01 00:00:00",
        "datetime(6);'2024-01-01 10:00:00.500000';21:2024-01-01 10:00:00.5",
        "datetime(3);'2024-01-01 10:00:00.000';19:2024-01-01 10:00:00",
        "time(3);'-00:00:00.000';8:00:00:00",
        "time(3);'-00:00:00.010';12:-00:00:00.01",
        "binary(4);X'61000000';2:61",
        "varbinary(4);X'6100';4:6100",
        "enum('a','b');'b';1:b",
        "char(5)|utf8mb4_0900_bin;'ab ';2:ab",
        "varchar(5)|utf8mb4_0900_bin;'ab ';\"3:ab \"",
        "varchar(5)|utf8mb4_bin;'ab  ';2:ab",
        "varchar(5)|utf8mb4_bin;_utf8mb4 X'C3A9';2:é",
      })
  void hazard28_form(String definition, String literal, String expected) throws Exception {
    assertEquals(expected, form(TargetServer.Kind.MYSQL, definition, literal));
    assertEquals(expected, form(TargetServer.Kind.TIDB, definition, literal));
  }

  @Test
  @DisplayName("hazard28 long keys become a digest")
  void hazard28_digest() throws Exception {
    String form =
        form(TargetServer.Kind.MYSQL, "varchar(99)|utf8mb4_bin", "'" + "x".repeat(99) + "'");
    assertEquals("sha256:".length() + 64, form.length());
    assertTrue(form.startsWith("sha256:"), form);
  }

  @Test
  @DisplayName("hazard28 other collations: the target weighs; MySQL's padding is cut off")
  void hazard28_weights() throws Exception {
    List<String> asked = new ArrayList<>();
    CanonicalKeys keys =
        new CanonicalKeys(
            table(TargetServer.Kind.MYSQL, "varchar(9)|utf8mb4_general_ci"), new Weights());
    WeighingTarget target = new WeighingTarget(TargetServer.Kind.MYSQL, asked);
    Map<List<String>, String> forms =
        keys.of(target, List.of(List.of("'Ab'"), List.of("'aB '"), List.of("'b'")));
    assertEquals("8:00410042", forms.get(List.of("'Ab'")));
    assertEquals("8:00410042", forms.get(List.of("'aB '")));
    assertEquals("4:0042", forms.get(List.of("'b'")));
    assertEquals(
        List.of(
            "SELECT HEX(WEIGHT_STRING(CONVERT(' ' USING utf8mb4) COLLATE utf8mb4_general_ci))",
            "SELECT HEX(WEIGHT_STRING(CONVERT('Ab' USING utf8mb4) COLLATE utf8mb4_general_ci)),"
                + " HEX(WEIGHT_STRING(CONVERT('aB' USING utf8mb4) COLLATE utf8mb4_general_ci)),"
                + " HEX(WEIGHT_STRING(CONVERT('b' USING utf8mb4) COLLATE utf8mb4_general_ci))"),
        asked);
  }

  @Test
  @DisplayName("hazard28 TiDB's weights are its index keys and stay as they are")
  void hazard28_weightsOfTidb() throws Exception {
    assertEquals(
        "8:00410020",
        form(TargetServer.Kind.TIDB, "varchar(9)|utf8mb4_unicode_ci", "_utf8mb4 X'61C2A0'"));
    assertEquals(
        "4:0041",
        form(TargetServer.Kind.MYSQL, "varchar(9)|utf8mb4_unicode_ci", "_utf8mb4 X'61C2A0'"));
  }

  @Test
  @DisplayName("hazard28 weights are kept to a bound, and those that a run needs until its end")
  void hazard28_weightsAreBounded() throws Exception {
    String text = "varchar(9)|utf8mb4_0900_ai_ci";
    InMemoryTarget tables = new InMemoryTarget(TargetServer.Kind.MYSQL);
    tables.table("d.t", "k1 " + text, "k2 " + text).unique("d.t", "PRIMARY", "k1", "k2");
    CanonicalKeys keys = new CanonicalKeys(Targets.table(tables, "t"), new Weights());
    List<String> asked = new ArrayList<>();
    WeighingTarget target = new WeighingTarget(TargetServer.Kind.MYSQL, asked);
    keys.of(target, keysFrom("a", 20_000));

    List<List<String>> second = new ArrayList<>(keysFrom("c", 100));
    List<String> old = List.of("'a5'", "'x'");
    second.add(old);
    asked.clear();
    assertEquals("8:004100354:0058", keys.of(target, second).get(old));
    assertEquals(0, asked.stream().filter(sql -> sql.contains("'a5'")).count(), "it was kept");

    List<String> forgotten = List.of("'a0'", "'x'");
    keys.of(target, List.of(forgotten));
    assertEquals(1, asked.stream().filter(sql -> sql.contains("'a0'")).count(), "it was dropped");
  }

  private static List<List<String>> keysFrom(String beginning, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> List.of("'" + beginning + i + "'", "'x'"))
        .toList();
  }

  @Test
  @DisplayName("hazard28 a collation that nobody can weigh is refused by name")
  void hazard28_refusal() throws Exception {
    String refusal =
        CanonicalKeys.refusal(table(TargetServer.Kind.MYSQL, "varchar(9)|gbk_chinese_ci")).get();
    assertTrue(refusal.contains("column k has the collation gbk_chinese_ci"), refusal);
    assertTrue(
        CanonicalKeys.refusal(table(TargetServer.Kind.MYSQL, "varchar(9)|gbk_bin")).isEmpty());
  }

  /** Weighs letters as capitals and a no-break space as a space, two bytes each. */
  private record WeighingTarget(TargetServer.Kind kind, List<String> asked)
      implements TargetTransaction {
    private static final Pattern TEXT =
        Pattern.compile("CONVERT\\((?:_utf8mb4 X'(.*?)'|'(.*?)') USING");

    @Override
    public long update(String sql) {
      throw new UnsupportedOperationException(sql);
    }

    @Override
    public TargetServer server() {
      return new TargetServer(kind, "test");
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper)
        throws io.tributary.sink.tidb.TargetException {
      asked.add(sql);
      List<String> weights = new ArrayList<>();
      Matcher texts = TEXT.matcher(sql);
      while (texts.find()) {
        String text =
            texts.group(1) == null
                ? texts.group(2)
                : new String(
                    HexFormat.of().parseHex(texts.group(1)),
                    java.nio.charset.StandardCharsets.UTF_8);
        weights.add(
            text.toUpperCase(java.util.Locale.ROOT)
                .replace('\u00A0', ' ')
                .chars()
                .mapToObj(c -> "%04X".formatted(c))
                .collect(Collectors.joining()));
      }
      return List.of(mapper.map(new OneRow(weights)));
    }
  }

  private record OneRow(List<String> values) implements TargetTransaction.ResultRow {
    @Override
    public String text(int column) {
      return values.get(column - 1);
    }

    @Override
    public long number(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] bytes(int column) {
      throw new UnsupportedOperationException();
    }
  }
}
