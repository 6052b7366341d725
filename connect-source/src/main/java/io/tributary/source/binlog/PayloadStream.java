package io.tributary.source.binlog;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.util.Objects;
import java.util.zip.CRC32;

/**
 * The bytes of one event as they come from the server, so that an event that is larger than memory
 * can be decoded. Its checksum stands at its end and is verified there: what was read before counts
 * only after {@link #finish}. For one thread.
 */
final class PayloadStream extends InputStream {
  private final InputStream in;
  private final CRC32 crc = new CRC32();
  private final boolean checksum;
  private long left;

  /**
   * @param in the packets' content, from the event's body on
   * @param head the event's bytes before, which the checksum covers
   * @param bodyBytes bytes of the body without the checksum
   * @param checksum whether one follows
   */
  PayloadStream(InputStream in, byte[] head, long bodyBytes, boolean checksum) {
    this.in = in;
    this.left = bodyBytes;
    this.checksum = checksum;
    crc.update(head);
  }

  /** Bytes of the body that were not read. */
  long left() {
    return left;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (left == 0 || length == 0) {
      return length == 0 ? 0 : -1;
    }
    int count = in.read(target, offset, (int) Math.min(left, length));
    if (count < 0) {
      throw new EOFException("the stream ended inside an event");
    }
    crc.update(target, offset, count);
    left -= count;
    return count;
  }

  /**
   * Verifies the checksum and that the packets end with it.
   *
   * @throws StreamCorruptedException when the event is damaged
   */
  void finish() throws IOException {
    if (left > 0) {
      throw new StreamCorruptedException(left + " bytes of the event were not understood");
    }
    if (checksum) {
      byte[] sum = in.readNBytes(4);
      if (sum.length < 4 || new ByteCursor(sum, 0, 4).number(4) != crc.getValue()) {
        throw new StreamCorruptedException("the event's CRC32 checksum does not match its bytes");
      }
    }
    if (in.read() >= 0) {
      throw new StreamCorruptedException("an event is longer than it says");
    }
  }
}
