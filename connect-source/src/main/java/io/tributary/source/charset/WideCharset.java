package io.tributary.source.charset;

/** The Unicode encodings of two or four bytes a unit. All but utf16le are big-endian. */
record WideCharset(String name, Form form) implements MySqlCharset {
  /** How code points are written. */
  enum Form {
    /** Two bytes; surrogates are no characters, not even in pairs. */
    UCS2,
    UTF16,
    UTF16LE,
    UTF32
  }

  @Override
  public String decode(byte[] bytes, int offset, int length) throws UndecodableTextException {
    int end = offset + length;
    int unit = form == Form.UTF32 ? 4 : 2;
    StringBuilder text = new StringBuilder(length / unit);
    int i = offset;
    while (i < end) {
      if (end - i < unit) {
        throw new UndecodableTextException(name, bytes, i, offset, end);
      }
      int point = form == Form.UTF32 ? quad(bytes, i) : pair(bytes, i);
      int size = unit;
      if (form != Form.UTF32 && form != Form.UCS2 && isHigh(point)) {
        int low = end - i >= 4 ? pair(bytes, i + 2) : 0;
        if (low >= 0xDC00 && low <= 0xDFFF) {
          point = Character.toCodePoint((char) point, (char) low);
          size = 4;
        }
      }
      boolean surrogate = point >= 0xD800 && point <= 0xDFFF;
      if (surrogate || !Character.isValidCodePoint(point)) {
        throw new UndecodableTextException(name, bytes, i, offset, end);
      }
      text.appendCodePoint(point);
      i += size;
    }
    return text.toString();
  }

  private int pair(byte[] bytes, int i) {
    int first = bytes[i] & 0xFF;
    int second = bytes[i + 1] & 0xFF;
    return form == Form.UTF16LE ? second << 8 | first : first << 8 | second;
  }

  private static int quad(byte[] bytes, int i) {
    return bytes[i] << 24
        | (bytes[i + 1] & 0xFF) << 16
        | (bytes[i + 2] & 0xFF) << 8
        | (bytes[i + 3] & 0xFF);
  }

  private static boolean isHigh(int unit) {
    return unit >= 0xD800 && unit <= 0xDBFF;
  }
}
