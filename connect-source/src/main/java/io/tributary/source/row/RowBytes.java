package io.tributary.source.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A cursor over the body of a row event. Never reads past its end. */
final class RowBytes {
  private static final VarHandle LITTLE_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LITTLE_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = {};
  private int end;
  private int position;

  /** Begins anew at the start of this array. */
  void over(byte[] body) {
    over(body, 0, body.length);
  }

  /** Begins anew with this range, which must lie in the array. */
  void over(byte[] array, int from, int to) {
    bytes = array;
    position = from;
    end = to;
  }

  int remaining() {
    return end - position;
  }

  /** The whole array, of which only {@code [position, end)} may be looked at. */
  byte[] array() {
    return bytes;
  }

  int position() {
    return position;
  }

  /** Claims the next {@code count} bytes and returns where in the array they begin. */
  int claim(int count) throws MalformedValueException {
    if (count < 0 || count > end - position) {
      throw MalformedValueException.damaged(
          "it needs " + (count & 0xFFFFFFFFL) + " bytes where " + (end - position) + " are left");
    }
    int at = position;
    position += count;
    return at;
  }

  byte[] take(int count) throws MalformedValueException {
    int at = claim(count);
    byte[] taken = new byte[count];
    System.arraycopy(bytes, at, taken, 0, count);
    return taken;
  }

  int unsignedByte() throws MalformedValueException {
    return bytes[claim(1)] & 0xFF;
  }

  int signedByte() throws MalformedValueException {
    return bytes[claim(1)];
  }

  int littleInt() throws MalformedValueException {
    return (int) LITTLE_INT.get(bytes, claim(4));
  }

  long littleLong() throws MalformedValueException {
    return (long) LITTLE_LONG.get(bytes, claim(8));
  }

  /** An unsigned little-endian number of 1 to 8 bytes; of 8 bytes with its highest bit as sign. */
  long little(int count) throws MalformedValueException {
    int at = claim(count);
    long value = 0;
    for (int i = count - 1; i >= 0; i--) {
      value = value << 8 | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  /** An unsigned big-endian number of 1 to 8 bytes; of 8 bytes with its highest bit as sign. */
  long big(int count) throws MalformedValueException {
    int at = claim(count);
    long value = 0;
    for (int i = 0; i < count; i++) {
      value = value << 8 | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  /**
   * A count as {@code net_store_length()} of MySQL's {@code pack.cc} writes it; a count that no
   * body can have is refused.
   */
  int packed() throws MalformedValueException {
    int first = unsignedByte();
    long value =
        switch (first) {
          case 251, 255 -> -1;
          case 252 -> little(2);
          case 253 -> little(3);
          case 254 -> little(8);
          default -> first;
        };
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw MalformedValueException.damaged("a count or length in it is none");
    }
    return (int) value;
  }

  /** A length of 1 to 4 bytes that no more bytes follow than are left. */
  int length(int prefixBytes) throws MalformedValueException {
    long length = little(prefixBytes);
    if (length > remaining()) {
      throw MalformedValueException.damaged(
          "it needs " + length + " bytes where " + remaining() + " are left");
    }
    return (int) length;
  }
}
