package io.tributary.it.chaos.faults;

import io.tributary.it.environment.LogFile;
import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * A server that connectors reach by another port, and everybody else directly. Thread-safe.
 *
 * @param port of the proxy
 */
record ProxiedServer(MySqlServer server, int port) implements MySqlServer {
  @Override
  public String name() {
    return server.name();
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public long serverId() {
    return server.serverId();
  }

  @Override
  public String user() {
    return server.user();
  }

  @Override
  public String password() {
    return server.password();
  }

  @Override
  public String version() {
    return server.version();
  }

  @Override
  public String jdbcUrl() {
    return server.jdbcUrl();
  }

  @Override
  public Connection connect() throws SQLException {
    return server.connect();
  }

  @Override
  public boolean running() {
    return server.running();
  }

  @Override
  public void start() {
    server.start();
  }

  @Override
  public void start(List<String> moreOptions) {
    server.start(moreOptions);
  }

  @Override
  public void stop() {
    server.stop();
  }

  @Override
  public void kill() {
    server.kill();
  }

  @Override
  public void freeze() {
    server.freeze();
  }

  @Override
  public void thaw() {
    server.thaw();
  }

  @Override
  public LogFile log() {
    return server.log();
  }
}
