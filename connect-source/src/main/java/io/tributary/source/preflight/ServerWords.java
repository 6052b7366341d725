package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements that a server is asked by, which differ between MySQL's versions and MariaDB. SHOW
 * BINARY LOG STATUS came with MySQL 8.2, SHOW REPLICAS with 8.0.22; the old statements went with
 * 8.4 (MySQL 8.4 release notes). XA RECOVER knows CONVERT XID since 5.7.5, and XA PREPARE is in the
 * binlog since 5.7.7 (5.7 release notes). MariaDB has the old ones, and its XA RECOVER knows no
 * CONVERT.
 *
 * @param mariaDb whether the server is a MariaDB
 * @param status tells where the binlog ends
 * @param replicas needs REPLICATION SLAVE; null where nothing that only reads does
 * @param branches lists prepared XA branches
 * @param logsPrepares whether XA PREPARE is in the binlog and a branch outlives its session
 */
record ServerWords(
    boolean mariaDb, String status, String replicas, String branches, boolean logsPrepares) {
  private static final String OLD_STATUS = "SHOW MASTER STATUS";
  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  /** What MariaDB grants on everything, with REPLICATION SLAVE in it; ADMIN is another one. */
  private static final Pattern REPLICATION_SLAVE =
      Pattern.compile(
          "GRANT (ALL PRIVILEGES|.*\\bREPLICATION SLAVE\\b(?! ADMIN).*) ON \\*\\.\\* TO .*");

  /** The words of a server by its {@code VERSION()}. */
  static ServerWords of(String version) {
    if (version.contains("MariaDB")) {
      return new ServerWords(true, OLD_STATUS, null, "XA RECOVER", true);
    }
    int number = number(version);
    return new ServerWords(
        false,
        number >= 8_002_000 ? "SHOW BINARY LOG STATUS" : OLD_STATUS,
        number >= 8_000_022 ? "SHOW REPLICAS" : "SHOW SLAVE HOSTS",
        number >= 5_007_005 ? "XA RECOVER CONVERT XID" : "XA RECOVER",
        number >= 5_007_007);
  }

  /** Whether the server has SET PERSIST: MySQL 8.0 and later. */
  static boolean persists(String version) {
    return !version.contains("MariaDB") && number(version) >= 8_000_000;
  }

  /** 8.0.33 as 8,000,033; 0 when it cannot be read. */
  private static int number(String version) {
    Matcher numbers = VERSION.matcher(version);
    return numbers.matches()
        ? Integer.parseInt(numbers.group(1)) * 1_000_000
            + Integer.parseInt(numbers.group(2)) * 1_000
            + Integer.parseInt(numbers.group(3))
        : 0;
  }

  /** Whether a line of SHOW GRANTS gives the right to read the binlog. */
  static boolean grantsReplicationSlave(String grant) {
    return REPLICATION_SLAVE.matcher(grant).matches();
  }

  /** A table's name as it stands in a statement. */
  static String quoted(TableName table) {
    return quoted(table.schema()) + "." + quoted(table.table());
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
