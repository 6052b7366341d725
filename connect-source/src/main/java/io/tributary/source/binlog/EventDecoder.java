package io.tributary.source.binlog;

import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.util.zip.CRC32;

/**
 * Decodes one connection's events, one after the other: header, checksum, place, body. Row events
 * and table maps stay raw, so that most bytes are only copied. Not thread-safe.
 */
final class EventDecoder {
  private static final int CHECKSUM_BYTES = 4;
  private static final int CHECKSUM_NONE = 0;
  private static final int CHECKSUM_CRC32 = 1;

  private final StartPoint start;
  private final EventSink sink;
  private final PositionTracker tracker;
  private final CRC32 crc = new CRC32();
  private boolean checksums;

  /**
   * Whether the file's description says that there are no checksums, and no event has shown that it
   * is right. Its own checksum proves nothing then: the server changes the event and leaves it.
   */
  private boolean doubted;

  /**
   * @param start where the connection began to read
   * @param sink takes the events
   */
  EventDecoder(StartPoint start, EventSink sink) {
    this.start = start;
    this.sink = sink;
    this.tracker = new PositionTracker(start instanceof StartPoint.AfterGtids);
  }

  /** End of the last event that was decoded, {@code file:offset}, for messages. */
  String place() {
    return tracker.file().isEmpty() ? "the request for " + start : tracker.place();
  }

  /**
   * Decodes one event and hands it on; an envelope of several hands all of them on.
   *
   * @throws IOException when the event is damaged, out of place or not of the form that its type
   *     has
   */
  void decode(byte[] bytes, int offset, int length) throws IOException, InterruptedException {
    ByteCursor cursor = new ByteCursor(bytes, offset, length);
    RawHeader raw = RawHeader.read(cursor);
    if (raw.length() != length) {
      throw new StreamCorruptedException(
          "an event of " + length + " bytes says that it has " + raw.length());
    }
    int bodyLength = length - RawHeader.BYTES - checksumLength(raw, bytes, offset, length);
    ByteCursor body = cursor.slice(cursor.length(bodyLength));
    switch (raw.type()) {
      case EventType.ROTATE -> rotate(raw, body);
      case EventType.FORMAT_DESCRIPTION -> formatDescription(raw, body);
      case EventType.HEARTBEAT -> heartbeat(raw, body);
      case EventType.HEARTBEAT_V2 -> heartbeatV2(raw, body);
      case EventType.TRANSACTION_PAYLOAD -> {
        requireDescription(raw);
        advance(raw);
        PayloadStream all = new PayloadStream(body.stream(), new byte[0], body.remaining(), false);
        new PayloadDecoder(header(raw), sink).decode(all);
      }
      default -> {
        requireDescription(raw);
        advance(raw);
        BinlogEvent event = BodyDecoder.decode(header(raw), body);
        // Rows that came compressed take more memory than the wire.
        boolean grown = event instanceof BinlogEvent.Rows rows && rows.body().length > length;
        sink.accept(event, grown ? ((BinlogEvent.Rows) event).body().length : length);
      }
    }
  }

  /**
   * Decodes a compressed transaction while it comes; its last event is handed on when the checksum
   * of the whole has been verified.
   *
   * @param in the event, up to its end
   */
  void decode(InputStream in) throws IOException, InterruptedException {
    byte[] head = in.readNBytes(RawHeader.BYTES);
    RawHeader raw = RawHeader.read(new ByteCursor(head, 0, head.length));
    requireDescription(raw);
    long bodyBytes = raw.length() - head.length - (checksums ? CHECKSUM_BYTES : 0);
    advance(raw);
    new PayloadDecoder(header(raw), sink).decode(new PayloadStream(in, head, bodyBytes, checksums));
  }

  /** Before it is known whether there are checksums, an event proves nothing. */
  private void requireDescription(RawHeader raw) throws StreamCorruptedException {
    if (tracker.position().created() == 0) {
      throw new StreamCorruptedException(
          "event type " + raw.type() + " comes before the file's FORMAT_DESCRIPTION");
    }
  }

