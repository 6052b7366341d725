package io.tributary.source.row;

import java.math.BigInteger;

/** Decoders of integers, floats, BIT and YEAR. */
final class NumberDecoders {
  private NumberDecoders() {}

  /** An integer of 1 to 8 bytes, little-endian, in two's complement where signed. */
  static ValueDecoder integer(int bytes, boolean unsigned) {
    if (bytes == Long.BYTES) {
      return unsigned ? in -> unsigned(in.littleLong()) : RowBytes::littleLong;
    }
    if (bytes == Integer.BYTES) {
      return unsigned ? in -> in.littleInt() & 0xFFFFFFFFL : in -> (long) in.littleInt();
    }
    int unused = Long.SIZE - bytes * Byte.SIZE;
    return unsigned ? in -> in.little(bytes) : in -> in.little(bytes) << unused >> unused;
  }

  /** {@code my_float}, IEEE 754 single, little-endian. */
  static ValueDecoder single() {
    return in -> finite(Float.intBitsToFloat(in.littleInt()));
  }

  /** IEEE 754 double, little-endian. */
  static ValueDecoder doubled() {
    return in -> finite(Double.longBitsToDouble(in.littleLong()));
  }

  /** BIT of 1 to 64 bits, big-endian. */
  static ValueDecoder bit(int bits) {
    int bytes = (bits + 7) / 8;
    return in -> {
      long value = in.big(bytes);
      if (bits < Long.SIZE && value >>> bits != 0) {
        throw MalformedValueException.damaged("it has more than " + bits + " bits");
      }
      return unsigned(value);
    };
  }

  /** YEAR: 0, or years since 1900. */
  static ValueDecoder year() {
    return in -> {
      int value = in.unsignedByte();
      return value == 0 ? 0L : 1900L + value;
    };
  }

  /** The number that 64 unsigned bits stand for. */
  static Number unsigned(long bits) {
    if (bits >= 0) {
      return bits;
    }
    return BigInteger.valueOf(bits & Long.MAX_VALUE).setBit(Long.SIZE - 1);
  }

  private static Double finite(double value) throws MalformedValueException {
    if (!Double.isFinite(value)) {
      throw MalformedValueException.damaged("it is " + value + ", which MySQL never stores");
    }
    return value;
  }
}
