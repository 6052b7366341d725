package io.tributary.it.environment;

import java.util.ArrayList;
import java.util.List;

/**
 * A server to be created.
 *
 * @param name unique in an environment; letters, digits and {@code - _}
 * @param version which server
 * @param serverId {@code server_id}, unique in an environment, 1 to 2^32-1
 * @param options further command line options of mysqld, for instance {@code --gtid-mode=OFF};
 *     later ones win
 */
public record ServerSpec(String name, ServerVersion version, long serverId, List<String> options) {
  public ServerSpec {
    options = List.copyOf(options);
    if (!name.matches("[A-Za-z0-9_-]+")) {
      throw new IllegalArgumentException("server name " + name);
    }
  }

  ServerSpec plusOptions(List<String> more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(more);
    return new ServerSpec(name, version, serverId, all);
  }
}
