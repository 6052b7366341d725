package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * What all cases of a run share.
 *
 * @param environment servers, broker and workers
 * @param programs folder of the mysql client programs
 * @param runId short word that makes names of this run unique
 * @param partitions affinity partitions of every topic
 * @param tasks tasks of every sink
 */
record CaseSetting(
    Environment environment, Path programs, String runId, int partitions, int tasks) {
  /** Rows of up to this many bytes pass the servers; the cases' case.md asks for it. */
  private static final String LARGE_ROWS = "--max-allowed-packet=256M";

  MySqlServer upstream(int number) {
    return environment.mysql("upstream-" + number, List.of(LARGE_ROWS));
  }

  Path client() {
    return programs.resolve("mysql");
  }

  String metadataDatabase() {
    return "tributary_" + runId;
  }

  ClientSession.Login login(MySqlServer server) {
    return new ClientSession.Login(server.host(), server.port(), server.user(), server.password());
  }

  ClientSession.Login targetLogin() {
    var target = environment.target();
    URI uri = URI.create(target.url().substring("jdbc:".length()));
    int port = uri.getPort() < 0 ? 3306 : uri.getPort();
    return new ClientSession.Login(uri.getHost(), port, target.user(), target.password());
  }
}
