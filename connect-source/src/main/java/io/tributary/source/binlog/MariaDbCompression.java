package io.tributary.source.binlog;

import java.io.StreamCorruptedException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Undoes what {@code log_bin_compress} does to statements and rows ({@code binlog_buf_compress} in
 * MariaDB's {@code sql/log_event.cc}): a byte with the algorithm in bits 4 to 6 (0 is zlib, the
 * only one) and the size of the length in bits 0 to 2, the length of the plain bytes (big-endian),
 * and the compressed bytes. Pure.
 */
final class MariaDbCompression {
  private static final int COMPRESSED = 0x80;
  private static final int ALGORITHM = 0x70;
  private static final int LENGTH_SIZE = 0x07;
  private static final int MAX_LENGTH_SIZE = 4;

  /** No event can be larger: max_allowed_packet is at most 1 GB. */
  private static final int MAX_BYTES = (1 << 30) + (64 << 20);

  /** Deflate cannot make less of a byte (zlib, "Maximum Compression Factor"). */
  private static final long MAX_FACTOR = 1_032;

  private MariaDbCompression() {}

  /**
   * The plain bytes of what is left in the cursor.
   *
   * @param before bytes to leave free before them
   * @throws StreamCorruptedException when they are not what they say, or more than an event can
   *     have
   */
  static byte[] inflate(ByteCursor body, int before) throws StreamCorruptedException {
    int head = body.octet();
    int size = head & LENGTH_SIZE;
    if ((head & COMPRESSED) == 0 || size < 1 || size > MAX_LENGTH_SIZE) {
      throw new StreamCorruptedException("a compressed event begins with " + head);
    }
    if ((head & ALGORITHM) != 0) {
      throw new StreamCorruptedException(
          "a compressed event of the unknown algorithm " + ((head & ALGORITHM) >> 4));
    }
    long length = 0;
    for (int i = 0; i < size; i++) {
      length = length << 8 | body.octet();
    }
    byte[] compressed = body.bytes(body.remaining());
    if (length > MAX_BYTES || length > compressed.length * MAX_FACTOR) {
      throw new StreamCorruptedException(
          compressed.length + " compressed bytes say that they were " + length);
    }
    byte[] plain = new byte[before + (int) length];
    inflate(compressed, plain, before);
    return plain;
  }

  private static void inflate(byte[] compressed, byte[] into, int from)
      throws StreamCorruptedException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(compressed);
      int at = from;
      int count;
      do {
        count = inflater.inflate(into, at, into.length - at);
        at += count;
      } while (count > 0 && at < into.length);
      // The end is only seen by asking for one byte more than there is.
      boolean whole =
          at == into.length && (inflater.finished() || inflater.inflate(new byte[1]) == 0);
      if (!whole || !inflater.finished() || inflater.getRemaining() > 0) {
        throw new StreamCorruptedException(
            "a compressed event is not as long as it says, " + (into.length - from));
      }
    } catch (DataFormatException e) {
      StreamCorruptedException damaged =
          new StreamCorruptedException(
              "a compressed event cannot be decompressed: " + e.getMessage());
      damaged.initCause(e);
      throw damaged;
    } finally {
      inflater.end();
    }
  }
}
