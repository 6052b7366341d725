package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import java.net.URI;
import java.nio.file.Path;

/**
 * What all cases of a run share.
 *
 * @param environment servers, broker and workers
 * @param runId short word that makes names of this run unique
 * @param partitions affinity partitions of every topic
 * @param tasks tasks of every sink
 * @param upstreams how the upstreams are set up
 */
record CaseSetting(
    Environment environment, String runId, int partitions, int tasks, UpstreamServers upstreams) {
  /** The same with the upstreams that a case needs. */
  CaseSetting of(CaseFolder folder) {
    return new CaseSetting(environment, runId, partitions, tasks, upstreams.of(folder, runId));
  }

  MySqlServer upstream(int number) {
    return upstreams.server(environment, number);
  }

  /** Folder of the mysql client programs. */
  Path programs() {
    return environment.programs();
  }

  Path client() {
    return programs().resolve("mysql");
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
