package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compressed transactions that are larger than a packet are decoded while they come. */
class LargePayloadTest {
  private static final int FULL = 0xFFFFFF;
  private static final int ROWS = 300;
  private static final int ROW_BYTES = 100_000;

  private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
  private int sequence = 1;

  @ParameterizedTest
  @CsvSource({"true, 0", "true, 255", "false, 0"})
  void hazard14_itsEventsAreThoseInside(boolean checksums, int compression) throws Exception {
    begin(checksums);
    packet(event(EventType.TRANSACTION_PAYLOAD, payload(compression), checksums));
    packet(event(EventType.XID, new EventBytes().number(9, 8).bytes(), checksums));
    assertTrue(wire.size() > 25_000_000, "several packets");
    List<BinlogEvent> events = new ArrayList<>();
    BinlogException end = read(wire.toByteArray(), events);
    assertTrue(end.retriable(), end::getMessage);
    assertEquals(2 + ROWS + 1 + 1, events.size());
    for (int i = 0; i < ROWS; i++) {
      BinlogEvent.Rows rows = assertInstanceOf(BinlogEvent.Rows.class, events.get(2 + i));
      assertArrayEquals(row(i), rows.body());
      assertEquals(events.get(2).header().end(), rows.header().end());
    }
    assertInstanceOf(BinlogEvent.Xid.class, events.get(2 + ROWS));
    assertEquals(
        events.get(2 + ROWS).header().end(), events.get(2 + ROWS + 1).header().start(), "in place");
  }

  @Test
  void hazard14_itsEndDoesNotComeWhenItsChecksumIsWrong() throws Exception {
    begin(true);
    byte[] event = event(EventType.TRANSACTION_PAYLOAD, payload(255), true);
    event[20_000_000]++;
    packet(event);
    List<BinlogEvent> events = new ArrayList<>();
    BinlogException end = read(wire.toByteArray(), events);
    assertFalse(end.retriable(), end::getMessage);
    assertTrue(end.getMessage().contains("CRC32"), end::getMessage);
    assertTrue(events.stream().noneMatch(BinlogEvent.Xid.class::isInstance));
  }

  @Test
  void aConnectionThatBreaksInsideIsALostConnection() throws Exception {
    begin(true);
    packet(event(EventType.TRANSACTION_PAYLOAD, payload(0), true));
    for (int length : new int[] {FULL + 100, FULL + 300, wire.size() - 2}) {
      List<BinlogEvent> events = new ArrayList<>();
      BinlogException end = read(Arrays.copyOf(wire.toByteArray(), length), events);
      assertTrue(end.retriable(), end::getMessage);
      assertTrue(events.stream().noneMatch(BinlogEvent.Xid.class::isInstance));
    }
  }

  private static BinlogException read(byte[] bytes, List<BinlogEvent> events) throws Exception {
    EventQueue queue = new EventQueue(1L << 40);
    BinlogSettings settings = BinlogSettings.of("h", 3306, "u", "p", 7);
    StartPoint start = new StartPoint.InFile("log.000007", 4);
    new EventReader(new ByteArrayInputStream(bytes), start, queue, new Failures(settings)).run();
    try {
      while (true) {
        events.add(queue.poll(Duration.ZERO));
      }
    } catch (BinlogException e) {
      return e;
    }
  }

  private void begin(boolean checksums) {
    byte[] rotate =
        new EventBytes().number(4, 8).text("log.000007").event(EventType.ROTATE, 0, 0x20);
    packet(rotate);
    byte[] description =
        new EventBytes()
            .number(4, 2)
            .raw(new byte[50 + 4])
            .number(19, 1)
            .raw(new byte[42])
            .number(checksums ? 1 : 0, 1)
            .bytes();
    packet(event(EventType.FORMAT_DESCRIPTION, description, true));
  }

  private int offset = 4;

  private byte[] event(int type, byte[] body, boolean checksum) {
    int length = 19 + body.length + (checksum ? 4 : 0);
    offset += length;
    byte[] event =
        new EventBytes()
            .number(1_700_000_001, 4)
            .number(type, 1)
            .number(5, 4)
            .number(length, 4)
            .number(offset, 4)
            .number(0, 2)
            .raw(body)
            .bytes();
    if (!checksum) {
      return event;
    }
    CRC32 crc = new CRC32();
    crc.update(event);
    return new EventBytes().raw(event).number(crc.getValue(), 4).bytes();
  }

  private static byte[] payload(int compression) {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    for (int i = 0; i < ROWS; i++) {
      inner.writeBytes(new EventBytes().raw(row(i)).event(EventType.WRITE_ROWS, 0, 0));
    }
    inner.writeBytes(new EventBytes().number(3, 8).event(EventType.XID, 0, 0));
    byte[] events = inner.toByteArray();
    byte[] packed = compression == 0 ? Zstd.compress(events) : events;
    EventBytes body = new EventBytes();
    body.number(2, 1);
    if (compression == 255) {
      body.number(3, 1).number(252, 1).number(255, 2);
    } else {
      body.number(1, 1).number(compression, 1);
    }
    body.number(3, 1).number(5, 1).number(254, 1).number(0, 0);
    return size(body, events.length, packed);
  }

  /** Lengths of eight bytes, as the server writes them for what is large. */
  private static byte[] size(EventBytes body, int uncompressed, byte[] packed) {
    byte[] head = body.bytes();
    // The field's own length counts the marker of its number too.
    head[head.length - 2] = 9;
    return new EventBytes()
        .raw(head)
        .number(uncompressed, 8)
        .number(1, 1)
        .number(9, 1)
        .number(254, 1)
        .number(packed.length, 8)
        .number(0, 1)
        .raw(packed)
        .bytes();
  }

  /** Table id, flags and what cannot be compressed. */
  private static byte[] row(int number) {
    byte[] body = new byte[ROW_BYTES];
    new Random(number).nextBytes(body);
    body[0] = 1;
    Arrays.fill(body, 1, 8, (byte) 0);
    return body;
  }

  private void packet(byte[] event) {
    byte[] payload = new byte[event.length + 1];
    System.arraycopy(event, 0, payload, 1, event.length);
    sequence = PacketReaderTest.write(wire, payload, sequence);
  }
}
