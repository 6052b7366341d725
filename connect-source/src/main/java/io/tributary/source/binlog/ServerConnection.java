package io.tributary.source.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.GtidSet;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import com.github.shyiko.mysql.binlog.network.protocol.PacketChannel;
import com.github.shyiko.mysql.binlog.network.protocol.command.ByteArrayCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.DumpBinaryLogCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.DumpBinaryLogGtidCommand;
import com.github.shyiko.mysql.binlog.network.protocol.command.QueryCommand;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/**
 * Connects, encrypts and authenticates by the library, and asks for the binlog. The library reads
 * no event: its own reading skips events that it cannot decode, goes on after a listener's error
 * and moves a position of its own. What the server sends is left in {@link #open}'s stream.
 *
 * <p>For one thread; {@link #abort} may be called from any.
 */
final class ServerConnection {
  /** How long the server waits for a reader that does not take its bytes, in seconds. */
  private static final int NET_WRITE_TIMEOUT_SECONDS = 3_600;

  /** TLS hands out what one record holds, 16 KB at most, at some cost for each read. */
  private static final int TLS_BUFFER_BYTES = 1 << 18;

  private static final Pattern MARIADB_LIST = Pattern.compile("\\d+-\\d+-\\d+(,\\d+-\\d+-\\d+)*");

  private final BinlogSettings settings;
  private final StartPoint start;
  private final GuardedSocket socket;

  ServerConnection(BinlogSettings settings, StartPoint start) {
    this.settings = settings;
    this.start = start;
    this.socket = new GuardedSocket(settings.password());
  }

  /**
   * Connects and asks for the binlog.
   *
   * @return the packets that the server sends in answer
   * @throws IOException when it cannot connect, or the server refuses
   */
  InputStream open() throws IOException {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    socket.setSoTimeout(settings.timing().connectTimeoutMs());
    Session session = new Session();
    PacketChannel channel = session.open();
    socket.setSoTimeout(settings.timing().silenceTimeoutMs());
    InputStream in = channel.getInputStream();
    return channel.isSSL() ? new BufferedInputStream(in, TLS_BUFFER_BYTES) : in;
  }

  /** Ends the connection at once, also while {@link #open} still works. */
  void abort() {
    socket.abort();
  }

  /** The server refuses by its kind what was asked for, before it was asked. */
  static final class WrongStartException extends IOException {
    private static final long serialVersionUID = 1L;

    WrongStartException(String message) {
      super(message);
    }
  }

  /** The library's client, stopped where it would begin to read. */
  private final class Session extends BinaryLogClient {
    Session() {
      super(settings.host(), settings.port(), settings.user(), settings.password());
      setServerId(settings.serverId());
      setKeepAlive(false);
      setConnectTimeout(settings.timing().connectTimeoutMs());
      setSocketFactory(() -> socket);
      setSSLMode(libraryMode());
      setSslSocketFactory(new TlsSockets(settings.tls(), settings.host()));
      setUseSendAnnotateRowsEvent(true);
      // Any name keeps the library from asking where the server is.
      setBinlogFilename("");
      if (start instanceof StartPoint.InFile inFile) {
        setBinlogFilename(inFile.file());
        setBinlogPosition(inFile.offset());
      }
      registerLifecycleListener(
          new AbstractLifecycleListener() {
            @Override
            public void onConnect(BinaryLogClient client) {
              throw new HandedOver();
            }
          });
    }

    PacketChannel open() throws IOException {
      try {
        connect();
      } catch (HandedOver expected) {
        return channel;
      }
      throw new IllegalStateException("the library began to read by itself");
    }

    /** Who the peer is, is checked by {@link TlsSockets} during the handshake. */
    private SSLMode libraryMode() {
      return switch (settings.tls().mode()) {
        case DISABLED -> SSLMode.DISABLED;
        case PREFERRED -> SSLMode.PREFERRED;
        case REQUIRED -> SSLMode.REQUIRED;
        case VERIFY_CA, VERIFY_IDENTITY -> SSLMode.VERIFY_CA;
      };
    }

