package io.tributary.it.environment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Servers from binaries that the scripts in {@code integration-tests/servers} install for the
 * current user. Thread-safe.
 */
final class LocalServers implements ServerProvider {
  /** A first installation downloads; on a slow line the 553 MB of 8.0.33 take their time. */
  private static final Duration INSTALL_TIMEOUT = Duration.ofMinutes(30);

  private final Path scripts;
  private final RunFolder runFolder;
  private final Watchdog watchdog;
  private final Map<ServerVersion, ServerInstallation> installations =
      new EnumMap<>(ServerVersion.class);
  private final List<LocalMySqlServer> servers = new ArrayList<>();

  LocalServers(ProjectFolder project, RunFolder runFolder, Watchdog watchdog) {
    this.scripts = project.serverScripts();
    this.runFolder = runFolder;
    this.watchdog = watchdog;
  }

  @Override
  public String road() {
    return "local binaries";
  }

  @Override
  public MySqlServer create(ServerSpec spec) {
    ServerInstallation installation = installation(spec.version());
    LocalMySqlServer server =
        new LocalMySqlServer(
            spec, installation, runFolder.folder("mysql-" + spec.name()), watchdog);
    synchronized (servers) {
      servers.add(server);
    }
    return server;
  }

  @Override
  public Path programs() {
    return installation(ServerVersion.MYSQL_LATEST).mysqld().getParent();
  }

  /**
   * The script prints the folder of the installation as its last line; it is quick when nothing is
   * to do.
   */
  private ServerInstallation installation(ServerVersion version) {
    synchronized (installations) {
      return installations.computeIfAbsent(version, this::install);
    }
  }

  private ServerInstallation install(ServerVersion version) {
    LogFile log = new LogFile(runFolder.folder("install").resolve(version + ".log"));
    Path script = scripts.resolve(version.script());
    List<String> command = new ArrayList<>(List.of("bash", script.toString()));
    command.addAll(version.arguments());
    ChildProcess installer =
        ChildProcess.start("installation of " + version, command, log, watchdog);
    int exitCode = installer.awaitEnd(INSTALL_TIMEOUT);
    if (exitCode != 0) {
      throw new EnvironmentException(
          "cannot install "
              + version
              + " ("
              + script
              + ", exit code "
              + exitCode
              + ")\n"
              + log.tail(20));
    }
    Path prefix = Path.of(lastLine(installer.logText()));
    return new ServerInstallation(prefix.resolve("bin/mysqld"), prefix.resolve("template"));
  }

  private static String lastLine(String text) {
    List<String> lines = text.lines().toList();
    Path prefix = lines.isEmpty() ? null : Path.of(lines.get(lines.size() - 1));
    if (prefix == null || !Files.isDirectory(prefix)) {
      throw new EnvironmentException("the installation named no folder at its end:\n" + text);
    }
    return prefix.toString();
  }

  @Override
  public List<LogFile> logs() {
    synchronized (servers) {
      return servers.stream().map(LocalMySqlServer::log).toList();
    }
  }

  @Override
  public void killNoWait() {
    synchronized (servers) {
      servers.forEach(LocalMySqlServer::killNoWait);
    }
  }

  @Override
  public void close() {
    List<LocalMySqlServer> all;
    synchronized (servers) {
      all = List.copyOf(servers);
    }
    killNoWait();
    all.forEach(LocalMySqlServer::kill);
  }
}
