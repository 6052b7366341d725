package io.tributary.it.types;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Years, dates and times, valid, partial, impossible and zero. */
final class TemporalKinds {
  private static final String AS_TEXT = "CAST(%s AS CHAR)";
  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private TemporalKinds() {}

  static void addTo(List<Kind> kinds, Random random) {
    kinds.add(Kind.keyed("YEAR", AS_TEXT, TemporalKinds::year));
    kinds.add(Kind.keyed("DATE", AS_TEXT, r -> "'" + date(r) + "'"));
    for (int digits : new int[] {0, 1 + random.nextInt(5), 6}) {
      kinds.add(Kind.keyed("TIME(" + digits + ")", AS_TEXT, time(digits)));
      kinds.add(Kind.keyed("DATETIME(" + digits + ")", AS_TEXT, datetime(digits)));
      kinds.add(Kind.keyed("TIMESTAMP(" + digits + ")", AS_TEXT, timestamp(digits)));
    }
  }

  private static String year(Random random) {
    int any = 1901 + random.nextInt(255);
    return Kind.one(random, "0", "1901", "2155", String.valueOf(any));
  }

  private static String date(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> "0000-00-00";
      case 1 -> Kind.one(random, "2024-00-10", "2024-02-00", "0000-05-06", "2024-00-00");
      case 2 -> Kind.one(random, "2024-02-31", "2023-02-29", "2023-04-31", "0001-11-31");
      case 3 -> Kind.one(random, "9999-12-31", "0001-01-01", "1000-01-01", "2024-02-29");
      default ->
          "%04d-%02d-%02d"
              .formatted(random.nextInt(10_000), 1 + random.nextInt(12), 1 + random.nextInt(28));
    };
  }

  private static Function<Random, String> time(int digits) {
    return random -> {
      String sign = random.nextBoolean() ? "-" : "";
      return switch (random.nextInt(5)) {
        case 0 -> Kind.one(random, "'838:59:59'", "'-838:59:59'", "'00:00:00'");
        case 1 -> "'" + sign + "00:00:00" + fraction(random, digits) + "'";
        default ->
            "'%s%02d:%02d:%02d%s'"
                .formatted(
                    sign,
                    random.nextInt(838),
                    random.nextInt(60),
                    random.nextInt(60),
                    fraction(random, digits));
      };
    };
  }

  private static Function<Random, String> datetime(int digits) {
    return random -> {
      String day = date(random);
      return random.nextInt(4) == 0
          ? "'" + day + " 00:00:00'"
          : "'%s %02d:%02d:%02d%s'"
              .formatted(
                  day,
                  random.nextInt(24),
                  random.nextInt(60),
                  random.nextInt(60),
                  fraction(random, digits));
    };
  }

  private static Function<Random, String> timestamp(int digits) {
    return random ->
        switch (random.nextInt(6)) {
          case 0 -> "'0000-00-00 00:00:00'";
          case 1 -> Kind.one(random, "'1970-01-01 00:00:01'", "'2038-01-19 03:14:07'");
          default ->
              "'"
                  + UTC.format(Instant.ofEpochSecond(1 + random.nextInt(Integer.MAX_VALUE - 1)))
                  + fraction(random, digits)
                  + "'";
        };
  }

  private static String fraction(Random random, int digits) {
    if (digits == 0) {
      return "";
    }
    int most = (int) Math.pow(10, digits);
    int value =
        random.nextInt(3) == 0 ? (random.nextBoolean() ? 1 : most - 1) : random.nextInt(most);
    return "." + ("%0" + digits + "d").formatted(value);
  }
}
