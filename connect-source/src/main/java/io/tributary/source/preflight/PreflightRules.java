package io.tributary.source.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Judges a server by its facts. Pure: the same facts give the same findings. */
public final class PreflightRules {
  /** Where findings are shown that concern the server as a whole. */
  static final String HOST = "database.hostname";

  static final String USER = "database.user";
  static final String SERVER_ID = "database.server.id";

  private PreflightRules() {}

  /**
   * What is wrong with a server.
   *
   * @param facts what it says of itself
   * @param ownServerId the {@code database.server.id} that the source is to use
   */
  public static List<Finding> check(ServerFacts facts, long ownServerId) {
    List<Finding> findings = new ArrayList<>();
    checkGrants(facts, findings);
    checkServerId(facts, ownServerId, findings);
    if (!facts.logBin()) {
      findings.add(
          new Finding(
              HOST,
              "The server writes no binlog (log_bin is OFF); start it with"
                  + " --log-bin and a --server-id of its own."));
      return findings;
    }
    checkVariable(findings, facts, "binlog_format", facts.binlogFormat(), "ROW");
    checkVariable(findings, facts, "binlog_row_image", facts.rowImage(), "FULL");
    if (facts.mariaDb()) {
      // With MySQL's MINIMAL, and where MySQL does not know the variable yet (before 8.0.1), the
      // source asks for columns; MariaDB's default, NO_LOG, does not tell which are unsigned.
      checkVariable(findings, facts, "binlog_row_metadata", facts.rowMetadata(), "FULL");
    }
    if (facts.mariaDb() && !facts.gtids()) {
      findings.add(
          new Finding(
              HOST,
              "The server has gtid_strict_mode = OFF, so GTIDs may come with numbers that were used"
                  + " before and a position would not tell what has been read; run SET GLOBAL"
                  + " gtid_strict_mode = ON, and set it in the server's configuration file."));
    }
    return findings;
  }

  private static void checkGrants(ServerFacts facts, List<Finding> findings) {
    List<String> missing = new ArrayList<>();
    if (!facts.replicationSlave()) {
      missing.add("REPLICATION SLAVE");
    }
    if (!facts.replicationClient()) {
      missing.add(facts.mariaDb() ? "BINLOG MONITOR" : "REPLICATION CLIENT");
    }
    if (!missing.isEmpty()) {
      String privileges = String.join(", ", missing);
      findings.add(
          new Finding(
              USER,
              "The user lacks "
                  + privileges
                  + "; run GRANT "
                  + privileges
                  + " ON *.* TO "
                  + quoted(facts.account())
                  + "."));
    }
  }

  private static void checkServerId(ServerFacts facts, long ownServerId, List<Finding> findings) {
    if (facts.serverId() == ownServerId) {
      findings.add(
          new Finding(
              SERVER_ID,
              "The server itself has the server id "
                  + ownServerId
                  + "; give the source one that neither the server nor any of its replicas has."));
    }
  }

  private static void checkVariable(
      List<Finding> findings, ServerFacts facts, String variable, String value, String needed) {
    if (value == null) {
      findings.add(
          new Finding(
              HOST,
              "The server does not know "
                  + variable
                  + ", which must be "
                  + needed
                  + "; it needs MySQL 5.6 or later, or MariaDB 10.5 or later."));
    } else if (!value.toUpperCase(Locale.ROOT).equals(needed)) {
      boolean persists = ServerWords.persists(facts.version());
      findings.add(
          new Finding(
              HOST,
              "The server has "
                  + variable
                  + " = "
                  + value
                  + "; run SET "
                  + (persists ? "PERSIST " : "GLOBAL ")
                  + variable
                  + " = '"
                  + needed
                  + "' "
                  + (persists ? "" : "(and set it in the configuration file) ")
                  + "and let sessions that are open reconnect."));
    }
  }

  private static String quoted(String account) {
    int at = account.lastIndexOf('@');
    return at < 0
        ? "'" + account + "'"
        : "'" + account.substring(0, at) + "'@'" + account.substring(at + 1) + "'";
  }
}
