package io.tributary.it.chaos.faults;

import io.tributary.it.environment.MySqlServer;
import java.util.Map;

/**
 * What stands between the connectors and their servers.
 *
 * @param sources by server
 * @param target before the target
 */
public record Proxies(Map<MySqlServer, Proxy> sources, Proxy target) implements AutoCloseable {
  public Proxies {
    sources = Map.copyOf(sources);
  }

  /** The server as its source reaches it. */
  public MySqlServer reached(MySqlServer server) {
    return new ProxiedServer(server, sources.get(server).port());
  }

  @Override
  public void close() {
    sources.values().forEach(Proxy::close);
    target.close();
  }
}