    /** Before the library's own check, which throws unchecked exceptions. */
    @Override
    protected void setupGtidSet() throws IOException {
      if (start instanceof StartPoint.AfterGtids after) {
        if (getMariaDB()) {
          mariaDbList(after);
        } else {
          mySqlSet(after);
        }
      }
    }

    /**
     * Both spellings of each variable, before and after MySQL 8.0.26. Checksums are always
     * accepted, because old files may have them where new ones do not.
     */
    @Override
    protected void setupConnection() throws IOException {
      long heartbeatNanos = settings.timing().heartbeatMs() * 1_000_000L;
      execute("SET @master_binlog_checksum = 'CRC32', @source_binlog_checksum = 'CRC32'");
      execute(
          "SET @master_heartbeat_period = "
              + heartbeatNanos
              + ", @source_heartbeat_period = "
              + heartbeatNanos);
      execute("SET SESSION net_write_timeout = " + NET_WRITE_TIMEOUT_SECONDS);
    }

    @Override
    protected void requestBinaryLogStream() throws IOException {
      if (getMariaDB()) {
        requestFromMariaDb();
      } else if (start instanceof StartPoint.InFile inFile) {
        // The same bit of the flags asks MySQL for 64-bit heartbeats (USE_HEARTBEAT_EVENT_V2,
        // rpl_constants.h) and MariaDB for ANNOTATE_ROWS; older servers pass over it.
        channel.write(
            new DumpBinaryLogCommand(settings.serverId(), inFile.file(), inFile.offset(), true));
      } else if (start instanceof StartPoint.AfterGtids after) {
        byte[] request =
            new DumpBinaryLogGtidCommand(settings.serverId(), "", 4, mySqlSet(after)).toByteArray();
        request[1] |= 2;
        channel.write(new ByteArrayCommand(request));
      }
    }

    /**
     * What a replica says of itself: that it understands GTID events (MARIA_SLAVE_CAPABILITY_GTID,
     * {@code sql/slave.cc}), and what it has. Strict mode makes the server refuse a position that
     * it does not have exactly, rather than begin at the next one.
     */
    private void requestFromMariaDb() throws IOException {
      execute("SET @mariadb_slave_capability = 4");
      if (start instanceof StartPoint.AfterGtids after) {
        execute("SET @slave_connect_state = '" + mariaDbList(after) + "'");
        execute("SET @slave_gtid_strict_mode = 1");
        execute("SET @slave_gtid_ignore_duplicates = 0");
        channel.write(new DumpBinaryLogCommand(settings.serverId(), "", 4, true));
      } else if (start instanceof StartPoint.InFile inFile) {
        // The flag asks for ANNOTATE_ROWS, without which there would be holes between positions.
        channel.write(
            new DumpBinaryLogCommand(settings.serverId(), inFile.file(), inFile.offset(), true));
      }
    }

    private String mariaDbList(StartPoint.AfterGtids after) throws IOException {
      String list = after.set().replaceAll("\\s", "");
      if (!list.isEmpty() && !MARIADB_LIST.matcher(list).matches()) {
        throw new WrongStartException(
            "the server is a MariaDB, and \"" + after.set() + "\" is no GTID position of one");
      }
      return list;
    }

    private GtidSet mySqlSet(StartPoint.AfterGtids after) throws IOException {
      String set = after.set().replaceAll("\\s", "");
      if (MARIADB_LIST.matcher(set).matches()) {
        throw new WrongStartException(
            "the server is a MySQL, and " + set + " is a GTID position of a MariaDB");
      }
      try {
        return new GtidSet(set);
      } catch (RuntimeException e) {
        throw new WrongStartException("\"" + set + "\" is no GTID set: " + e.getMessage());
      }
    }

    private void execute(String sql) throws IOException {
      channel.write(new QueryCommand(sql));
      checkError(channel.read());
    }
  }

  /** Leaves the library's connect() with the connection open. */
  private static final class HandedOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HandedOver() {
      super(null, null, false, false);
    }
  }
}
