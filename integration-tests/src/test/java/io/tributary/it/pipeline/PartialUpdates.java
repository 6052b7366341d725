package io.tributary.it.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Random JSON documents, and random updates that change parts of them. */
final class PartialUpdates {
  static final int DOCUMENTS = 20;

  private static final List<String> NAMES =
      List.of(
          "a",
          "b",
          "aa",
          "key with spaces",
          "q\\\"uote",
          "it's",
          "é中",
          "\uD83D\uDE00",
          "",
          "x.y",
          "[0]",
          "back\\\\slash",
          "tab\\t",
          "1st",
          "K",
          "a rather long key ");
  private static final List<String> CELLS =
      List.of("[0]", "[1]", "[2]", "[7]", "[last]", "[last-1]");
  private static final List<String> TEXTS =
      List.of("", "x", "é", "\\\"q\\\"", "\\\\", "a]b", "c}d", "e, f: g", "\\n", "\uD83D\uDE00");
  private static final List<String> SCALARS =
      List.of(
          "null",
          "true",
          "1",
          "-32769",
          "4294967296",
          "18446744073709551615",
          "1.0",
          "0.1",
          "1e22");
  private static final List<String> SQL_VALUES =
      List.of(
          "CAST(3.10 AS DECIMAL(10,2))",
          "DATE'2020-02-03'",
          "TIME'-10:11:12.000001'",
          "TIMESTAMP'2020-02-03 04:05:06.789'",
          "CAST(X'00FF10' AS BINARY)",
          "JSON_OBJECT('n', CAST(1.50 AS DECIMAL(5,2)))");

  private final Random random;

  PartialUpdates(long seed) {
    random = new Random(seed);
  }

  /** INSERTs into {@code t (n INT, j JSON, k JSON, v JSON)}. */
  List<String> inserts() {
    List<String> statements = new ArrayList<>();
    for (int n = 0; n < DOCUMENTS; n++) {
      String document =
          "{\"pad\":\"%s\",\"a\":%s,\"b\":[%s,%s],\"key with spaces\":%s}"
              .formatted(
                  "x".repeat(random.nextBoolean() ? 50 : 300),
                  document(3),
                  document(2),
                  document(2),
                  document(3));
      statements.add("INSERT INTO t VALUES (" + n + ", " + json(document) + ", " + small() + ")");
    }
    return statements;
  }

  private static String small() {
    return "JSON_OBJECT('c', JSON_ARRAY(1, 2, 3), 'p', REPEAT('y', 90)), NULL";
  }

  /** One UPDATE of one row or of several. */
  String update() {
    StringBuilder sql = new StringBuilder("UPDATE t SET j = ").append(changed("j"));
    if (random.nextInt(3) == 0) {
      String k = one(List.of("JSON_SET(k, '$.c[1]', 9)", "JSON_SET(k, '$.e', " + value() + ")"));
      sql.append(", k = ").append(k);
    }
    int first = random.nextInt(DOCUMENTS);
    return sql.append(" WHERE n BETWEEN ")
        .append(first)
        .append(" AND ")
        .append(first + random.nextInt(3))
        .toString();
  }

  private String changed(String column) {
    String expression = column;
    for (int i = random.nextInt(3); i >= 0; i--) {
      String function = one(List.of("JSON_SET", "JSON_SET", "JSON_REPLACE", "JSON_REMOVE"));
      StringJoiner arguments = new StringJoiner(", ", function + "(", ")").add(expression);
      for (int j = random.nextInt(4); j >= 0; j--) {
        arguments.add(quote(path()));
        if (!function.equals("JSON_REMOVE")) {
          arguments.add(value());
        }
      }
      expression = arguments.toString();
    }
    return expression;
  }

  private String path() {
    StringBuilder path = new StringBuilder("$").append(one(List.of(".a", ".b", ".b[0]", ".b[1]")));
    for (int i = random.nextInt(3); i >= 0; i--) {
      path.append(random.nextBoolean() ? ".\"" + one(NAMES) + '"' : one(CELLS));
    }
    return path.toString();
  }

  private String value() {
    return random.nextInt(4) == 0 ? one(SQL_VALUES) : json(document(2));
  }

  private String document(int depth) {
    int kind = random.nextInt(10);
    if (depth == 0 || kind < 2) {
      return kind < 5 ? one(SCALARS) : '"' + one(TEXTS).repeat(random.nextInt(9)) + '"';
    }
    boolean list = kind < 5;
    StringJoiner text = new StringJoiner(",", list ? "[" : "{", list ? "]" : "}");
    for (int i = random.nextInt(6); i > 0; i--) {
      text.add((list ? "" : '"' + one(NAMES) + "\":") + document(depth - 1));
    }
    return text.toString();
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static String json(String text) {
    return "CAST(" + quote(text) + " AS JSON)";
  }

  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
