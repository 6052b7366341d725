package io.tributary.source.preflight;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a server for the XA branches that are prepared, in the notation of its XA RECOVER. */
final class PreparedBranches {
  private static final Logger LOG = LoggerFactory.getLogger(PreparedBranches.class);

  private final DatabaseSettings settings;
  private final ServerWords words;
  private final Rights rights;
  private final ColumnQuery.Queries queries;

  PreparedBranches(
      DatabaseSettings settings, ServerWords words, Rights rights, ColumnQuery.Queries queries) {
    this.settings = settings;
    this.words = words;
    this.rights = rights;
    this.queries = queries;
  }

  /** Tells whether the user may run a statement. */
  @FunctionalInterface
  interface Rights {
    boolean allow(String sql) throws SourceServerException;
  }

  /** Branches whose prepare is in the binlog; empty when the user may not list them. */
  List<String> inBinlog() throws SourceServerException {
    if (!words.logsPrepares()) {
      return List.of();
    }
    if (!rights.allow(words.branches())) {
      LOG.warn(
          "The user of {} may not list prepared XA branches: one that was prepared in an older"
              + " binlog file than the newest stops this source when it commits. Run GRANT"
              + " XA_RECOVER_ADMIN ON *.* for that user before the first start.",
          settings.address());
      return List.of();
    }
    return listed();
  }

  /**
   * Says what may be lost on servers that do not write XA PREPARE: before MySQL 5.7.7 a branch
   * reaches the binlog when the session that prepared it commits it. One that outlived a crash of
   * the server is committed without a trace there (MySQL 5.6 manual, "Restrictions on XA
   * Transactions"; seen on 5.6.24).
   */
  void warnOfUnlogged() throws SourceServerException {
    if (words.logsPrepares()) {
      return;
    }
    List<String> branches = listed();
    if (!branches.isEmpty()) {
      LOG.warn(
          "{} has prepared XA branches: {}. This MySQL writes a branch to the binlog only when the"
              + " session that prepared it commits it. Roll back those that outlived a crash of the"
              + " server: no replica, and not this source, would see them committed.",
          settings.address(),
          branches);
    }
  }

  private List<String> listed() throws SourceServerException {
    return queries.rows(words.branches(), PreparedBranches::branch);
  }

  private static String branch(ResultSet row) throws SQLException {
    return row.getString("formatID")
        + ":"
        + row.getInt("gtrid_length")
        + ":"
        + row.getString("data");
  }
}
