package io.tributary.source.binlog;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;

/**
 * Opens the envelope of a compressed transaction ({@code Transaction_payload_event}, MySQL's {@code
 * codecs/binary.cpp}). It is decompressed event by event, so that only two inner events are in
 * memory. Inner events have no checksum, the envelope's covers them: the last inner event, which
 * ends the transaction, is handed on only when that has been verified. For one event.
 */
final class PayloadDecoder {
  private static final int END_FIELD = 0;
  private static final int SIZE_FIELD = 1;
  private static final int COMPRESSION_FIELD = 2;
  private static final int UNCOMPRESSED_SIZE_FIELD = 3;

  /** The head's fields are numbers. */
  private static final int MAX_FIELD_BYTES = 64;

  private static final int ZSTD = 0;
  private static final int NONE = 255;

  /** No event can be larger: max_allowed_packet is at most 1 GB. */
  private static final int MAX_EVENT_BYTES = (1 << 30) + (64 << 20);

  private final EventHeader envelope;
  private final EventSink sink;
  private BinlogEvent held;
  private long heldBytes;

  PayloadDecoder(EventHeader envelope, EventSink sink) {
    this.envelope = envelope;
    this.sink = sink;
  }

  /** Hands on the inner events, each at the envelope's place. */
  void decode(PayloadStream body) throws IOException, InterruptedException {
    long size = -1;
    long compression = -1;
    long uncompressed = -1;
    for (long field = packed(body); field != END_FIELD; field = packed(body)) {
      ByteCursor value = value(body);
      switch ((int) field) {
        case SIZE_FIELD -> size = value.packed();
        case COMPRESSION_FIELD -> compression = value.packed();
        case UNCOMPRESSED_SIZE_FIELD -> uncompressed = value.packed();
        default -> throw new StreamCorruptedException("unknown field " + field + " of a payload");
      }
    }
    if (body.left() != size) {
      throw new StreamCorruptedException(
          "a payload of " + body.left() + " bytes says that it has " + size);
    }
    try (InputStream events = decompress(body, compression)) {
      readEvents(events, compression == NONE ? size : uncompressed);
    }
    body.finish();
    if (held != null) {
      sink.accept(held, heldBytes);
    }
  }

  /** MySQL's length-encoded integer. */
  private static long packed(InputStream body) throws IOException {
    byte[] bytes = new byte[1 + 8];
    fill(body, bytes, 0, 1);
    int more =
        switch (bytes[0] & 0xFF) {
          case 252 -> 2;
          case 253 -> 3;
          case 254 -> 8;
          default -> 0;
        };
    fill(body, bytes, 1, more);
    return new ByteCursor(bytes, 0, 1 + more).packed();
  }

  private static ByteCursor value(InputStream body) throws IOException {
    long length = packed(body);
    if (length < 0 || length > MAX_FIELD_BYTES) {
      throw new StreamCorruptedException("a field of " + length + " bytes in a payload's head");
    }
    byte[] bytes = new byte[(int) length];
    fill(body, bytes, 0, bytes.length);
    return new ByteCursor(bytes, 0, bytes.length);
  }

  private static InputStream decompress(InputStream raw, long compression) throws IOException {
    if (compression == NONE) {
      return raw;
    }
    if (compression == ZSTD) {
      return new ZstdInputStreamNoFinalizer(raw);
    }
    throw new StreamCorruptedException("unknown compression " + compression + " of a payload");
  }

  private void readEvents(InputStream events, long size) throws IOException, InterruptedException {
    byte[] header = new byte[RawHeader.BYTES];
    long left = size;
    while (left > 0) {
      fill(events, header, 0, header.length);
      RawHeader raw = RawHeader.read(new ByteCursor(header, 0, header.length));
      long bodyLength = raw.length() - header.length;
      if (bodyLength < 0 || raw.length() > left || bodyLength > MAX_EVENT_BYTES) {
        throw new StreamCorruptedException(
            "an event of " + raw.length() + " bytes where " + left + " are left in its payload");
      }
      byte[] body = new byte[(int) bodyLength];
      fill(events, body, 0, body.length);
      left -= raw.length();
      hand(raw, body);
    }
    if (left < 0 || events.read() >= 0) {
      throw new StreamCorruptedException("a payload is not as long as it says, " + size);
    }
  }

  private void hand(RawHeader raw, byte[] body) throws IOException, InterruptedException {
    if (raw.type() == EventType.TRANSACTION_PAYLOAD) {
      throw new StreamCorruptedException("a payload inside a payload");
    }
    EventHeader header =
        new EventHeader(
            raw.timestamp(),
            raw.type(),
            raw.serverId(),
            envelope.length(),
            raw.flags(),
            envelope.file(),
            envelope.end());
    if (held != null) {
      sink.accept(held, heldBytes);
    }
    held = BodyDecoder.decode(header, new ByteCursor(body, 0, body.length));
    heldBytes = raw.length();
  }

  private static void fill(InputStream events, byte[] target, int offset, int length)
      throws IOException {
    int count = events.readNBytes(target, offset, length);
    if (count < length) {
      throw new EOFException("a payload ends inside an event");
    }
  }
}
