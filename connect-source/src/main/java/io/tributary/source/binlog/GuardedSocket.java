package io.tributary.source.binlog;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * A socket that never sends the password in the clear. A server can ask for that ({@code
 * mysql_clear_password}), and the library obeys; encrypted bytes pass here as they are.
 *
 * <p>Thread-safe as sockets are; {@link #abort} may be called from any thread.
 */
final class GuardedSocket extends Socket {
  private static final int PACKET_HEADER_BYTES = 4;

  private final byte[] password;

  GuardedSocket(String password) {
    // In the charset in which the library sends it.
    this.password = password.getBytes(Charset.defaultCharset());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new FilterOutputStream(super.getOutputStream()) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        refusePassword(bytes, offset, length);
        out.write(bytes, offset, length);
      }
    };
  }

  /** Ends the connection at once: nothing is flushed, no goodbye of TLS is waited for. */
  void abort() {
    try {
      setSoLinger(true, 0);
    } catch (SocketException e) {
      // It is closed already, or was never connected.
    }
    try {
      close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  private void refusePassword(byte[] bytes, int offset, int length)
      throws PasswordExposedException {
    int body = offset + PACKET_HEADER_BYTES;
    int bodyLength = length - PACKET_HEADER_BYTES;
    boolean exposed =
        password.length > 0
            && (bodyLength == password.length || bodyLength == password.length + 1)
            && Arrays.equals(bytes, body, body + password.length, password, 0, password.length);
    if (exposed) {
      throw new PasswordExposedException();
    }
  }

  /** The server asked for the password in the clear. */
  static final class PasswordExposedException extends IOException {
    private static final long serialVersionUID = 1L;

    PasswordExposedException() {
      super("the server asked for the password in the clear over a connection without TLS");
    }
  }
}
