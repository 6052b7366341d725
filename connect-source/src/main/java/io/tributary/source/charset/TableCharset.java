package io.tributary.source.charset;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.InflaterInputStream;

/**
 * A character set of one to four bytes a character, decoded by tables.
 *
 * <p>The resource {@code NAME.map} is a zlib stream of 16-bit numbers, first the high bytes of all,
 * then the low bytes; each number is the difference to the one before. They make, one after the
 * other: 256 code units for the single bytes; 65,536 for two bytes, where the set has such; 65,536
 * for the two bytes after 0x8F (ujis, eucjpms), or those of the four-byte codes of gb18030 from
 * 81308130 on. {@link #NONE} marks what is no character, or the first byte of a longer one.
 */
final class TableCharset implements MySqlCharset {
  /** A surrogate, which no code maps to. */
  private static final char NONE = '\uD800';

  private static final int SINGLE = 256;
  private static final int DOUBLE = 65_536;

  /** Linear number of gb18030's 0x90308130, which is U+10000; from there on they run in step. */
  private static final int GB18030_SUPPLEMENTARY = 189_000;

  private final String name;
  private final char[] single;
  private final char[] pairs;
  private final char[] triples;
  private final char[] quads;
  private final boolean extendsAscii;

  private TableCharset(String name, char[] units) {
    this.name = name;
    this.single = Arrays.copyOf(units, SINGLE);
    this.pairs = units.length > SINGLE ? Arrays.copyOfRange(units, SINGLE, SINGLE + DOUBLE) : null;
    char[] rest =
        units.length > SINGLE + DOUBLE
            ? Arrays.copyOfRange(units, SINGLE + DOUBLE, units.length)
            : null;
    boolean four = name.equals("gb18030");
    this.triples = four ? null : rest;
    this.quads = four ? rest : null;
    boolean ascii = true;
    for (char c = 0; c < 0x80; c++) {
      ascii &= single[c] == c;
    }
    this.extendsAscii = ascii;
  }

  /** Reads the resource of this character set, which must exist. */
  static TableCharset load(String name) {
    String resource = name + ".map";
    try (InputStream in = TableCharset.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new EOFException("resource " + resource + " is missing in this build");
      }
      byte[] raw = new InflaterInputStream(in).readAllBytes();
      char[] units = new char[raw.length / 2];
      int unit = 0;
      for (int i = 0; i < units.length; i++) {
        unit += (raw[i] & 0xFF) << 8 | (raw[units.length + i] & 0xFF);
        units[i] = (char) unit;
      }
      return new TableCharset(name, units);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the table of character set " + name, e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String decode(byte[] bytes, int offset, int length) throws UndecodableTextException {
    if (extendsAscii && Ascii.only(bytes, offset, length)) {
      return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }
    int end = offset + length;
    char[] text = new char[length];
    int size = 0;
    int i = offset;
    while (i < end) {
      char unit = single[bytes[i] & 0xFF];
      int width = 1;
      if (unit == NONE) {
        width = widthAt(bytes, i, end);
        int point = width == 0 ? NONE : wide(bytes, i, width);
        if (point == NONE) {
          throw new UndecodableTextException(name, bytes, i, offset, end);
        }
        if (point > 0xFFFF) {
          text[size++] = Character.highSurrogate(point);
          unit = Character.lowSurrogate(point);
        } else {
          unit = (char) point;
        }
      }
      text[size++] = unit;
      i += width;
    }
    return new String(text, 0, size);
  }

  /** Bytes of the character at {@code i}, which has more than one; 0 when there are too few. */
  private int widthAt(byte[] bytes, int i, int end) {
    int left = end - i;
    if (pairs == null || left < 2) {
      return 0;
    }
    int width = 2;
    if (triples != null && (bytes[i] & 0xFF) == 0x8F) {
      width = 3;
    } else if (quads != null && bytes[i + 1] >= '0' && bytes[i + 1] <= '9') {
      width = 4;
    }
    return left < width ? 0 : width;
  }

  private int wide(byte[] bytes, int i, int width) {
    int second = bytes[i + 1] & 0xFF;
    return switch (width) {
      case 2 -> pairs[(bytes[i] & 0xFF) << 8 | second];
      case 3 -> triples[second << 8 | (bytes[i + 2] & 0xFF)];
      default -> quad(bytes, i);
    };
  }

  private int quad(byte[] bytes, int i) {
    int first = (bytes[i] & 0xFF) - 0x81;
    int second = bytes[i + 1] - '0';
    int third = (bytes[i + 2] & 0xFF) - 0x81;
    int fourth = bytes[i + 3] - '0';
    boolean wellFormed = first >= 0 && third >= 0 && third < 126 && fourth >= 0 && fourth <= 9;
    if (!wellFormed) {
      return NONE;
    }
    int number = ((first * 10 + second) * 126 + third) * 10 + fourth;
    if (number < quads.length) {
      return quads[number];
    }
    int supplementary = number - GB18030_SUPPLEMENTARY;
    return supplementary >= 0 && supplementary <= 0xFFFFF ? 0x10000 + supplementary : NONE;
  }
}
