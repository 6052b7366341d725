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
 * @param twice whether everything is delivered again before the content is judged
 * @param upstreams how the upstreams are set up
 */
record CaseSetting(
    Environment environment,
    String runId,
    int partitions,
    int tasks,
    boolean twice,
    UpstreamServers upstreams) {
  /** The same with the upstreams that a case needs. */
  CaseSetting of(CaseFolder folder) {
    return new CaseSetting(
        environment, runId, partitions, tasks, twice, upstreams.of(folder, runId));
  }

  /**
   * For a second run of a case: Connect keeps the offsets of a connector that was deleted, and the
   * sink the shards that it has seen.
   */
  CaseSetting again() {
    return new CaseSetting(environment, runId + "r", partitions, tasks, twice, upstreams);
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
