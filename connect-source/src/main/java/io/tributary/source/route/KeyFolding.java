package io.tributary.source.route;

import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableName;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Folding version 1 of one key column: feeds a value to the hash so that values which any supported
 * collation or type of one family holds equal feed the same bytes.
 *
 * <p>Each value begins with a byte 1 and ends with a byte 2; SQL NULL is a single byte 0. Not
 * thread-safe.
 */
final class KeyFolding {
  /** The version that travels in {@link io.tributary.format.model.AffinityRule}. */
  static final int VERSION = 1;

  private final TableName target;
  private final Column column;
  private final Fold fold;
  private final TextFolding text;
  private final StringBuilder digits = new StringBuilder();

  /**
   * @param column a column whose type has a fold
   * @param target for messages
   */
  KeyFolding(Column column, TableName target) {
    this.target = target;
    this.column = column;
    this.fold = of(column.type());
    this.text = TextFolding.of(column.collation());
  }

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
   * @throws RouteException when it is a text whose equality no folding can follow
   */
  void add(KeyHash hash, Object value) throws RouteException {
    if (value == null) {
      hash.add(0);
      return;
    }
    hash.add(1);
    switch (fold) {
      case EXACT -> addExact(hash, value);
      case FLOAT, DOUBLE -> addDouble(hash, (Double) value);
      case TEXT -> addText(hash, value);
      case SET -> addSet(hash, (String) value);
      case BYTES -> addBytes(hash, (byte[]) value);
      case DATE, TIME, DATETIME, TIMESTAMP -> addTemporal(hash, (String) value);
    }
    hash.add(2);
  }

  /** Adding 0.0 makes -0.0 positive. */
  private static void addDouble(KeyHash hash, double value) {
    hash.addLong(Double.doubleToLongBits(value + 0.0));
  }

  private static void addExact(KeyHash hash, Object value) {
    if (value instanceof Long || value instanceof BigInteger) {
      String number = value.toString();
      hash.addAscii(number, 0, number.length());
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
    int to = withoutTrailingZeros(decimal, point);
    boolean zero = to - from == 1 && decimal.charAt(from) == '0';
    if (negative && !zero) {
      hash.add('-');
    }
    hash.addAscii(decimal, from, to);
  }

  /**
   * Where the text ends without zeros after its point, and without the point if nothing is left.
   *
   * @param point index of the point, negative when there is none
   */
  private static int withoutTrailingZeros(String text, int point) {
    int to = text.length();
    if (point < 0) {
      return to;
    }
    while (to > point + 1 && text.charAt(to - 1) == '0') {
      to--;
    }
    return to == point + 1 ? point : to;
  }

  private static void addTemporal(KeyHash hash, String value) {
    hash.addAscii(value, 0, withoutTrailingZeros(value, value.indexOf('.')));
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

  /** The error value of ENUM, a number, folds like the empty text that it is compared as. */
  private void addText(KeyHash hash, Object value) throws RouteException {
    if (value instanceof String string) {
      digits.setLength(0);
      fold(string);
      hash.addAscii(digits, 0, digits.length());
    }
  }

  /** The order of labels is the column's, and differs between sources: sort what they fold to. */
  private void addSet(KeyHash hash, String labels) throws RouteException {
    String[] folded = labels.split(",", -1);
    for (int i = 0; i < folded.length; i++) {
      digits.setLength(0);
      fold(folded[i]);
      folded[i] = digits.toString();
    }
    Arrays.sort(folded);
    for (String label : folded) {
      hash.addAscii(label, 0, label.length());
      hash.add(',');
    }
  }

  private void fold(String value) throws RouteException {
    int refused = text.fold(value, digits);
    if (refused >= 0) {
      throw new RouteException(
          AffinityOptions.TABLES,
          String.format(
              "%s: a value of key column %s holds U+%04X, which the source's collation %s holds"
                  + " equal to characters that other collations tell apart, so that no folding can"
                  + " keep equal keys in one partition; on a drained topic name the table in %s, or"
                  + " other columns in %s",
              target,
              column.name(),
              refused,
              column.collation(),
              AffinityOptions.TABLES,
              AffinityOptions.KEYS));
    }
  }
}
