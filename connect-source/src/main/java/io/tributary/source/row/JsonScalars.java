package io.tributary.source.row;

import io.tributary.source.schema.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes the scalars of binary JSON as the server prints them ({@code sql-common/json_dom.cc}).
 *
 * <p>Values of SQL types that JSON has not are marked, so that they can be told from the doubles
 * and strings that print the same ({@code docs/record-format.md}): a DECIMAL ends with {@code E0},
 * which no double of the server does; in dates, times and bytes the first character is a {@code
 * \}{@code u00} escape, which the server writes for control characters only.
 */
final class JsonScalars {
  private static final int LITERAL = 4;
  private static final int INT16 = 5;
  private static final int UINT16 = 6;
  private static final int INT32 = 7;
  private static final int UINT32 = 8;
  private static final int INT64 = 9;
  private static final int UINT64 = 10;
  private static final int DOUBLE = 11;
  private static final int STRING = 12;
  private static final int OPAQUE = 15;

  /** The precision here is rounded up to whole groups of nine digits on each side of the point. */
  private static final int MAX_PRECISION = 81;

  /** What {@code base64_encode()} of MySQL's {@code mysys/base64.cc} puts on a line. */
  private static final int BASE64_LINE = 76;

  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** What follows the backslash for a byte; 0 where the byte stands for itself. */
  private static final byte[] ESCAPES = new byte[128];

  static {
    Arrays.fill(ESCAPES, 0, 0x20, (byte) 'u');
    ESCAPES['\b'] = 'b';
    ESCAPES['\f'] = 'f';
    ESCAPES['\n'] = 'n';
    ESCAPES['\r'] = 'r';
    ESCAPES['\t'] = 't';
    ESCAPES['"'] = '"';
    ESCAPES['\\'] = '\\';
  }

  private final TextBuffer text;

  JsonScalars(TextBuffer text) {
    this.text = text;
  }

  /** Writes the scalar of this type that begins at the cursor. */
  void write(int type, RowBytes in) throws MalformedValueException {
    switch (type) {
      case LITERAL -> literal(in.unsignedByte());
      case INT16 -> integer((short) in.little(2));
      case UINT16 -> integer(in.little(2));
      case INT32 -> integer(in.littleInt());
      case UINT32 -> integer(in.little(4));
      case INT64 -> integer(in.littleLong());
      case UINT64 -> text.put(Long.toUnsignedString(in.littleLong()));
      case DOUBLE -> ShortestDouble.write(Double.longBitsToDouble(in.littleLong()), text);
      case STRING -> {
        int length = length(in);
        quote(in.array(), in.claim(length), length, text);
      }
      case OPAQUE -> opaque(in);
      default -> throw MalformedValueException.damaged("its JSON has a value of type " + type);
    }
  }

  private void literal(int which) throws MalformedValueException {
    text.put(
        switch (which) {
          case 0 -> "null";
          case 1 -> "true";
          case 2 -> "false";
          default -> throw MalformedValueException.damaged("its JSON has the literal " + which);
        });
  }

  private void integer(long value) {
    if (value < 0) {
      text.put(Long.toString(value));
    } else {
      text.put(value, 1);
    }
  }

  /** Writes UTF-8 bytes as a JSON string; whether they are UTF-8 is checked with the whole text. */
  static void quote(byte[] bytes, int from, int length, TextBuffer text) {
    text.put('"');
    int end = from + length;
    int plain = from;
    for (int i = from; i < end; i++) {
      byte value = bytes[i];
      if (value >= 0 && ESCAPES[value] != 0) {
        text.put(bytes, plain, i - plain);
        text.put('\\').put((char) ESCAPES[value]);
        if (ESCAPES[value] == 'u') {
          text.put("00").put((char) HEX[value >> 4]).put((char) HEX[value & 0xF]);
        }
        plain = i + 1;
      }
    }
    text.put(bytes, plain, end - plain).put('"');
  }

  /** A length of 7 bits a byte, lowest first; the highest bit says that another byte follows. */
  private static int length(RowBytes in) throws MalformedValueException {
    long length = 0;
    for (int i = 0; i < 5; i++) {
      int value = in.unsignedByte();
      length |= (long) (value & 0x7F) << (7 * i);
      if ((value & 0x80) == 0) {
        if (length > in.remaining()) {
          break;
        }
        return (int) length;
      }
    }
    throw MalformedValueException.damaged("its JSON has a length that no value can have");
  }

  /** A value of an SQL type that JSON has not: type code, length, bytes. */
  private void opaque(RowBytes in) throws MalformedValueException {
    int type = in.unsignedByte();
    int length = length(in);
    int at = in.claim(length);
    RowBytes part = new RowBytes();
    part.over(in.array(), at, at + length);
    switch (type) {
      case FieldType.NEWDECIMAL -> decimal(part);
      case FieldType.DATE, FieldType.TIME, FieldType.DATETIME, FieldType.TIMESTAMP ->
          temporal(type, part.littleLong());
      default -> base64(type, part.take(length));
    }
  }

  private void decimal(RowBytes in) throws MalformedValueException {
    int precision = in.unsignedByte();
    int scale = in.unsignedByte();
    if (precision == 0 || precision > MAX_PRECISION || scale > 30 || scale > precision) {
      throw MalformedValueException.damaged("its JSON has a decimal of impossible precision");
    }
    int at = in.claim(DecimalDecoder.size(precision, scale));
    DecimalDecoder.write(in.array(), at, precision, scale, text);
    text.put("E0");
  }

  /** Begins a string that stands for a value of another type. */
  private void marked(char first) {
    text.put("\"\\u00").put((char) HEX[first >> 4]).put((char) HEX[first & 0xF]);
  }

  /** {@code TIME_from_longlong_*_packed()} of {@code my_time.cc}: whole part, 24 bits of micros. */
  private void temporal(int type, long packed) throws MalformedValueException {
    long magnitude = Math.abs(packed);
    int micros = (int) (magnitude & 0xFFFFFF);
    long whole = magnitude >>> 24;
    int from = text.size();
    if (packed < 0) {
      text.put('-');
    }
    switch (type) {
      case FieldType.TIME -> TemporalDecoders.writeTime(whole, micros, 6, text);
      case FieldType.DATE -> TemporalDecoders.writeDate(whole, text);
      default -> TemporalDecoders.writeDatetime(whole, micros, 6, text);
    }
    byte[] printed = Arrays.copyOfRange(text.array(), from, text.size());
    text.cut(from);
    marked((char) printed[0]);
    text.put(printed, 1, printed.length - 1).put('"');
  }

  private void base64(int type, byte[] value) {
    byte[] encoded = Base64.getEncoder().encode(value);
    marked('b');
    text.put("ase64:type").put(type, 1).put(':');
    for (int at = 0; at < encoded.length; at += BASE64_LINE) {
      if (at > 0) {
        text.put('\\').put('n');
      }
      text.put(encoded, at, Math.min(BASE64_LINE, encoded.length - at));
    }
    text.put('"');
  }
}
