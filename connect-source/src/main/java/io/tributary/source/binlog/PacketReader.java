package io.tributary.source.binlog;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Cuts the server's stream into packets. Packets of 16 MB - 1 go on in the next one (<a
 * href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html">MySQL
 * packets</a>). Compressed transactions that do so can be read as a stream: they may be as large as
 * a packet can be, 1 GB, whatever the memory. Not thread-safe.
 */
final class PacketReader {
  private static final int HEADER_BYTES = 4;
  private static final int FULL_PACKET_BYTES = 0xFFFFFF;

  /** The largest packet the server can send, max_allowed_packet, is 1 GB; events add a little. */
  private static final int MAX_BYTES = (1 << 30) + (64 << 20);

  private static final int KEPT_BYTES = 1 << 20;

  /** What {@link #next} says of a compressed transaction that goes on in further packets. */
  static final int LARGE_PAYLOAD = -1;

  /** Place of the event's type in a packet: after the marker and the timestamp. */
  private static final int TYPE_AT = 1 + 4;

  private final InputStream in;
  private final byte[] header = new byte[HEADER_BYTES];
  private byte[] buffer = new byte[1 << 16];
  private int sequence = -1;

  PacketReader(InputStream in) {
    this.in = in;
  }

  /** The last packet's bytes; they are overwritten by {@link #next}. */
  byte[] buffer() {
    return buffer;
  }

  /**
   * Reads the next packet into the buffer.
   *
   * @return its length, 0 or more; {@link #LARGE_PAYLOAD} when it is to be read by {@link #stream}
   *     before the next one
   * @throws EOFException when the stream ends before it or inside it
   * @throws StreamCorruptedException when packets are missing or too large
   */
  int next() throws IOException {
    if (buffer.length > KEPT_BYTES) {
      buffer = new byte[KEPT_BYTES];
    }
    int length = 0;
    int piece;
    do {
      piece = pieceLength();
      if (length + piece > MAX_BYTES) {
        throw new StreamCorruptedException("a packet of more than " + MAX_BYTES + " bytes");
      }
      reserve(length, piece);
      fill(buffer, length, piece);
      length += piece;
      if (length == FULL_PACKET_BYTES && buffer[TYPE_AT] == EventType.TRANSACTION_PAYLOAD) {
        return LARGE_PAYLOAD;
      }
    } while (piece == FULL_PACKET_BYTES);
    return length;
  }

  /** The packet of which only the beginning is in the buffer, after its marker. */
  Packet stream() {
    return new Packet();
  }

  /** A packet that is read piece by piece. */
  final class Packet extends InputStream {
    private int at = 1;
    private int end = FULL_PACKET_BYTES;
    private boolean more = true;
    private IOException broken;

    /** Why the connection broke while it was read; null when it did not. */
    IOException broken() {
      return broken;
    }

    @Override
    public int read() throws IOException {
      return fillBuffer() ? buffer[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      if (!fillBuffer()) {
        return -1;
      }
      int count = Math.min(length, end - at);
      System.arraycopy(buffer, at, target, offset, count);
      at += count;
      return count;
    }

    private boolean fillBuffer() throws IOException {
      if (at < end) {
        return true;
      }
      if (!more) {
        return false;
      }
      try {
        end = pieceLength();
        more = end == FULL_PACKET_BYTES;
        at = 0;
        fill(buffer, 0, end);
      } catch (IOException e) {
        broken = e;
        throw e;
      }
      return end > 0;
    }
  }

  private int pieceLength() throws IOException {
    fill(header, 0, HEADER_BYTES);
    int number = header[3] & 0xFF;
    if (sequence >= 0 && number != ((sequence + 1) & 0xFF)) {
      throw new StreamCorruptedException(
          "packet number " + number + " follows packet number " + sequence);
    }
    sequence = number;
    return (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
  }

  private void reserve(int used, int more) {
    if (used + more > buffer.length) {
      int doubled = (int) Math.min(MAX_BYTES, 2L * buffer.length);
      buffer = Arrays.copyOf(buffer, Math.max(used + more, doubled));
    }
  }

  private void fill(byte[] target, int offset, int length) throws IOException {
    int at = offset;
    while (at < offset + length) {
      int count = in.read(target, at, offset + length - at);
      if (count < 0) {
        throw new EOFException("the stream ended");
      }
      at += count;
    }
  }
}
