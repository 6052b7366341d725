package io.tributary.it.types;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Integers, decimals, floats, bits. */
final class NumberKinds {
  private static final String AS_TEXT = "CAST(%s AS CHAR)";

  /** The product is a double with all its digits and the sign of zero. */
  private static final String ALL_DIGITS = "CAST(%s * 1E0 AS CHAR)";

  private NumberKinds() {}

  static void addTo(List<Kind> kinds, Random random) {
    integers(kinds, "TINYINT", 8);
    integers(kinds, "SMALLINT", 16);
    integers(kinds, "MEDIUMINT", 24);
    integers(kinds, "INT", 32);
    integers(kinds, "BIGINT", 64);
    kinds.add(Kind.keyed("BIGINT(20) UNSIGNED ZEROFILL", AS_TEXT, integer(64, true)));
    kinds.add(decimal(65, 30));
    kinds.add(decimal(65, 0));
    kinds.add(decimal(30, 30));
    int precision = 1 + random.nextInt(65);
    kinds.add(decimal(precision, random.nextInt(Math.min(30, precision) + 1)));
    kinds.add(Kind.keyed("FLOAT", ALL_DIGITS, NumberKinds::single));
    kinds.add(Kind.plain("FLOAT UNSIGNED", ALL_DIGITS, NumberKinds::single));
    kinds.add(Kind.keyed("DOUBLE", ALL_DIGITS, NumberKinds::doubled));
    // What rounds by itself is refused at the target, also when the source does the same.
    kinds.add(Kind.plain("FLOAT(7,3)", ALL_DIGITS, NumberKinds::single).at("FLOAT"));
    kinds.add(Kind.plain("DOUBLE(20,5)", ALL_DIGITS, NumberKinds::doubled).at("DOUBLE"));
    for (int bits : new int[] {1, 1 + random.nextInt(64), 64}) {
      kinds.add(Kind.keyed("BIT(" + bits + ")", "%s + 0", integer(bits, true)));
    }
  }

  private static void integers(List<Kind> kinds, String type, int bits) {
    kinds.add(Kind.keyed(type, AS_TEXT, integer(bits, false)));
    kinds.add(Kind.keyed(type + " UNSIGNED", AS_TEXT, integer(bits, true)));
  }

  private static Function<Random, String> integer(int bits, boolean unsigned) {
    BigInteger least = unsigned ? BigInteger.ZERO : BigInteger.ONE.shiftLeft(bits - 1).negate();
    BigInteger most = BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1).subtract(BigInteger.ONE);
    return random ->
        switch (random.nextInt(6)) {
          case 0 -> least.toString();
          case 1 -> most.toString();
          case 2 -> String.valueOf(random.nextInt(3));
          default -> new BigInteger(bits, random).add(least).toString();
        };
  }

  private static Kind decimal(int precision, int scale) {
    String definition = "DECIMAL(" + precision + "," + scale + ")";
    return Kind.keyed(
        definition,
        AS_TEXT,
        random -> {
          StringBuilder digits = new StringBuilder(random.nextBoolean() ? "-" : "");
          int known = 1 + random.nextInt(precision);
          boolean nines = random.nextInt(4) == 0;
          for (int i = 0; i < precision; i++) {
            if (i == precision - scale) {
              digits.append(i == 0 ? "0." : ".");
            }
            boolean zero = random.nextBoolean() ? i >= known : i < known;
            digits.append(nines ? 9 : zero ? 0 : random.nextInt(10));
          }
          return digits.toString();
        });
  }

  private static String single(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> "-0e0";
      case 1 -> Kind.one(random, "3.4028234663852886e38", "-3.4028234663852886e38", "0");
      case 2 -> Kind.one(random, "1.401298464324817e-45", "1.1754943508222875e-38", "0.1");
      case 3 -> String.valueOf(random.nextInt(100_000) / 1000.0);
      default -> {
        float value = Float.intBitsToFloat(random.nextInt());
        yield Float.isFinite(value) ? String.valueOf((double) value) : "16777217";
      }
    };
  }

  private static String doubled(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> "-0e0";
      case 1 -> Kind.one(random, "1.7976931348623157e308", "-1.7976931348623157e308", "0");
      case 2 -> Kind.one(random, "5e-324", "2.2250738585072014e-308", "0.1", "1e22");
      case 3 -> String.valueOf(random.nextInt(100_000) / 1000.0);
      default -> {
        double value = Double.longBitsToDouble(random.nextLong());
        yield Double.isFinite(value) ? String.valueOf(value) : "9007199254740993";
      }
    };
  }
}
