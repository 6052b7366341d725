package io.tributary.it.chaos.workload;

import io.tributary.it.environment.MySqlServer;
import java.util.List;

/**
 * A source of the fleet: the server that the application writes to now, and the one that it may
 * fail over to. Thread-safe.
 */
public final class Upstream {
  private final int number;
  private final List<MySqlServer> servers;
  private volatile int active;

  /**
   * @param number from 1
   * @param servers the first one is written to at the beginning; a second one is its replica
   */
  public Upstream(int number, List<MySqlServer> servers) {
    this.number = number;
    this.servers = List.copyOf(servers);
  }

  public int number() {
    return number;
  }

  public MySqlServer server() {
    return servers.get(active);
  }

  public List<MySqlServer> servers() {
    return servers;
  }

  public boolean hasReplica() {
    return servers.size() > 1;
  }

  /** The server that is not written to now; the only one when there is no other. */
  public MySqlServer other() {
    return servers.get((active + 1) % servers.size());
  }

  /** From now on the other server is written to; both must have the same transactions. */
  public void swap() {
    active = (active + 1) % servers.size();
  }
}
