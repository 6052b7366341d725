package io.tributary.it.environment;

/** Database servers that the harness can provide. */
public enum ServerVersion {
  /**
   * The newest MySQL of Debian sid, 9.7 when this was written; 8.0.33 where sid cannot be reached.
   */
  MYSQL_LATEST("mysql.sh"),
  /** MySQL 8.0.33 from Maven Central: a download of 553 MB. */
  MYSQL_8_0("mysql80.sh");

  private final String script;

  ServerVersion(String script) {
    this.script = script;
  }

  /** File in {@code integration-tests/servers} that installs it for the current user. */
  String script() {
    return script;
  }
}
