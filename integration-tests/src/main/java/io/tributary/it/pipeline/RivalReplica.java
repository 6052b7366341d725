package io.tributary.it.pipeline;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.Waiting;
import java.io.File;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A {@code mysqlbinlog} that registers at a server as another replica does. Thread-safe. */
public final class RivalReplica implements AutoCloseable {
  private static final Duration SENDS_WITHIN = Duration.ofSeconds(30);
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final Process process;

  private RivalReplica(Process process) {
    this.process = process;
  }

  /**
   * Returns when the server has begun to send to it.
   *
   * @param serverId the id that another one has already
   */
  public static RivalReplica start(Environment environment, MySqlServer server, long serverId)
      throws IOException, SQLException {
    String file = BinlogPosition.now(server).fileName();
    File folder = environment.folder().toFile();
    String prefix = "rival-" + NUMBERS.incrementAndGet() + "-";
    List<String> command =
        List.of(
            environment.programs().resolve("mysqlbinlog").toString(),
            "--read-from-remote-server",
            "--stop-never",
            "--raw",
            "--result-file=" + prefix,
            "--connection-server-id=" + serverId,
            "--host=" + server.host(),
            "--port=" + server.port(),
            "--user=" + server.user(),
            file);
    RivalReplica rival =
        new RivalReplica(
            new ProcessBuilder(command)
                .directory(folder)
                .redirectErrorStream(true)
                .redirectOutput(new File(folder, prefix + "log"))
                .start());
    File received = new File(folder, prefix + file);
    try {
      Waiting.until(SENDS_WITHIN, () -> received.length() > 0, () -> "the rival reads " + file);
    } catch (RuntimeException e) {
      rival.close();
      throw e;
    }
    return rival;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
