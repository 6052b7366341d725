package io.tributary.it.types;

import java.util.List;
import java.util.Random;

/** JSON documents, from text and from SQL values that JSON itself has not. */
final class JsonKinds {
  private static final int DEEPEST = 99;

  /**
   * The types of the first members beside the text, which shows no difference between some. Whether
   * a small integer is signed or not is not kept: it is the same number.
   */
  private static final String PRINTED =
      "CONCAT(%1$s, REPLACE(CONCAT_WS(' ', JSON_TYPE(%1$s), JSON_TYPE(JSON_EXTRACT(%1$s, '$.b')),"
          + " JSON_TYPE(JSON_EXTRACT(%1$s, '$.a[0]'))), 'UNSIGNED ', ''))";

  private JsonKinds() {}

  static void addTo(List<Kind> kinds) {
    for (int i = 0; i < 3; i++) {
      kinds.add(new Kind("JSON", "JSON", PRINTED, true, null, JsonKinds::document));
    }
  }

  private static String document(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> sqlValue(random, 0);
      case 1 -> sqlValue(random, 3);
      case 2 -> deep(random);
      default -> TextLiterals.json(text(random, 4));
    };
  }

  private static String deep(Random random) {
    int depth = DEEPEST - random.nextInt(3);
    String inner = text(random, 0);
    return TextLiterals.json("[".repeat(depth) + inner + "]".repeat(depth));
  }

  private static String text(Random random, int depth) {
    int kind = random.nextInt(depth == 0 ? 6 : 9);
    return switch (kind) {
      case 0 -> Kind.one(random, "null", "true", "false", "\"\"", "0");
      case 1 ->
          Kind.one(
              random, "32767", "32768", "-32769", "65535", "65536", "2147483648", "-2147483649");
      case 2 ->
          Kind.one(random, "9223372036854775807", "-9223372036854775808", "18446744073709551615");
      case 3 -> Kind.one(random, "1.0", "-0.0", "1e22", "5e-324", "1.7976931348623157e308", "0.1");
      case 4 -> number(random);
      case 5 -> string(random);
      case 6 -> list(random, depth, random.nextInt(5));
      case 7 -> list(random, depth, random.nextInt(20) == 0 ? 9000 : 3);
      default -> object(random, depth);
    };
  }

  private static String number(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) && random.nextBoolean()
        ? String.valueOf(value)
        : String.valueOf(random.nextLong() >> random.nextInt(64));
  }

  private static String string(Random random) {
    String plain =
        Kind.one(
            random,
            "a",
            "\\u0000",
            "\\\"",
            "\\\\",
            "\\n\\t",
            "é中",
            "\uD83D\uDE00",
            "'",
            "x".repeat(20));
    return "\"" + plain.repeat(random.nextInt(20)) + "\"";
  }

  private static String list(Random random, int depth, int size) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < size; i++) {
      text.append(i == 0 ? "" : ",").append(text(random, size > 100 ? 0 : depth - 1));
    }
    return text.append(']').toString();
  }

  private static String object(Random random, int depth) {
    StringBuilder text = new StringBuilder("{");
    for (int i = random.nextInt(6); i > 0; i--) {
      String key =
          Kind.one(random, "", "a", "b", "aa", "é", "\uD83D\uDE00", "\\\"", "K", "long key ");
      text.append(text.length() == 1 ? "" : ",");
      text.append('"').append(key.repeat(1 + random.nextInt(2))).append("\": ");
      text.append(text(random, depth - 1));
    }
    return text.append('}').toString();
  }

  /** Documents that hold decimals, dates and bytes. */
  private static String sqlValue(Random random, int members) {
    if (members > 0) {
      StringBuilder sql = new StringBuilder("JSON_OBJECT('a', JSON_ARRAY(");
      for (int i = 0; i < members; i++) {
        sql.append(i == 0 ? "" : ", ").append(sqlValue(random, 0));
      }
      return sql.append("), 'b', ").append(sqlValue(random, 0)).append(')').toString();
    }
    return Kind.one(
        random,
        "CAST(CAST(3.10 AS DECIMAL(10,2)) AS JSON)",
        "CAST(CAST(-0.000001 AS DECIMAL(30,30)) AS JSON)",
        "CAST(CAST('99999999999999999999999999999999999.9' AS DECIMAL(65,30)) AS JSON)",
        "CAST(CAST(" + random.nextInt(1000) + " AS DECIMAL(5,0)) AS JSON)",
        "CAST(CAST(7 AS UNSIGNED) AS JSON)",
        "CAST(DATE'2020-02-03' AS JSON)",
        "CAST(TIME'-10:11:12.000001' AS JSON)",
        "CAST(TIMESTAMP'2020-02-03 04:05:06.789' AS JSON)",
        "CAST(CAST('2020-02-03 04:05:06' AS DATETIME(3)) AS JSON)",
        "CAST(CAST(X'00FF10' AS BINARY) AS JSON)",
        "CAST(REPEAT(X'00FF10', " + random.nextInt(60) + ") AS JSON)",
        "CAST(ST_GeomFromText('POINT(1 2)') AS JSON)");
  }
}
