package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.StreamCorruptedException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beside the recordings, which hold what a real server compressed. */
class MariaDbCompressionTest {
  private static byte[] compressed(byte[] plain, long saidLength, int head) {
    Deflater deflater = new Deflater();
    deflater.setInput(plain);
    deflater.finish();
    byte[] out = new byte[plain.length + 100];
    int length = deflater.deflate(out);
    deflater.end();
    EventBytes bytes = new EventBytes().number(head, 1);
    for (int i = (head & 7) - 1; i >= 0; i--) {
      bytes.number(saidLength >>> (8 * i), 1);
    }
    return bytes.raw(Arrays.copyOf(out, length)).bytes();
  }

  private static byte[] inflate(byte[] bytes, int before) throws StreamCorruptedException {
    return MariaDbCompression.inflate(new ByteCursor(bytes, 0, bytes.length), before);
  }

  private static byte[] plain(Random random, int length) {
    byte[] plain = new byte[length];
    random.nextBytes(plain);
    Arrays.fill(plain, length / 2, length, (byte) 'x');
    return plain;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 255, 256, 65_536, 300_000})
  void givesBackWhatWasCompressed(int length) throws Exception {
    long seed = System.nanoTime();
    byte[] plain = plain(new Random(seed), length);
    byte[] result = inflate(compressed(plain, length, 0x84), 3);
    assertArrayEquals(plain, Arrays.copyOfRange(result, 3, result.length), "seed " + seed);
  }

  @ParameterizedTest(name = "{0} more than there are")
  @ValueSource(longs = {-1, 1, 1_000_000_000, 4_000_000_000L})
  void refusesAnotherLengthThanItSays(long more) {
    byte[] bytes = compressed(plain(new Random(1), 1_000), 1_000 + more, 0x84);
    assertThrows(StreamCorruptedException.class, () -> inflate(bytes, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0x04, 0x80, 0x85, 0x94, 0x00})
  void refusesAnotherAlgorithmOrHead(int head) {
    byte[] bytes = compressed(plain(new Random(1), 100), 100, head);
    assertThrows(StreamCorruptedException.class, () -> inflate(bytes, 0));
  }

  @Test
  void refusesWhatIsCutOrHasMore() {
    byte[] bytes = compressed(plain(new Random(1), 1_000), 1_000, 0x82);
    for (int length = 0; length < bytes.length; length += 7) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(StreamCorruptedException.class, () -> inflate(cut, 0), "cut at " + length);
    }
    byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
    assertThrows(StreamCorruptedException.class, () -> inflate(more, 0));
  }

  /** Version 2 has a length of extra data before the number of columns; UPDATE has two bitmaps. */
  @Test
  void rowsOfVersion2AreReadToo() throws Exception {
    byte[] images = plain(new Random(1), 200);
    byte[] head =
        new EventBytes().number(9, 6).number(1, 2).number(4, 2).number(0, 2).number(9, 1).bytes();
    EventBytes body =
        new EventBytes().raw(head).number(0x1FF_01FF, 4).raw(compressed(images, 200, 0x81));
    BinlogEvent event =
        new EventBytes.Decoded().body(EventType.MARIADB_UPDATE_ROWS_COMPRESSED, 0, body);
    BinlogEvent.Rows rows = assertInstanceOf(BinlogEvent.Rows.class, event);
    assertEquals(2, rows.version());
    assertEquals(head.length + 4 + 200, rows.body().length);
    assertArrayEquals(images, Arrays.copyOfRange(rows.body(), head.length + 4, rows.body().length));
  }
}
