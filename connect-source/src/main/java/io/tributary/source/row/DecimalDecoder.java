package io.tributary.source.row;

/**
 * Packed DECIMAL, {@code bin2decimal()} of MySQL's {@code strings/decimal.cc}: nine digits to four
 * big-endian bytes, the odd digits at both ends to fewer; the highest bit inverted; all bits
 * inverted when negative.
 *
 * @param precision digits in all, 1 to 65
 * @param scale digits after the point, 0 to 30, at most the precision
 */
record DecimalDecoder(int precision, int scale, TextBuffer text) implements ValueDecoder {
  private static final int GROUP = 9;
  private static final int[] BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

  /** Bytes that a value takes. */
  static int size(int precision, int scale) {
    int whole = precision - scale;
    return whole / GROUP * 4 + BYTES[whole % GROUP] + scale / GROUP * 4 + BYTES[scale % GROUP];
  }

  @Override
  public String read(RowBytes in) throws MalformedValueException {
    int at = in.claim(size(precision, scale));
    text.clear();
    write(in.array(), at, precision, scale, text);
    return text.ascii();
  }

  /** Appends the digits of the value that begins at {@code from}; the caller has checked bounds. */
  static void write(byte[] bytes, int from, int precision, int scale, TextBuffer text)
      throws MalformedValueException {
    boolean negative = bytes[from] >= 0;
    int flip = negative ? 0xFF : 0;
    if (negative) {
      text.put('-');
    }
    int whole = precision - scale;
    boolean begun = false;
    int at = from;
    for (int left = whole; left > 0; ) {
      int digits = left % GROUP == 0 ? GROUP : left % GROUP;
      int value = group(bytes, at, digits, flip, at == from);
      if (begun) {
        text.put(value, digits);
      } else if (value != 0) {
        text.put(value, 1);
        begun = true;
      }
      at += BYTES[digits];
      left -= digits;
    }
    if (!begun) {
      text.put('0');
    }
    if (scale > 0) {
      text.put('.');
    }
    for (int left = scale; left > 0; ) {
      int digits = Math.min(left, GROUP);
      text.put(group(bytes, at, digits, flip, at == from), digits);
      at += BYTES[digits];
      left -= digits;
    }
  }

  private static int group(byte[] bytes, int at, int digits, int flip, boolean first)
      throws MalformedValueException {
    int size = BYTES[digits];
    int value = first ? (bytes[at] ^ flip ^ 0x80) & 0xFF : (bytes[at] ^ flip) & 0xFF;
    for (int i = 1; i < size; i++) {
      value = value << 8 | ((bytes[at + i] ^ flip) & 0xFF);
    }
    int bound = 1;
    for (int i = 0; i < digits; i++) {
      bound *= 10;
    }
    if (value < 0 || value >= bound) {
      throw MalformedValueException.damaged("a group of " + digits + " digits has more");
    }
    return value;
  }
}
