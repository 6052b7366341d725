package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.source.binlog.BinlogException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class BinlogClientTest {
  private static final StartPoint START = new StartPoint.InFile("log.000001", 4);

  @Test
  void aSilentServerIsGivenUp() {
    byte[] read = Recording.of("mysql-9.7-file").bytes();
    InputStream silent =
        new InputStream() {
          private int at;

          @Override
          public int read() throws IOException {
            if (at == 1_000) {
              throw new SocketTimeoutException("Read timed out");
            }
            return read[at++] & 0xFF;
          }
        };
    Recording.Result result = Recording.read(silent, START);
    assertEquals(Kind.BROKEN, result.end().kind());
    assertTrue(
        result.end().getMessage().contains("nothing came for 30000 ms after binlog.000002:"));
    assertFalse(result.events().isEmpty());
  }

  @Test
  void aServerThatSaysNothingIsUnreachable() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        BinlogClient client = new BinlogClient(settings(mute, 300))) {
      BinlogException e = assertThrows(BinlogException.class, () -> client.connect(START));
      assertEquals(Kind.UNREACHABLE, e.kind());
      assertTrue(e.retriable());
    }
  }

  @Test
  void closeLetsAConnectingThreadGo() throws Exception {
    try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      BinlogClient client = new BinlogClient(settings(mute, 20_000));
      BinlogException[] thrown = new BinlogException[1];
      Thread connecting =
          new Thread(
              () -> thrown[0] = assertThrows(BinlogException.class, () -> client.connect(START)));
      connecting.start();
      try (Socket accepted = mute.accept()) {
        client.close();
        connecting.join(10_000);
        assertFalse(connecting.isAlive());
        assertEquals(Kind.BROKEN, thrown[0].kind());
        assertTrue(thrown[0].getMessage().contains("closed by this connector"));
        assertEquals(-1, end(accepted));
      }
      BinlogException e =
          assertThrows(BinlogException.class, () -> client.poll(Duration.ofSeconds(10)));
      assertEquals(Kind.BROKEN, e.kind());
    }
  }

  @ParameterizedTest
  @CsvSource({"3", "4294967296"})
  void offsetsThatTheProtocolCannotCarryAreRefused(long offset) {
    BinlogClient client = new BinlogClient(BinlogSettings.of("127.0.0.1", 1, "u", "p", 7));
    BinlogException e =
        assertThrows(
            BinlogException.class,
            () -> client.connect(new StartPoint.InFile("log.000001", offset)));
    assertEquals(Kind.REFUSED, e.kind());
  }

  @Test
  void thePasswordIsNotSentInTheClear() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        GuardedSocket socket = new GuardedSocket("secret")) {
      socket.connect(server.getLocalSocketAddress());
      OutputStream out = socket.getOutputStream();
      byte[] clear = {7, 0, 0, 3, 's', 'e', 'c', 'r', 'e', 't', 0};
      assertThrows(GuardedSocket.PasswordExposedException.class, () -> out.write(clear));
      out.write(new byte[] {7, 0, 0, 3, 's', 'e', 'c', 'r', 'e', 'd', 0});
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1236 | Could not find first log file name in binary log index file | PURGED",
        "1236 | Cannot replicate because the source purged required binary logs. | PURGED",
        "1236 | Client requested source to start replication from position > file size | PURGED",
        "1236 | A replica with the same server_uuid/server_id as this replica has connected to the"
            + " source | SERVER_ID_CLASH",
        "1236 | Replica has more GTIDs than the source has, using the source's SERVER_UUID. They may"
            + " be purged | REFUSED",
        "1236 | Binary log is not open | REFUSED",
        "1236 | event read from binlog did not pass crc check | CORRUPT",
        "1227 | Access denied; you need the REPLICATION SLAVE privilege | REFUSED",
        "1045 | Access denied for user | AUTHENTICATION",
        "1040 | Too many connections | UNREACHABLE",
        "1053 | Server shutdown in progress | BROKEN"
      })
  void whatTheServerSaysIsUnderstood(int code, String message, Kind kind) {
    Failures failures = new Failures(BinlogSettings.of("db", 3306, "u", "p", 7));
    BinlogException e = failures.server(code, message, "log.000001:4", null);
    assertEquals(kind, e.kind());
    assertTrue(e.getMessage().contains(message) && e.getMessage().contains("db:3306"));
    if (kind == Kind.SERVER_ID_CLASH) {
      assertTrue(e.getMessage().contains("server id 7"), e.getMessage());
    }
  }

  private static BinlogSettings settings(ServerSocket server, int connectTimeoutMs) {
    return BinlogSettings.of("127.0.0.1", server.getLocalPort(), "u", "p", 7)
        .withTiming(new BinlogSettings.Timing(1_000, connectTimeoutMs, 2_000));
  }

  private static int end(Socket accepted) throws IOException {
    try {
      return accepted.getInputStream().read();
    } catch (IOException reset) {
      return -1;
    }
  }
}
