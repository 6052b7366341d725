package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.StreamCorruptedException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PacketReaderTest {
  private static final int FULL = 0xFFFFFF;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, FULL - 1, FULL, FULL + 1, 2 * FULL, 2 * FULL + 100})
  void joinsWhatWasCutAtSixteenMegabytes(int length) throws Exception {
    byte[] payload = new byte[length];
    new Random(length).nextBytes(payload);
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    int sequence = write(wire, payload, 254);
    write(wire, new byte[] {1, 2, 3}, sequence);
    PacketReader packets = new PacketReader(new ByteArrayInputStream(wire.toByteArray()));

    assertEquals(length, packets.next());
    assertArrayEquals(payload, Arrays.copyOf(packets.buffer(), length));
    assertEquals(3, packets.next());
    assertThrows(EOFException.class, packets::next);
  }

  @Test
  void aMissingPacketIsNoticed() throws Exception {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    write(wire, new byte[10], 1);
    write(wire, new byte[10], 3);
    PacketReader packets = new PacketReader(new ByteArrayInputStream(wire.toByteArray()));
    packets.next();
    assertThrows(StreamCorruptedException.class, packets::next);
  }

  /** Writes a payload in packets as the protocol cuts it; gives the next sequence number. */
  static int write(ByteArrayOutputStream wire, byte[] payload, int firstSequence) {
    int sequence = firstSequence;
    int at = 0;
    int piece;
    do {
      piece = Math.min(FULL, payload.length - at);
      wire.write(piece);
      wire.write(piece >> 8);
      wire.write(piece >> 16);
      wire.write(sequence++ & 0xFF);
      wire.write(payload, at, piece);
      at += piece;
    } while (piece == FULL);
    return sequence;
  }
}
