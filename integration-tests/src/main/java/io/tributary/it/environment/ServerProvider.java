package io.tributary.it.environment;

import java.nio.file.Path;
import java.util.List;

/**
 * The road by which servers come: today local binaries; containers are another implementation.
 * Implementations are thread-safe.
 */
public interface ServerProvider extends AutoCloseable {

  /** How its servers come, for the line that says what was run: "local binaries". */
  String road();

  /**
   * A server that is not running yet.
   *
   * @throws EnvironmentException when it cannot be provided; the message says what to install
   */
  MySqlServer create(ServerSpec spec);

  /** Folder of the client programs that go with its servers: mysql, mysqlbinlog, mysqldump. */
  Path programs();

  /** Logs of all servers that it made. */
  List<LogFile> logs();

  /** Ends all servers that it made at once, for a JVM that is ending itself. */
  void killNoWait();

  /** Ends all servers that it made; returns when they have ended. */
  @Override
  void close();
}
