package io.tributary.source.row;

import io.tributary.source.charset.MySqlCharset;
import io.tributary.source.charset.UndecodableTextException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decoders of MariaDB's COMPRESSED columns ({@code Field_longstr::compress} and {@code uncompress}
 * in {@code sql/field.cc}). After the length comes a byte: 0 before plain bytes; else the method in
 * its high four bits (8 is zlib, the only one), in bit 3 whether zlib's own head is left out, and
 * in the low three the size of the plain bytes' length, which follows (big-endian). An empty value
 * has not even that byte.
 */
final class CompressedDecoders {
  private static final int ZLIB = 8;
  private static final int RAW = 0x08;
  private static final int LENGTH_SIZE = 0x07;

  /** Deflate cannot make less of a byte (zlib, "Maximum Compression Factor"). */
  private static final long MAX_FACTOR = 1_032;

  /** No value can be larger: max_allowed_packet is at most 1 GB. */
  private static final long MAX_BYTES = 1L << 30;

  private static final byte[] EMPTY = {};

  private CompressedDecoders() {}

  /** Bytes after a length of 1 to 4 bytes. */
  static ValueDecoder bytes(int prefixBytes) {
    return in -> plain(in, prefixBytes);
  }

  /** Text in a character set, after a length of 1 to 4 bytes. */
  static ValueDecoder text(int prefixBytes, MySqlCharset charset) {
    return in -> {
      byte[] plain = plain(in, prefixBytes);
      try {
        return charset.decode(plain, 0, plain.length);
      } catch (UndecodableTextException e) {
        throw MalformedValueException.notRepresentable(e.getMessage());
      }
    };
  }

  private static byte[] plain(RowBytes in, int prefixBytes) throws MalformedValueException {
    int length = in.length(prefixBytes);
    if (length == 0) {
      return EMPTY;
    }
    int at = in.claim(length);
    int head = in.array()[at] & 0xFF;
    if (head == 0) {
      return Arrays.copyOfRange(in.array(), at + 1, at + length);
    }
    int size = head & LENGTH_SIZE;
    if (head >> 4 != ZLIB || size > 4 || length < 1 + size) {
      throw MalformedValueException.damaged("its compression is of the unknown kind " + head);
    }
    long plainLength = 0;
    for (int i = 1; i <= size; i++) {
      plainLength = plainLength << 8 | (in.array()[at + i] & 0xFF);
    }
    if (plainLength > MAX_BYTES || plainLength > length * MAX_FACTOR) {
      throw MalformedValueException.damaged(
          length + " compressed bytes say that they were " + plainLength);
    }
    byte[] plain = new byte[(int) plainLength];
    int from = at + 1 + size;
    inflate((head & RAW) != 0, in.array(), from, at + length - from, plain);
    return plain;
  }

  private static void inflate(boolean raw, byte[] array, int from, int length, byte[] plain)
      throws MalformedValueException {
    Inflater inflater = new Inflater(raw);
    try {
      inflater.setInput(array, from, length);
      int done = 0;
      int count;
      do {
        count = inflater.inflate(plain, done, plain.length - done);
        done += count;
      } while (count > 0 && done < plain.length);
      // The end is only seen by asking for one byte more than there is.
      if (done < plain.length || inflater.inflate(new byte[1]) > 0 || !inflater.finished()) {
        throw MalformedValueException.damaged(
            "it is compressed and not as long as it says, " + plain.length);
      }
    } catch (DataFormatException e) {
      throw MalformedValueException.damaged("it cannot be decompressed: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }
}
