package io.tributary.it.environment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A mysqld from local binaries, its data copied from a template that was initialised once. */
final class LocalMySqlServer implements MySqlServer {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(180);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

  private final ServerInstallation installation;
  private final Path folder;
  private final Watchdog watchdog;
  private final int port = FreePorts.next();
  private final LogFile log;
  private ServerSpec spec;
  private volatile ChildProcess process;
  private String version;

  LocalMySqlServer(
      ServerSpec spec, ServerInstallation installation, Path folder, Watchdog watchdog) {
    this.spec = spec;
    this.installation = installation;
    this.folder = folder;
    this.watchdog = watchdog;
    this.log = new LogFile(folder.resolve("mysqld.log"));
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public long serverId() {
    return spec.serverId();
  }

  @Override
  public String user() {
    return "root";
  }

  @Override
  public String password() {
    return "";
  }

  @Override
  public synchronized String version() {
    if (version == null) {
      throw new IllegalStateException("server " + name() + " was never started");
    }
    return version;
  }

  @Override
  public String jdbcUrl() {
    return "jdbc:mysql://127.0.0.1:" + port + "/";
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(
        jdbcUrl() + "?characterEncoding=UTF-8&allowPublicKeyRetrieval=true&sslMode=DISABLED",
        user(),
        password());
  }

  @Override
  public synchronized boolean running() {
    return process != null && process.alive();
  }

  @Override
  public synchronized void start() {
    if (running()) {
      return;
    }
    Path data = folder.resolve("data");
    if (!Files.exists(data)) {
      createData(data);
    }
    process = ChildProcess.start("MySQL server " + name(), command(data), log, watchdog);
    process.awaitReady(START_TIMEOUT, () -> process.logText().contains("ready for connections"));
    version = askVersion();
  }

  /** By copying, except with options that must be the same ever since the data was initialised. */
  private void createData(Path data) {
    List<String> fixed =
        spec.options().stream().filter(o -> o.startsWith("--lower-case-table-names=")).toList();
    if (fixed.isEmpty()) {
      installation.copyTemplate(data);
      return;
    }
    List<String> command = new ArrayList<>(List.of(installation.mysqld().toString()));
    command.addAll(List.of("--initialize-insecure", "--datadir=" + data));
    command.add("--init-file=" + installation.template().resolveSibling("init.sql"));
    command.addAll(fixed);
    ChildProcess initialisation =
        ChildProcess.start("initialisation of " + name(), command, log, watchdog);
    if (initialisation.awaitEnd(START_TIMEOUT) != 0) {
      throw new EnvironmentException(
          "cannot initialise " + name() + " with " + fixed + "\n" + log.tail(40));
    }
  }

  @Override
  public synchronized void start(List<String> moreOptions) {
    spec = spec.plusOptions(moreOptions);
    start();
  }

  @Override
  public synchronized void stop() {
    if (running()) {
      process.stop(STOP_TIMEOUT);
    }
  }

  @Override
  public synchronized void kill() {
    if (running()) {
      process.kill();
    }
  }

  @Override
  public synchronized void freeze() {
    process.freeze();
  }

  @Override
  public synchronized void thaw() {
    process.thaw();
  }

  @Override
  public LogFile log() {
    return log;
  }

  private String askVersion() {
    try (Connection connection = connect();
        var rows = connection.createStatement().executeQuery("SELECT VERSION()")) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "MySQL server " + name() + " is up but refuses a connection\n" + log.tail(40), e);
    }
  }

  /**
   * Sized for many servers on one small machine; a killed process loses nothing, a lost machine
   * would.
   */
  private List<String> command(Path data) {
    List<String> command = new ArrayList<>();
    command.add(installation.mysqld().toString());
    command.add("--datadir=" + data);
    command.add("--bind-address=127.0.0.1");
    command.add("--port=" + port);
    command.add("--server-id=" + serverId());
    // Relative to the data folder: the path of a Unix socket is limited to 107 bytes.
    command.add("--socket=mysqld.sock");
    command.add("--pid-file=" + folder.resolve("mysqld.pid"));
    command.add("--log-error=" + log.path());
    command.add("--secure-file-priv=" + folder);
    command.addAll(
        List.of(
            "--loose-mysqlx=OFF",
            "--character-set-server=utf8mb4",
            "--log-bin=binlog",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--loose-binlog-row-metadata=FULL",
            "--sync-binlog=0",
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-doublewrite=OFF",
            "--innodb-buffer-pool-size=64M",
            "--loose-innodb-redo-log-capacity=32M",
            "--innodb-log-buffer-size=4M",
            "--innodb-buffer-pool-load-at-startup=OFF",
            "--innodb-buffer-pool-dump-at-shutdown=OFF",
            "--performance-schema=OFF",
            "--table-open-cache=200",
            "--table-definition-cache=400",
            "--max-connections=100",
            "--local-infile=ON"));
    command.addAll(spec.version().gtidOptions());
    command.addAll(spec.options());
    return command;
  }

  /** SIGKILL without waiting, also in the midst of {@link #start}, which fails then. */
  void killNoWait() {
    ChildProcess current = process;
    if (current != null) {
      current.killNoWait();
    }
  }
}
