package io.tributary.it.types;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Character strings, ENUM and SET in every character set of a server. */
final class TextKinds {
  private static final String AS_HEX = "HEX(%s)";
  private static final int SAMPLE = 150;

  /** By the label; a label and the error value that prints the same are told apart. */
  private static final String LABEL = "CONCAT(%1$s + 0 = 0, HEX(CONVERT(%1$s USING utf8mb4)))";

  private static final int[][] EVERYWHERE = {
    {0x20, 0x7E},
    {0, 0x1F},
    {0xA0, 0xFF},
    {0x100, 0x24F},
    {0x300, 0x36F},
    {0x370, 0x3FF},
    {0x400, 0x4FF},
    {0x4E00, 0x9FFF},
    {0x3041, 0x30FE},
    {0xAC00, 0xD7A3},
    {0x2010, 0x266F},
    {0xE000, 0xF8FF},
    {0xFB00, 0xFFFF}
  };
  private static final int[][] BEYOND = {
    {0x1F600, 0x1F64F}, {0x20000, 0x2A6D6}, {0x10FF00, 0x10FFFF}
  };

  /** Where the characters of a set lie that has few others. */
  private static final Map<String, int[][]> OWN =
      Map.ofEntries(
          Map.entry("armscii8", new int[][] {{0x531, 0x587}}),
          Map.entry("cp1251", new int[][] {{0x401, 0x491}}),
          Map.entry("cp866", new int[][] {{0x401, 0x45E}, {0x2550, 0x256C}}),
          Map.entry("koi8r", new int[][] {{0x410, 0x44F}, {0x2550, 0x256C}}),
          Map.entry("koi8u", new int[][] {{0x404, 0x491}}),
          Map.entry("cp1256", new int[][] {{0x621, 0x652}}),
          Map.entry("geostd8", new int[][] {{0x10D0, 0x10F6}}),
          Map.entry("greek", new int[][] {{0x384, 0x3CE}}),
          Map.entry("hebrew", new int[][] {{0x5D0, 0x5EA}}),
          Map.entry("tis620", new int[][] {{0xE01, 0xE5B}}),
          Map.entry("euckr", new int[][] {{0xAC00, 0xD7A3}, {0x4E00, 0x9FFF}}),
          Map.entry("sjis", new int[][] {{0x3041, 0x30FE}, {0xFF61, 0xFF9F}, {0x4E00, 0x9FFF}}),
          Map.entry("cp932", new int[][] {{0x3041, 0x30FE}, {0xFF61, 0xFF9F}, {0x4E00, 0x9FFF}}),
          Map.entry("ujis", new int[][] {{0x3041, 0x30FE}, {0xFF61, 0xFF9F}, {0x4E00, 0x9FFF}}),
          Map.entry("eucjpms", new int[][] {{0x3041, 0x30FE}, {0xFF61, 0xFF9F}, {0x4E00, 0x9FFF}}));

  private final Random random;
  private final boolean tidb;
  private final boolean listed;

  /**
   * @param tidb whether the target is a TiDB, which has few character sets: text goes to utf8mb4
   * @param listed whether labels are read from the server's list of columns, which is in utf8mb3
   */
  TextKinds(Random random, boolean tidb, boolean listed) {
    this.random = random;
    this.tidb = tidb;
    this.listed = listed;
  }

  /** One column of each character set, in a random form and collation. */
  void addTo(List<Kind> kinds, Connection source) throws SQLException {
    List<String[]> collations = collations(source);
    Set<String> charsets = new LinkedHashSet<>();
    collations.forEach(collation -> charsets.add(collation[0]));
    for (String charset : charsets) {
      List<String> names =
          collations.stream().filter(it -> it[0].equals(charset)).map(it -> it[1]).toList();
      kinds.add(column(source, charset, names.get(random.nextInt(names.size()))));
    }
    List<String> all = List.copyOf(charsets);
    for (int i = 0; i < 4; i++) {
      labels(kinds, all.get(random.nextInt(all.size())), i);
    }
    labels(kinds, "utf8mb4", 1);
  }

