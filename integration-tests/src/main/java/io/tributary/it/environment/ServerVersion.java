package io.tributary.it.environment;

import java.util.List;

/** Database servers that the harness can provide. */
public enum ServerVersion {
  /**
   * The newest MySQL of Debian sid, 9.7 when this was written; 8.0.33 where sid cannot be reached.
   */
  MYSQL_LATEST("mysql.sh", List.of()),
  /** MySQL 8.0.33 from Maven Central: a download of 553 MB. */
  MYSQL_8_0("mysql80.sh", List.of()),
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

  /** Options that turn on GTIDs, in the words that the server knows. */
  List<String> gtidOptions() {
    return mariaDb()
        ? List.of("--gtid-strict-mode=ON", "--log-slave-updates=ON")
        : List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON");
  }
}
