package io.tributary.source.preflight;

/**
 * How to reach a server.
 *
 * @param host name or address
 * @param port TCP port
 * @param user user name
 * @param password its password, never null; not part of {@link #toString()}
 * @param ssl how the connection is encrypted
 */
public record DatabaseSettings(
    String host, int port, String user, String password, SslSettings ssl) {
  /** {@code host:port} for messages. */
  public String address() {
    return host + ":" + port;
  }

  @Override
  public String toString() {
    return user + "@" + address();
  }
}
