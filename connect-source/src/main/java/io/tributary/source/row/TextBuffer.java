package io.tributary.source.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text under construction as UTF-8 bytes; a decoder has one and uses it again for every value. */
final class TextBuffer {
  /** What a buffer may keep between values; a document beyond it is not held on to. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 128;
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;
  private static final long[] POWERS = new long[19];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private byte[] bytes = new byte[FIRST_BYTES];
  private int size;

  /** Begins anew. */
  TextBuffer clear() {
    size = 0;
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    return this;
  }

  int size() {
    return size;
  }

  /** Takes away what stands from an earlier size on. */
  void cut(int earlierSize) {
    size = earlierSize;
  }

  byte[] array() {
    return bytes;
  }

  /** One ASCII character. */
  TextBuffer put(char c) {
    room(1);
    bytes[size++] = (byte) c;
    return this;
  }

  /** ASCII text. */
  TextBuffer put(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      put(ascii.charAt(i));
    }
    return this;
  }

  TextBuffer put(byte[] array, int offset, int length) {
    room(length);
    System.arraycopy(array, offset, bytes, size, length);
    size += length;
    return this;
  }

  /** The number with at least {@code width} digits (1 to 18), zeros in front; not negative. */
  TextBuffer put(long number, int width) {
    int digits = width;
    while (digits < POWERS.length && number >= POWERS[digits]) {
      digits++;
    }
    room(digits);
    long rest = number;
    for (int i = size + digits - 1; i >= size; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += digits;
    return this;
  }

  /** The first {@code digits} of the six of a second's fraction, after a point; 0: nothing. */
  TextBuffer fraction(int micros, int digits) {
    return digits == 0 ? this : put('.').put(micros / POWERS[6 - digits], digits);
  }

  /** {@code YYYY-MM-DD}. */
  TextBuffer date(int year, int month, int day) {
    return put(year, 4).put('-').put(month, 2).put('-').put(day, 2);
  }

  /** {@code HH:MM:SS}. */
  TextBuffer time(int hour, int minute, int second) {
    return put(hour, 2).put(':').put(minute, 2).put(':').put(second, 2);
  }

  private void room(int count) {
    if (count > bytes.length - size) {
      long wanted = Math.max((long) size + count, Math.min(MAX_BYTES, 2L * bytes.length));
      bytes = Arrays.copyOf(bytes, Math.toIntExact(wanted));
    }
  }

  /** The text, all of it ASCII. */
  String ascii() {
    return new String(bytes, 0, size, StandardCharsets.ISO_8859_1);
  }
}
