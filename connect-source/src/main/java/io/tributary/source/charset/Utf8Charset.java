package io.tributary.source.charset;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8 of at most 3 or 4 bytes a character: no overlong forms, no surrogates, nothing above
 * U+10FFFF (as {@code my_valid_mbcharlen_utf8mb4} of MySQL's {@code strings/ctype-utf8.cc}).
 */
record Utf8Charset(String name, int maxBytes) implements MySqlCharset {
  @Override
  public String decode(byte[] bytes, int offset, int length) throws UndecodableTextException {
    if (Ascii.only(bytes, offset, length)) {
      return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }
    int end = offset + length;
    int i = offset;
    while (i < end) {
      int size = characterAt(bytes, i, end);
      if (size == 0) {
        throw new UndecodableTextException(name, bytes, i, offset, end);
      }
      i += size;
    }
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  /** Bytes of the character at {@code i}; 0 when it is malformed. */
  private int characterAt(byte[] bytes, int i, int end) {
    int first = bytes[i] & 0xFF;
    if (first < 0x80) {
      return 1;
    }
    int left = end - i;
    if (first < 0xE0) {
      return first >= 0xC2 && left >= 2 && continues(bytes[i + 1]) ? 2 : 0;
    }
    if (left < 3 || !continues(bytes[i + 1]) || !continues(bytes[i + 2])) {
      return 0;
    }
    int second = bytes[i + 1] & 0xFF;
    if (first < 0xF0) {
      boolean overlong = first == 0xE0 && second < 0xA0;
      boolean surrogate = first == 0xED && second > 0x9F;
      return overlong || surrogate ? 0 : 3;
    }
    boolean inRange =
        (first > 0xF0 || second >= 0x90) && (first < 0xF4 || (first == 0xF4 && second < 0x90));
    return maxBytes == 4 && inRange && left >= 4 && continues(bytes[i + 3]) ? 4 : 0;
  }

  private static boolean continues(byte value) {
    return (value & 0xC0) == 0x80;
  }
}
