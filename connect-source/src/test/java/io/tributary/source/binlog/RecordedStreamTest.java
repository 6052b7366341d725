package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.source.binlog.BinlogException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What real servers sent is read event by event, and damage to it is never taken for content. */
class RecordedStreamTest {
  /**
   * {@code mysql-9.7-file.events} was checked against the server's SHOW BINLOG EVENTS. The other
   * files hold what this reader read when they were recorded: they show that it still reads so.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql-9.7-file",
        "mysql-9.7-middle",
        "mysql-9.7-gtid",
        "mariadb-10.11-file",
        "mariadb-10.11-gtid",
        "mariadb-11.8-file",
        "mariadb-11.8-gtid"
      })
  void readsEveryEventAtItsPlace(String name) throws IOException {
    Recording.Result result = Recording.of(name).read();

    assertEquals(expected(name), result.lines());
    assertEquals(Kind.BROKEN, result.end().kind());
    assertTrue(result.end().getMessage().contains("server id 7"), result.end().getMessage());
  }

  /** The server decrypts what it sends; the event that says so may be ignored. */
  @Test
  void anEncryptedBinlogComesInPlain() {
    Recording.Result result = Recording.of("mariadb-10.11-encrypted-file").read();

    assertEquals(Kind.BROKEN, result.end().kind());
    List<String> lines = result.lines();
    assertTrue(lines.get(2).contains("Ignorable type=164"), lines.get(2));
    assertTrue(
        lines
            .get(lines.size() - 2)
            .contains("INSERT 18 v1 last 12000000000001000203fc0100000003616263"),
        lines.toString());
  }

  /** Each run tries another part of the bytes; all were tried once. */
  @ParameterizedTest
  @ValueSource(strings = {"mysql-9.7-file", "mariadb-10.11-file", "mariadb-11.8-file"})
  void noDamagedByteIsTakenForContent(String name) {
    Recording recording = Recording.of(name);
    List<String> whole = recording.read().lines();
    int step = 11;
    for (int at = new Random().nextInt(step); at < recording.bytes().length; at += step) {
      if (withoutChecksum(recording, at)) {
        continue;
      }
      byte[] damaged = recording.bytes().clone();
      damaged[at] ^= (byte) (1 << (at % 8));
      Recording.Result result = recording.with(damaged).read();
      int read = result.events().size();
      assertTrue(read < whole.size(), "byte " + at + " was damaged and nobody noticed");
      assertEquals(whole.subList(0, read), result.lines(), "byte " + at);
    }
  }

  @Test
  void aStreamThatEndsAnywhereEndsBroken() {
    Recording recording = Recording.of("mysql-9.7-file");
    List<String> whole = recording.read().lines();
    for (int length = 0; length < recording.bytes().length; length += 29) {
      Recording.Result result = recording.with(Arrays.copyOf(recording.bytes(), length)).read();
      assertEquals(whole.subList(0, result.events().size()), result.lines());
      assertEquals(Kind.BROKEN, result.end().kind(), "cut at " + length);
    }
  }

  /**
   * Whether a byte belongs to what has no checksum: the events of the files that were written
   * without, and the numbers of packets, of which the first may be any.
   */
  private static boolean withoutChecksum(Recording recording, int at) {
    byte[] bytes = recording.bytes();
    boolean checksums = true;
    for (int packet = 0; packet < bytes.length; ) {
      int length = (bytes[packet] & 0xFF) | (bytes[packet + 1] & 0xFF) << 8;
      int end = packet + 4 + length;
      int type = bytes[packet + 9];
      if (type == EventType.FORMAT_DESCRIPTION) {
        checksums = bytes[end - 5] == 1;
      }
      if (at < end) {
        return !checksums || at == 3;
      }
      packet = end;
    }
    return true;
  }

  private static List<String> expected(String name) throws IOException {
    try (InputStream in = RecordedStreamTest.class.getResourceAsStream(name + ".events")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
