package io.tributary.source.schema;

import java.nio.charset.StandardCharsets;

/** A cursor over a range of a TABLE_MAP body. */
final class MapBytes {
  private final byte[] bytes;
  private final int end;
  private int position;

  MapBytes(byte[] bytes, int position, int end) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
  }

  int remaining() {
    return end - position;
  }

  int unsignedByte() throws CutShortException {
    need(1);
    return bytes[position++] & 0xFF;
  }

  /** A length or count as {@code net_store_length()} of MySQL's {@code pack.cc} writes it. */
  int packed() throws CutShortException {
    int first = unsignedByte();
    if (first < 251) {
      return first;
    }
    int size =
        switch (first) {
          case 252 -> 2;
          case 253 -> 3;
          case 254 -> 8;
          default -> throw new CutShortException();
        };
    long value = 0;
    for (int i = 0; i < size; i++) {
      value |= (long) unsignedByte() << (8 * i);
    }
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw new CutShortException();
    }
    return (int) value;
  }

  void skip(int count) throws CutShortException {
    need(count);
    position += count;
  }

  byte[] take(int count) throws CutShortException {
    need(count);
    byte[] taken = new byte[count];
    System.arraycopy(bytes, position, taken, 0, count);
    position += count;
    return taken;
  }

  /** A cursor over the next {@code count} bytes, which this one skips. */
  MapBytes part(int count) throws CutShortException {
    need(count);
    MapBytes part = new MapBytes(bytes, position, position + count);
    position += count;
    return part;
  }

  /** A name of {@code count} bytes; names are UTF-8 in binlogs. */
  String name(int count) throws CutShortException {
    return new String(take(count), StandardCharsets.UTF_8);
  }

  private void need(int count) throws CutShortException {
    if (count < 0 || count > end - position) {
      throw new CutShortException();
    }
  }

  /** The body ends before what it announces, or announces what cannot be. */
  static final class CutShortException extends Exception {
    private static final long serialVersionUID = 1L;

    CutShortException() {
      super("the table map ends before what it announces");
    }
  }
}
