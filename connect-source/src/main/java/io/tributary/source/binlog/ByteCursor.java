package io.tributary.source.binlog;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads an event's bytes from front to back; numbers are little-endian. Every read past the end is
 * a {@link StreamCorruptedException}, never a wrong value. For one thread.
 */
final class ByteCursor {
  private final byte[] bytes;
  private final int limit;
  private int at;

  /** Over {@code length} bytes from {@code offset} on. */
  ByteCursor(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.limit = offset + length;
  }

  int remaining() {
    return limit - at;
  }

  /** Unsigned number of 1 to 7 bytes, or any 8 bytes. */
  long number(int size) throws StreamCorruptedException {
    int from = take(size);
    long value = 0;
    for (int i = 0; i < size; i++) {
      value |= (bytes[from + i] & 0xFFL) << (8 * i);
    }
    return value;
  }

  /** Unsigned byte. */
  int octet() throws StreamCorruptedException {
    return bytes[take(1)] & 0xFF;
  }

  /** MySQL's length-encoded integer ({@code net_field_length_ll}). */
  long packed() throws StreamCorruptedException {
    int first = octet();
    return switch (first) {
      case 252 -> number(2);
      case 253 -> number(3);
      case 254 -> number(8);
      case 251, 255 -> throw new StreamCorruptedException("no length-encoded integer: " + first);
      default -> first;
    };
  }

  /** A length-encoded integer that is a length of what follows. */
  int packedLength() throws StreamCorruptedException {
    return length(packed());
  }

  /** Checks that a number can be the length of what follows. */
  int length(long value) throws StreamCorruptedException {
    if (value < 0 || value > remaining()) {
      throw new StreamCorruptedException(
          "a length of " + value + " where " + remaining() + " bytes are left");
    }
    return (int) value;
  }

  byte[] bytes(int size) throws StreamCorruptedException {
    int from = take(size);
    return Arrays.copyOfRange(bytes, from, from + size);
  }

  /** A copy of what is left; where that is the whole array, the array itself. */
  byte[] rest() throws StreamCorruptedException {
    return remaining() == bytes.length ? bytes : bytes(remaining());
  }

  /** What is left, as a stream over the same bytes. */
  InputStream stream() {
    return new ByteArrayInputStream(bytes, at, remaining());
  }

  String utf8(int size) throws StreamCorruptedException {
    return new String(bytes, take(size), size, StandardCharsets.UTF_8);
  }

  /** Text up to a zero byte, which is passed. */
  String utf8ToZero() throws StreamCorruptedException {
    int end = at;
    while (end < limit && bytes[end] != 0) {
      end++;
    }
    String text = utf8(end - at);
    skip(1);
    return text;
  }

  void skip(long size) throws StreamCorruptedException {
    take(size);
  }

  /** A cursor over the next bytes, which are passed here. */
  ByteCursor slice(int size) throws StreamCorruptedException {
    return new ByteCursor(bytes, take(size), size);
  }

  private int take(long size) throws StreamCorruptedException {
    if (size < 0 || size > remaining()) {
      throw new StreamCorruptedException(
          size + " bytes expected where " + remaining() + " are left");
    }
    int from = at;
    at += (int) size;
    return from;
  }
}
