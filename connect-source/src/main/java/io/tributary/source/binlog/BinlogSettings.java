package io.tributary.source.binlog;

import java.util.Objects;

/**
 * How to reach a server and read from it.
 *
 * @param host name or address
 * @param port TCP port, 1 to 65535
 * @param user account with REPLICATION SLAVE
 * @param password its password, possibly empty
 * @param serverId id that this client takes among the server's replicas, 1 to 2^32-1; no other
 *     replica or connector of the server may have it. 0: none, for a look at what is there now: the
 *     server ends the stream where the binlog ends and throws nobody out ({@code
 *     kill_zombie_dump_threads()} in MySQL's {@code rpl_source.cc})
 * @param tls encryption
 * @param timing waits
 * @param queueMaxBytes how many bytes of events wait in memory, as they were on the wire, before
 *     reading pauses; one event is always let in
 */
public record BinlogSettings(
    String host,
    int port,
    String user,
    String password,
    long serverId,
    TlsSettings tls,
    Timing timing,
    long queueMaxBytes) {
  private static final long DEFAULT_QUEUE_MAX_BYTES = 16L << 20;

  /**
   * How long to wait.
   *
   * @param heartbeatMs how often the idle server shows that it lives, at least 1
   * @param connectTimeoutMs bound of connecting, TLS and authentication together, at least 1
   * @param silenceTimeoutMs when nothing comes for so long, heartbeats neither, the connection is
   *     given up; more than {@code heartbeatMs}
   */
  public record Timing(int heartbeatMs, int connectTimeoutMs, int silenceTimeoutMs) {
    /** Heartbeats every 5 s, 30 s to connect, 30 s of silence. */
    public static final Timing DEFAULT = new Timing(5_000, 30_000, 30_000);

    public Timing {
      require(heartbeatMs > 0, "heartbeatMs must be at least 1");
      require(connectTimeoutMs > 0, "connectTimeoutMs must be at least 1");
      require(silenceTimeoutMs > heartbeatMs, "silenceTimeoutMs must be more than heartbeatMs");
    }
  }

  public BinlogSettings {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(timing, "timing");
    require(port > 0 && port < 1 << 16, "port must be 1 to 65535");
    require(serverId >= 0 && serverId < 1L << 32, "serverId must be 0 to 4294967295");
    require(queueMaxBytes > 0, "queueMaxBytes must be at least 1");
  }

  /** Settings with preferred TLS, default waits and a queue of 16 MB. */
  public static BinlogSettings of(
      String host, int port, String user, String password, long serverId) {
    return new BinlogSettings(
        host,
        port,
        user,
        password,
        serverId,
        TlsSettings.of(TlsSettings.Mode.PREFERRED),
        Timing.DEFAULT,
        DEFAULT_QUEUE_MAX_BYTES);
  }

  /** These settings with other encryption. */
  public BinlogSettings withTls(TlsSettings other) {
    return new BinlogSettings(host, port, user, password, serverId, other, timing, queueMaxBytes);
  }

  /** These settings with other waits. */
  public BinlogSettings withTiming(Timing other) {
    return new BinlogSettings(host, port, user, password, serverId, tls, other, queueMaxBytes);
  }

  /** These settings for a look at what is there now. */
  public BinlogSettings scanning() {
    return new BinlogSettings(host, port, user, password, 0, tls, timing, queueMaxBytes);
  }

  /** These settings with another bound of the queue. */
  public BinlogSettings withQueueMaxBytes(long other) {
    return new BinlogSettings(host, port, user, password, serverId, tls, timing, other);
  }

  /** {@code host:port}, as messages name the server. */
  public String address() {
    return host + ":" + port;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "BinlogSettings[" + user + "@" + address() + ", serverId=" + serverId + ", " + tls + "]";
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
