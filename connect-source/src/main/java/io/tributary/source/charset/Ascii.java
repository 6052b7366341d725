package io.tributary.source.charset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Tells ASCII from the rest, eight bytes at a time. */
final class Ascii {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Ascii() {}

  /** Whether all bytes of the range are below 0x80. */
  static boolean only(byte[] bytes, int offset, int length) {
    int i = offset;
    int end = offset + length;
    for (; i <= end - Long.BYTES; i += Long.BYTES) {
      if (((long) LONGS.get(bytes, i) & HIGH_BITS) != 0) {
        return false;
      }
    }
    for (; i < end; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
