package io.tributary.source.row;

import io.tributary.source.charset.MySqlCharset;
import io.tributary.source.charset.UndecodableTextException;
import java.util.List;

/** Decoders of text, bytes, ENUM and SET. */
final class StringDecoders {
  private StringDecoders() {}

  /** Bytes of the length prefix of a CHAR, VARCHAR, BINARY or VARBINARY of at most this length. */
  static int prefixBytes(int maxBytes) {
    return maxBytes > 255 ? 2 : 1;
  }

  /** Text in a character set, after a length of 1 to 4 bytes. */
  static ValueDecoder text(int prefixBytes, MySqlCharset charset) {
    return in -> {
      int length = in.length(prefixBytes);
      int at = in.claim(length);
      try {
        return charset.decode(in.array(), at, length);
      } catch (UndecodableTextException e) {
        throw MalformedValueException.notRepresentable(e.getMessage());
      }
    };
  }

  /** Bytes after a length of 1 to 4 bytes. */
  static ValueDecoder bytes(int prefixBytes) {
    return in -> in.take(in.length(prefixBytes));
  }

  /** BINARY: the server leaves out zero bytes at the end; they are put back. */
  static ValueDecoder padded(int size) {
    int prefixBytes = prefixBytes(size);
    return in -> {
      int length = in.length(prefixBytes);
      if (length > size) {
        throw MalformedValueException.damaged("it has " + length + " bytes, more than its column");
      }
      byte[] value = new byte[size];
      System.arraycopy(in.array(), in.claim(length), value, 0, length);
      return value;
    };
  }

  /** ENUM: the label's number from 1 in one or two bytes; 0 is the error value. */
  static ValueDecoder enumeration(int bytes, List<String> labels) {
    String[] byIndex = labels.toArray(String[]::new);
    return in -> {
      int index = (int) in.little(bytes);
      if (index == 0) {
        return 0L;
      }
      if (index > byIndex.length) {
        throw MalformedValueException.damaged(
            "it is label number " + index + " of " + byIndex.length);
      }
      return byIndex[index - 1];
    };
  }

  /**
   * SET: a bit for each label, the first one lowest. A value with the label {@code ''} is refused:
   * joined labels cannot tell it from the value without, neither here nor in MySQL's own text.
   */
  static ValueDecoder set(int bytes, List<String> labels) {
    String[] byBit = labels.toArray(String[]::new);
    int empty = labels.indexOf("");
    return in -> {
      long bits = in.little(bytes);
      if (byBit.length < Long.SIZE && bits >>> byBit.length != 0) {
        throw MalformedValueException.damaged("it has more members than " + byBit.length);
      }
      if (empty >= 0 && (bits >>> empty & 1) != 0) {
        throw MalformedValueException.notRepresentable(
            "the SET has the member '', which no text of members can show");
      }
      if (bits != 0 && (bits & bits - 1) == 0) {
        return byBit[Long.numberOfTrailingZeros(bits)];
      }
      StringBuilder joined = new StringBuilder();
      for (long rest = bits; rest != 0; rest &= rest - 1) {
        joined.append(joined.length() == 0 ? "" : ",");
        joined.append(byBit[Long.numberOfTrailingZeros(rest)]);
      }
      return joined.toString();
    };
  }
}
