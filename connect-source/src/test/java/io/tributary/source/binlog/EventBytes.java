package io.tributary.source.binlog;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes events byte by byte, for what no recording holds. */
final class EventBytes {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  EventBytes number(long value, int size) {
    for (int i = 0; i < size; i++) {
      bytes.write((int) (value >>> (8 * i)));
    }
    return this;
  }

  EventBytes text(String value) {
    return raw(value.getBytes(StandardCharsets.UTF_8));
  }

  EventBytes raw(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  /** These bytes as the body of an event without checksum. */
  byte[] event(int type, long logPos, int flags) {
    byte[] body = bytes();
    return new EventBytes()
        .number(1_700_000_001, 4)
        .number(type, 1)
        .number(5, 4)
        .number(19 + body.length, 4)
        .number(logPos, 4)
        .number(flags, 2)
        .raw(body)
        .bytes();
  }

  /** A decoder that stands at 127 of log.000007, which has no checksums, and what it hands on. */
  static final class Decoded {
    final List<BinlogEvent> events = new ArrayList<>();
    private final EventDecoder decoder =
        new EventDecoder(
            new StartPoint.InFile("log.000007", 4), (event, size) -> events.add(event));
    private long offset = 4;

    Decoded() throws Exception {
      next(new EventBytes().number(4, 8).text("log.000007").event(EventType.ROTATE, 0, 0x20));
      byte[] description =
          new EventBytes()
              .number(4, 2)
              .raw(new byte[50 + 4])
              .number(19, 1)
              .raw(new byte[42])
              .number(0, 5)
              .event(EventType.FORMAT_DESCRIPTION, 127, 0);
      next(description);
      offset = 127;
      events.clear();
    }

    /** Decodes an event of this body that stands at the end of the others. */
    BinlogEvent body(int type, int flags, EventBytes body) throws Exception {
      offset += 19 + body.bytes().length;
      next(body.event(type, offset, flags));
      return events.get(events.size() - 1);
    }

    private void next(byte[] event) throws Exception {
      decoder.decode(event, 0, event.length);
    }
  }
}
