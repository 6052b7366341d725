package io.tributary.it.chaos.faults;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.it.chaos.faults.Proxy.CommitCut;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where the proxy cuts. */
@Timeout(30)
class ProxyTest {
  private static final byte[] COMMIT = packet("COMMIT");

  private ServerSocket listener;
  private Proxy proxy;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    proxy = new Proxy("127.0.0.1", listener.getLocalPort());
    client = new Socket("127.0.0.1", proxy.port());
    server = listener.accept();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    listener.close();
    proxy.close();
  }

  @Test
  void forwardsBothWays() throws IOException {
    client.getOutputStream().write(packet("SELECT 1"));
    assertArrayEquals(packet("SELECT 1"), server.getInputStream().readNBytes(13));
    server.getOutputStream().write(new byte[] {1, 2});
    assertArrayEquals(new byte[] {1, 2}, client.getInputStream().readNBytes(2));
  }

  @Test
  void aCommitThatIsCutBeforeTheServerNeverArrives() throws IOException {
    proxy.cutAtCommit(CommitCut.BEFORE);
    client.getOutputStream().write(COMMIT);
    assertEquals(-1, server.getInputStream().read());
    assertFalse(proxy.cutPending());
  }

  @Test
  void aCommitWhoseAnswerIsLostArrives() throws IOException {
    proxy.cutAtCommit(CommitCut.ANSWER_LOST);
    client.getOutputStream().write(COMMIT);
    assertArrayEquals(COMMIT, server.getInputStream().readNBytes(COMMIT.length));
    server.getOutputStream().write(1);
    assertEquals(-1, client.getInputStream().read());
  }

  @Test
  void otherStatementsPassACutAtCommit() throws IOException {
    proxy.cutAtCommit(CommitCut.BEFORE);
    client.getOutputStream().write(packet("SELECT 1"));
    assertArrayEquals(packet("SELECT 1"), server.getInputStream().readNBytes(13));
  }

  @Test
  void cutsAfterAsManyBytesAsWereAskedFor() throws IOException {
    proxy.cutAfter(5);
    server.getOutputStream().write(new byte[20]);
    assertEquals(5, client.getInputStream().readAllBytes().length);
  }

  private static byte[] packet(String sql) {
    byte[] text = sql.getBytes(StandardCharsets.US_ASCII);
    byte[] packet = new byte[text.length + 5];
    packet[0] = (byte) (text.length + 1);
    packet[4] = 3;
    System.arraycopy(text, 0, packet, 5, text.length);
    return packet;
  }
}