  private static List<String[]> collations(Connection source) throws SQLException {
    List<String[]> found = new ArrayList<>();
    try (Statement statement = source.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT character_set_name, collation_name FROM information_schema.collations"
                    + " WHERE character_set_name <> 'binary'"
                    // Those that MariaDB alone has.
                    + " AND collation_name NOT REGEXP"
                    + " 'uca1400|nopad|thai_520|myanmar|mysql561' ORDER BY collation_name")) {
      while (rows.next()) {
        found.add(new String[] {rows.getString(1), rows.getString(2)});
      }
    }
    return found;
  }

  private Kind column(Connection source, String charset, String collation) throws SQLException {
    String words = " CHARACTER SET " + charset + " COLLATE " + collation;
    int length = 1 + random.nextInt(20);
    boolean key = random.nextInt(3) > 0;
    String type =
        key
            ? Kind.one(random, "CHAR(" + length + ")", "VARCHAR(" + length + ")")
            : Kind.one(random, "VARCHAR(300)", "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT");
    int most = key ? length : 60;
    return new Kind(
        type + words,
        tidb ? type + " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : type + words,
        tidb ? "HEX(CONVERT(%s USING utf8mb4))" : AS_HEX,
        false,
        key && !tidb ? text(pool(source, charset, false), most) : null,
        text(pool(source, charset, true), most));
  }

  private static Function<Random, String> text(List<String> pool, int most) {
    return r -> literal(word(r, pool, r.nextInt(most + 1)));
  }

  private static String word(Random r, List<String> pool, int length) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append(pool.get(r.nextInt(pool.size())));
    }
    int spaces = r.nextInt(6);
    return word + (spaces < 2 ? " ".repeat(spaces) : "");
  }

  /**
   * Characters of a set, and a few that it lacks: these become question marks. Left out are those
   * that the server turns into bytes which it cannot read itself.
   */
  private List<String> pool(Connection source, String charset, boolean beyond) throws SQLException {
    List<String> sample = new ArrayList<>();
    for (int i = 0; i < SAMPLE; i++) {
      int[][] ranges = OWN.getOrDefault(charset, EVERYWHERE);
      int dice = random.nextInt(10);
      ranges = dice < 3 ? new int[][] {EVERYWHERE[0]} : dice == 9 && beyond ? BEYOND : ranges;
      int[] range = ranges[random.nextInt(ranges.length)];
      int character = range[0] + random.nextInt(range[1] - range[0] + 1);
      // The source takes no bytes that the server reads as the replacement character (big5 has
      // two).
      sample.add(Character.toString(character == 0xFFFD ? 0xFFFC : character));
    }
    String sql =
        sample.stream()
            .map(TextKinds::literal)
            .map(
                it ->
                    "CONVERT(CONVERT(%1$s USING %2$s) USING utf8mb4) = BINARY %1$s OR CONVERT(%1$s USING %2$s) = BINARY CONVERT('?' USING %2$s)"
                        .formatted(it, charset))
            .collect(Collectors.joining(", ", "SELECT ", ""));
    List<String> pool = new ArrayList<>();
    try (Statement statement = source.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      for (int i = 0; i < sample.size(); i++) {
        if (row.getBoolean(i + 1)) {
          pool.add(sample.get(i));
        }
      }
    }
    return pool;
  }

  private static String literal(String text) {
    return "_utf8mb4 X'" + HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
  }

  /** An ENUM and a SET whose labels are in a character set. */
  private void labels(List<Kind> kinds, String charset, int form) {
    String words = " CHARACTER SET " + charset;
    List<String> known = new ArrayList<>();
    int count = form == 0 ? 300 : 2 + random.nextInt(20);
    for (int i = 0; i < count; i++) {
      known.add("l" + i + (i % 3 == 0 ? odd(charset) : sign(charset)));
    }
    if (form == 1) {
      known.add(random.nextInt(known.size() + 1), "");
    }
    String definition = "ENUM(" + quoted(known) + ")" + words;
    List<String> turned = new ArrayList<>(known);
    java.util.Collections.shuffle(turned, random);
    String turnedDefinition = "ENUM(" + quoted(turned) + ")" + (tidb ? "" : words);
    kinds.add(
        new Kind(
            definition,
            turnedDefinition,
            LABEL,
            false,
            r -> String.valueOf(1 + r.nextInt(known.size())),
            r -> r.nextInt(4) == 0 ? "'no such'" : String.valueOf(1 + r.nextInt(known.size()))));
    List<String> members = new ArrayList<>();
    int size = form == 0 ? 64 : 1 + random.nextInt(64);
    for (int i = 0; i < size; i++) {
      members.add("m" + i + Kind.one(random, "'", listed ? "%" : "\\", " x", sign(charset)));
    }
    String set = "SET(" + quoted(members) + ")" + (tidb ? "" : words);
    Function<Random, String> bits = r -> new java.math.BigInteger(size, r).toString();
    kinds.add(
        Kind.keyed(
                "SET(" + quoted(members) + ")" + words,
                "CONCAT(CAST(%1$s AS UNSIGNED), HEX(%1$s))",
                bits)
            .at(set));
  }

  /**
   * swe7 has other characters for some; MINIMAL metadata stops at the question mark in their place.
   */
  private String odd(String charset) {
    return listed && charset.equals("swe7")
        ? Kind.one(random, "it's", "a,b", "\"", "two words", "%")
        : Kind.one(random, "it's", "a,b", "back\\slash", "\"", "two words", "%", "`", "{x}");
  }

  /** A letter that the character set has. */
  private String sign(String charset) {
    if (charset.startsWith("utf8mb4") || charset.startsWith("utf16") || charset.equals("utf32")) {
      return Kind.one(random, "é", "中", "Ж", listed ? "ö" : "\uD83D\uDE00");
    }
    if (OWN.containsKey(charset)) {
      return Character.toString(OWN.get(charset)[0][0]);
    }
    return charset.equals("latin1") || charset.startsWith("utf8") ? "é" : "z";
  }

  private static String quoted(List<String> labels) {
    List<String> quoted = new ArrayList<>();
    for (String label : labels) {
      quoted.add("'" + label.replace("\\", "\\\\").replace("'", "''") + "'");
    }
    return String.join(",", quoted);
  }
}
