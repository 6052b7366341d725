package io.tributary.sink.sql;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.writer.ApplyException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.StringJoiner;

/**
 * A value of a row image as a literal of the target.
 *
 * <p>Stateless. {@link Quoting} says why no session setting can bend what it writes.
 */
final class Literals {
  private final boolean tidb;
  private final JsonLiterals json;

  /**
   * @param tidb whether the target is a TiDB, which takes VECTOR values as text only
   */
  Literals(boolean tidb) {
    this.tidb = tidb;
    this.json = new JsonLiterals(tidb);
  }

  /**
   * The literal, {@code NULL}, or {@link TargetRow#ENUM_ERROR}.
   *
   * @param value of the Java type that {@link ColumnType} names for the source column; null is NULL
   * @throws ApplyException when the value is negative and the target column unsigned, a JSON
   *     document holds a number that the target cannot, or a text is no Unicode
   */
  String literal(Object value, Column source, TargetColumn target) throws ApplyException {
    if (value == null) {
      return "NULL";
    }
    return switch (source.type()) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, BIT, YEAR, DECIMAL -> exact(value, target);
      case FLOAT, DOUBLE -> Quoting.number((Double) value);
      case TIME -> Quoting.string(time((String) value, target));
      case DATE, DATETIME, TIMESTAMP -> Quoting.string((String) value);
      case CHAR, VARCHAR, TEXT, SET -> characters((String) value, target);
      case BINARY, VARBINARY, BLOB, GEOMETRY -> Quoting.bytes((byte[]) value);
      case ENUM -> enumLabel(value, target);
      case JSON -> json.literal((String) value);
      case VECTOR -> vector((byte[]) value, target);
    };
  }

  /**
   * A TIME with as many fractional digits as the target prints: one tuple in {@code (a, k) IN (..)}
   * MySQL compares with a TIME column as text (9.7.4, measured; two tuples, one column, and other
   * temporal types it does not).
   */
  private static String time(String text, TargetColumn target) {
    if (target.type() != ColumnType.TIME || target.scale() == 0) {
      return text;
    }
    int point = text.indexOf('.');
    String whole = point < 0 ? text + "." : text;
    int digits = whole.length() - whole.indexOf('.') - 1;
    return whole + "0".repeat(Math.max(0, target.scale() - digits));
  }

  /** No character set of a target has half a surrogate pair; it would become a question mark. */
  private static String characters(String text, TargetColumn target) throws ApplyException {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        boolean pair = Character.isSupplementaryCodePoint(text.codePointAt(i));
        if (!pair) {
          throw new ApplyException(
              ApplyException.Kind.DATA,
              "the target column "
                  + target.name()
                  + " cannot hold the lone surrogate "
                  + "U+%04X".formatted((int) text.charAt(i))
                  + " of the text; correct the row at the source");
        }
        i++;
      }
    }
    return Quoting.string(text);
  }

  private static String exact(Object value, TargetColumn target) throws ApplyException {
    String text = value.toString();
    if (target.unsigned() && text.startsWith("-") && !zero(value)) {
      throw new ApplyException(
          ApplyException.Kind.DATA,
          "the target column "
              + target.name()
              + " ("
              + target.definition()
              + ") is unsigned and cannot hold "
              + text
              + "; make it a signed type");
    }
    return target.text() ? Quoting.string(text) : text;
  }

  private static boolean zero(Object value) {
    return value instanceof Long number
        ? number == 0
        : !(value instanceof BigInteger) && value.toString().chars().noneMatch(c -> c >= '1');
  }

  private static String enumLabel(Object value, TargetColumn target) {
    if (value instanceof String label) {
      return Quoting.string(label);
    }
    // MySQL itself turns the error value into an empty string when an ENUM becomes text.
    return target.type() == ColumnType.ENUM ? TargetRow.ENUM_ERROR : "''";
  }

  private String vector(byte[] value, TargetColumn target) {
    boolean asText = tidb && target.type() == ColumnType.VECTOR;
    return asText ? vectorText(value) : Quoting.bytes(value);
  }

  private static String vectorText(byte[] bytes) {
    ByteBuffer floats = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    StringJoiner text = new StringJoiner(",", "'[", "]'");
    while (floats.remaining() >= Float.BYTES) {
      text.add(Float.toString(floats.getFloat()));
    }
    return text.toString();
  }
}
