package io.tributary.source.binlog;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;

/**
 * Opens the envelope of a compressed transaction ({@code Transaction_payload_event}, MySQL's {@code
 * codecs/binary.cpp}). It is decompressed event by event, so besides the envelope only one inner
 * event is in memory. Inner events have no checksum, the envelope's covers them. For one event.
 */
final class PayloadDecoder {
  private static final int END_FIELD = 0;
  private static final int SIZE_FIELD = 1;
  private static final int COMPRESSION_FIELD = 2;
  private static final int UNCOMPRESSED_SIZE_FIELD = 3;

  private static final int ZSTD = 0;
  private static final int NONE = 255;

  /** No event can be larger: max_allowed_packet is at most 1 GB. */
  private static final int MAX_EVENT_BYTES = (1 << 30) + (64 << 20);

  private final EventHeader envelope;
  private final EventSink sink;

  PayloadDecoder(EventHeader envelope, EventSink sink) {
    this.envelope = envelope;
    this.sink = sink;
  }

  /** Hands on the inner events, each at the envelope's place. */
  void decode(ByteCursor body) throws IOException, InterruptedException {
    long size = -1;
    long compression = -1;
    long uncompressed = -1;
    for (int field = (int) body.packed(); field != END_FIELD; field = (int) body.packed()) {
      ByteCursor value = body.slice(body.packedLength());
      switch (field) {
        case SIZE_FIELD -> size = value.packed();
        case COMPRESSION_FIELD -> compression = value.packed();
        case UNCOMPRESSED_SIZE_FIELD -> uncompressed = value.packed();
        default -> throw new StreamCorruptedException("unknown field " + field + " of a payload");
      }
    }
    if (body.remaining() != size) {
      throw new StreamCorruptedException(
          "a payload of " + body.remaining() + " bytes says that it has " + size);
    }
    try (InputStream events = decompress(body.stream(), compression)) {
      readEvents(events, compression == NONE ? size : uncompressed);
    }
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
      fill(events, header);
      RawHeader raw = RawHeader.read(new ByteCursor(header, 0, header.length));
      long bodyLength = raw.length() - header.length;
      if (bodyLength < 0 || raw.length() > left || bodyLength > MAX_EVENT_BYTES) {
        throw new StreamCorruptedException(
            "an event of " + raw.length() + " bytes where " + left + " are left in its payload");
      }
      byte[] body = new byte[(int) bodyLength];
      fill(events, body);
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
    sink.accept(BodyDecoder.decode(header, new ByteCursor(body, 0, body.length)), raw.length());
  }

  private static void fill(InputStream events, byte[] target) throws IOException {
    int count = events.readNBytes(target, 0, target.length);
    if (count < target.length) {
      throw new EOFException("a payload ends inside an event");
    }
  }
}