  private int checksumLength(RawHeader raw, byte[] bytes, int offset, int length)
      throws StreamCorruptedException {
    if (length < RawHeader.BYTES + CHECKSUM_BYTES) {
      return 0;
    }
    if (raw.type() == EventType.FORMAT_DESCRIPTION) {
      checksums = readAlgorithm(bytes[offset + length - CHECKSUM_BYTES - 1]);
      doubted = !checksums;
      if (checksums) {
        verify(bytes, offset, length);
      }
      return CHECKSUM_BYTES;
    }
    if (raw.type() == EventType.ROTATE && raw.artificial()) {
      // Made up between two files, or before the first one's description says whether there are
      // checksums: it has one if the last four bytes are one.
      return matches(bytes, offset, length) ? CHECKSUM_BYTES : 0;
    }
    if (!checksums) {
      trustDescription(bytes, offset, length);
      return 0;
    }
    verify(bytes, offset, length);
    return CHECKSUM_BYTES;
  }

  /** The algorithm stands before the checksum, which this event always has room for. */
  private static boolean readAlgorithm(int algorithm) throws StreamCorruptedException {
    return switch (algorithm) {
      case CHECKSUM_NONE -> false;
      case CHECKSUM_CRC32 -> true;
      default ->
          throw new StreamCorruptedException("unknown checksum algorithm " + (algorithm & 0xFF));
    };
  }

  private void trustDescription(byte[] bytes, int offset, int length)
      throws StreamCorruptedException {
    if (doubted && matches(bytes, offset, length)) {
      throw new StreamCorruptedException(
          "the event has a CRC32 checksum although the file's FORMAT_DESCRIPTION says that there"
              + " are none");
    }
    doubted = false;
  }

  private void verify(byte[] bytes, int offset, int length) throws StreamCorruptedException {
    if (!matches(bytes, offset, length)) {
      throw new StreamCorruptedException("the event's CRC32 checksum does not match its bytes");
    }
  }

  private boolean matches(byte[] bytes, int offset, int length) throws StreamCorruptedException {
    int covered = length - CHECKSUM_BYTES;
    crc.reset();
    crc.update(bytes, offset, covered);
    return crc.getValue() == new ByteCursor(bytes, offset + covered, CHECKSUM_BYTES).number(4);
  }

  private void advance(RawHeader raw) throws StreamCorruptedException {
    if (!raw.artificial()) {
      tracker.advance(raw.type(), raw.length(), raw.logPos());
    }
  }

  private void rotate(RawHeader raw, ByteCursor body) throws IOException, InterruptedException {
    long offset = body.number(8);
    String file = body.utf8(body.remaining());
    if (raw.artificial()) {
      tracker.beginFile(file, offset);
    } else {
      advance(raw);
      tracker.expectNext(file);
    }
    sink.accept(new BinlogEvent.Rotate(header(raw), file, offset), raw.length());
  }

  private void formatDescription(RawHeader raw, ByteCursor body)
      throws IOException, InterruptedException {
    long version = body.number(2);
    if (version != 4) {
      throw new StreamCorruptedException("binlog version " + version + ", this reader knows 4");
    }
    String server = body.slice(50).utf8ToZero();
    body.skip(4);
    int headerBytes = body.octet();
    if (headerBytes != RawHeader.BYTES) {
      throw new StreamCorruptedException("event headers of " + headerBytes + " bytes");
    }
    tracker.describe(raw.timestamp(), raw.length(), raw.logPos());
    sink.accept(new BinlogEvent.FormatDescription(header(raw), server), raw.length());
  }

  private void heartbeat(RawHeader raw, ByteCursor body) throws IOException, InterruptedException {
    tracker.heartbeat(body.utf8(body.remaining()), raw.logPos(), true);
    sink.accept(new BinlogEvent.Heartbeat(header(raw)), raw.length());
  }

  /** Fields with a type, a length and a value each; MySQL's {@code Heartbeat_event_v2}. */
  private void heartbeatV2(RawHeader raw, ByteCursor body)
      throws IOException, InterruptedException {
    String file = tracker.file();
    long offset = tracker.position().offset();
    while (body.remaining() > 0) {
      int field = (int) body.packed();
      if (field == 0) {
        break;
      }
      ByteCursor value = body.slice(body.packedLength());
      if (field == 1) {
        file = value.utf8(value.remaining());
      } else if (field == 2) {
        offset = value.packed();
      }
    }
    tracker.heartbeat(file, offset, false);
    sink.accept(new BinlogEvent.Heartbeat(header(raw)), raw.length());
  }

  private EventHeader header(RawHeader raw) {
    return new EventHeader(
        raw.timestamp(),
        raw.type(),
        raw.serverId(),
        raw.length(),
        raw.markedFlags(),
        tracker.file(),
        tracker.position());
  }
}
