package io.tributary.source.row;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Writes a double in JSON as the server does: the fewest digits that read back as the same double,
 * in plain or scientific notation by the rules of {@code my_gcvt()} of MySQL's {@code
 * strings/dtoa.cc}, with a point or an exponent so that it stays a double.
 */
final class ShortestDouble {
  /** {@code DBL_DIG}: so many digits name a normal double without doubt. */
  private static final int SURE_DIGITS = 15;

  private static final RoundingMode[] CANDIDATES = {RoundingMode.HALF_EVEN, RoundingMode.UP};

  private static final double PLAIN_INTEGERS_BELOW = 1e15;

  private ShortestDouble() {}

  static void write(double value, TextBuffer text) throws MalformedValueException {
    if (!Double.isFinite(value)) {
      throw MalformedValueException.damaged("its JSON has the number " + value);
    }
    double magnitude = Math.abs(value);
    if (Double.doubleToRawLongBits(value) < 0) {
      text.put('-');
    }
    if (magnitude < PLAIN_INTEGERS_BELOW && magnitude == (long) magnitude) {
      text.put((long) magnitude, 1).put(".0");
      return;
    }
    BigDecimal shortest = shortest(magnitude).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    // The value is 0.DIGITS * 10^point.
    int point = digits.length() - shortest.scale();
    if (point > -SURE_DIGITS && (point <= SURE_DIGITS || digits.length() > point)) {
      plain(digits, point, text);
    } else {
      scientific(digits, point, text);
    }
  }

  private static void plain(String digits, int point, TextBuffer text) {
    if (point <= 0) {
      text.put("0.");
      for (int i = point; i < 0; i++) {
        text.put('0');
      }
      text.put(digits);
    } else if (point < digits.length()) {
      text.put(digits.substring(0, point)).put('.').put(digits.substring(point));
    } else {
      text.put(digits);
      for (int i = digits.length(); i < point; i++) {
        text.put('0');
      }
      text.put(".0");
    }
  }

  private static void scientific(String digits, int point, TextBuffer text) {
    text.put(digits.charAt(0));
    if (digits.length() > 1) {
      text.put('.').put(digits.substring(1));
    }
    text.put('e').put(Integer.toString(point - 1));
  }

  /**
   * Double.toString of JDK 17 has more digits than needed for some values. Rounding what it printed
   * is far cheaper than rounding the exact value, and every candidate is read back.
   */
  private static BigDecimal shortest(double value) {
    boolean normal = value >= Double.MIN_NORMAL;
    BigDecimal printed = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    for (int digits = normal ? SURE_DIGITS : 1; digits < printed.precision(); digits++) {
      // Below a power of two doubles lie closer than above it: there the number above may do where
      // the nearest one does not.
      for (RoundingMode mode : CANDIDATES) {
        BigDecimal rounded = printed.round(new MathContext(digits, mode));
        if (Double.parseDouble(rounded.toString()) == value) {
          return rounded;
        }
      }
    }
    return printed;
  }
}
