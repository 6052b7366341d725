package io.tributary.it.environment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A MySQL server of one's own on 127.0.0.1, with binlog (ROW, full images, FULL metadata) and GTIDs
 * unless its options say otherwise. Port and data outlive stop, kill and restart. Implementations
 * are thread-safe.
 */
public interface MySqlServer {
  String name();

  String host();

  int port();

  long serverId();

  /** A user with all rights, for connections from anywhere. */
  String user();

  String password();

  /** What the server says of itself, for instance 9.7.4; it must have been started once. */
  String version();

  /** For Connector/J, without a schema: {@code jdbc:mysql://127.0.0.1:port/}. */
  String jdbcUrl();

  /** A new connection of {@link #user()}: utf8mb4, one statement at a time, autocommit. */
  Connection connect() throws SQLException;

  boolean running();

  /** Returns when it accepts connections. No effect on a running server. */
  void start();

  /** Starts with more options from now on. */
  void start(List<String> moreOptions);

  /** Clean shutdown; a few seconds. No effect on a stopped server. */
  void stop();

  /** SIGKILL. */
  void kill();

  /** SIGSTOP: connections stay open and get no answer. */
  void freeze();

  /** SIGCONT. */
  void thaw();

  default void restart() {
    stop();
    start();
  }

  /** The error log. */
  LogFile log();
}
