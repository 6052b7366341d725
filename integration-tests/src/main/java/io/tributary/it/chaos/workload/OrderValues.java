package io.tributary.it.chaos.workload;

import java.util.List;
import java.util.Random;

/** Values of an order, drawn, read and compared as SQL text. */
final class OrderValues {
  /** Expressions that print alike on MySQL and TiDB, in any time zone. */
  static final List<String> COMPARED =
      List.of(
          "pid",
          "HEX(buyer)",
          "n",
          "amount",
          "CAST(rate AS CHAR)",
          "CAST(day AS CHAR)",
          "CAST(placed AS CHAR)",
          "UNIX_TIMESTAMP(stamp)",
          "CAST(took AS CHAR)",
          "HEX(code)",
          "state",
          "JSON_UNQUOTE(JSON_EXTRACT(doc, '$.text'))",
          "JSON_EXTRACT(doc, '$.n')",
          "HEX(note)");

  /** A row of a shard as a list of literals, from {@code pid} on. */
  static final String LITERALS =
      "CONCAT_WS(',', pid, QUOTE(buyer), n, amount, QUOTE(rate), QUOTE(CAST(day AS CHAR)),"
          + " QUOTE(CAST(placed AS CHAR)), QUOTE(CAST(stamp AS CHAR)), QUOTE(CAST(took AS CHAR)),"
          + " IFNULL(CONCAT('X''', HEX(code), ''''), 'NULL'), QUOTE(state),"
          + " QUOTE(CAST(doc AS CHAR)), QUOTE(note))";

  private static final List<String> TEXTS =
      List.of(
          "plain",
          "it''s",
          "back\\\\slash",
          "\u00e9\u00df\u4e2d",
          "\ud83d\ude00",
          "",
          "trailing ",
          "a\\nb");

  private final Random random;

  OrderValues(Random random) {
    this.random = random;
  }

  /**
   * All values of a new order.
   *
   * @param n unlike that of any other change
   */
  String row(long pid, long n) {
    return "%d, '%s %d', %d, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s"
        .formatted(
            pid,
            text(),
            random.nextInt(1000),
            n,
            amount(),
            nullOr(
                "%d.%s".formatted(random.nextInt(2000) - 1000, random.nextBoolean() ? "125" : "5")),
            day(),
            nullOr(
                "'2026-0%d-11 23:59:59.%06d'"
                    .formatted(1 + random.nextInt(9), random.nextInt(1_000_000))),
            nullOr(
                "'2026-03-29 0%d:30:00.%06d'"
                    .formatted(random.nextInt(10), random.nextInt(1_000_000))),
            nullOr(
                "'%s%d:59:59.%03d'"
                    .formatted(
                        random.nextBoolean() ? "-" : "",
                        random.nextInt(839),
                        random.nextInt(1000))),
            nullOr("X'%04x00ff'".formatted(random.nextInt(0x10000))),
            state(),
            nullOr("JSON_OBJECT('n', %d, 'text', '%s')".formatted(random.nextInt(100), text())),
            nullOr("'%s'".formatted(text())));
  }

  /** Some columns set to other values; {@code n} always. */
  String assignments(long n) {
    String set = "n = " + n;
    return switch (random.nextInt(6)) {
      case 0 -> set + ", amount = " + amount();
      case 1 -> set + ", note = NULL, state = " + state();
      case 2 -> set + ", doc = JSON_OBJECT('n', " + n + ", 'text', '" + text() + "')";
      case 3 -> set + ", day = " + day() + ", code = X'" + "00".repeat(random.nextInt(9)) + "'";
      case 4 -> set + ", note = '" + text() + "'";
      default -> set;
    };
  }

  private String amount() {
    return "%d%018d.%06d"
        .formatted(
            random.nextInt(99_999),
            Math.abs(random.nextLong() % 1_000_000_000_000_000_000L),
            random.nextInt(1_000_000));
  }

  private String day() {
    return switch (random.nextInt(5)) {
      case 0 -> "'0000-00-00'";
      case 1 -> "'2024-00-10'";
      case 2 -> "NULL";
      default -> "'2026-11-%02d'".formatted(1 + random.nextInt(30));
    };
  }

  private String state() {
    return List.of("'new'", "'paid'", "'gro\u00df'").get(random.nextInt(3));
  }

  private String nullOr(String literal) {
    return random.nextInt(8) == 0 ? "NULL" : literal;
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }
}
