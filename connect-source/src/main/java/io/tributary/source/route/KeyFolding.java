package io.tributary.source.route;

import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Folding version 1: feeds a value to the hash so that values which any supported collation or type
 * of one family holds equal feed the same bytes.
 *
 * <p>Each value begins with a byte 1 and ends with a byte 2, neither of which any folded text
 * holds; SQL NULL is a single byte 0.
 */
final class KeyFolding {
  /** The version that travels in {@link io.tributary.format.model.AffinityRule}. */
  static final int VERSION = 1;

  private KeyFolding() {}

  /** How values of a type are folded; null when their equality cannot be bounded by a folding. */
  static Fold of(ColumnType type) {
    return switch (type) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, BIT, YEAR -> Fold.EXACT;
      case FLOAT -> Fold.FLOAT;
      case DOUBLE -> Fold.DOUBLE;
      case DATE -> Fold.DATE;
      case TIME -> Fold.TIME;
      case DATETIME -> Fold.DATETIME;
      case TIMESTAMP -> Fold.TIMESTAMP;
      case CHAR, VARCHAR, TEXT, ENUM -> Fold.TEXT;
      case SET -> Fold.SET;
      case BINARY, VARBINARY, BLOB -> Fold.BYTES;
      case JSON, GEOMETRY, VECTOR -> null;
    };
  }

  /**
   * Adds one value to the hash.
   *
   * @throws RouteException when the value's equality depends on the collation in a way that no
   *     folding can follow
   */
  static void add(KeyHash hash, Fold fold, Object value, Column column) throws RouteException {
    if (value == null) {
      hash.add(0);
      return;
    }
    hash.add(1);
    switch (fold) {
      case EXACT -> addExact(hash, value);
      case FLOAT, DOUBLE -> hash.addLong(Double.doubleToLongBits(((Double) value) + 0.0));
      case TEXT -> TextFolding.add(hash, value instanceof String text ? text : "", column);
      case SET -> addSet(hash, (String) value, column);
      case BYTES -> addBytes(hash, (byte[]) value);
      case DATE, TIME, DATETIME, TIMESTAMP -> addTemporal(hash, (String) value);
    }
    hash.add(2);
  }

  private static void addExact(KeyHash hash, Object value) {
    if (value instanceof Long || value instanceof BigInteger) {
      String digits = value.toString();
      hash.addAscii(digits, 0, digits.length());
      return;
    }
    String decimal = (String) value;
    boolean negative = decimal.startsWith("-");
    int from = negative ? 1 : 0;
    int point = decimal.indexOf('.');
    int integerEnd = point < 0 ? decimal.length() : point;
    while (from < integerEnd - 1 && decimal.charAt(from) == '0') {
      from++;
    }
    int to = point < 0 ? decimal.length() : withoutTrailingZeros(decimal, point);
    boolean zero = to - from == 1 && decimal.charAt(from) == '0';
    if (negative && !zero) {
      hash.add('-');
    }
    hash.addAscii(decimal, from, to);
  }

  /**
   * Where the text ends without zeros after its point, and without the point if nothing is left.
   */
  private static int withoutTrailingZeros(String text, int point) {
    int to = text.length();
    while (to > point + 1 && text.charAt(to - 1) == '0') {
      to--;
    }
    return to == point + 1 ? point : to;
  }

  private static void addTemporal(KeyHash hash, String text) {
    int point = text.indexOf('.');
    int to = point < 0 ? text.length() : withoutTrailingZeros(text, point);
    hash.addAscii(text, 0, to);
  }

  private static void addBytes(KeyHash hash, byte[] bytes) {
    int to = bytes.length;
    while (to > 0 && bytes[to - 1] == 0) {
      to--;
    }
    for (int i = 0; i < to; i++) {
      hash.add(bytes[i]);
    }
  }

  /** The order of labels is the column's, and differs between sources: sort what they fold to. */
  private static void addSet(KeyHash hash, String labels, Column column) throws RouteException {
    String[] parts = labels.split(",", -1);
    for (int i = 0; i < parts.length; i++) {
      parts[i] = TextFolding.fold(parts[i], column);
    }
    Arrays.sort(parts);
    for (String part : parts) {
      hash.addAscii(part, 0, part.length());
      hash.add(',');
    }
  }
}
