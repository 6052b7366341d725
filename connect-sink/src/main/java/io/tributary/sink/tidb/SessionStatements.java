package io.tributary.sink.tidb;

import java.util.ArrayList;
import java.util.List;

/**
 * The statements that make a fresh session one in which values arrive as they were sent, whatever
 * the server's global settings are. Pure.
 */
final class SessionStatements {
  /**
   * Strict, but dates of every kind and zero in AUTO_INCREMENT columns are data here: no
   * NO_ZERO_DATE, no NO_ZERO_IN_DATE. Set as a whole, so that a global NO_BACKSLASH_ESCAPES,
   * ANSI_QUOTES or PAD_CHAR_TO_FULL_LENGTH has no part in it.
   */
  static final String SQL_MODE =
      "STRICT_ALL_TABLES,STRICT_TRANS_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO,"
          + "NO_ENGINE_SUBSTITUTION";

  /**
   * A writer whose process froze, or whose host is gone, keeps its locks no longer than this, among
   * them that of its checkpoint, for which the next writer waits. A connection that was idle that
   * long is opened anew when it is needed.
   */
  private static final int WAIT_TIMEOUT_SECONDS = 60;

  private SessionStatements() {}

  /** The statements in the order in which they are to be run. */
  static List<String> of(TargetServer server, List<SessionVariable> variables) {
    List<String> statements = new ArrayList<>();
    statements.add("SET NAMES utf8mb4");
    statements.add(
        "SET SESSION sql_mode = '"
            + SQL_MODE
            + "', SESSION time_zone = '+00:00', SESSION autocommit = 1,"
            + " SESSION foreign_key_checks = 0, SESSION unique_checks = 1,"
            + " SESSION sql_safe_updates = 0, SESSION sql_select_limit = DEFAULT,"
            + " SESSION max_execution_time = 0, SESSION wait_timeout = "
            + WAIT_TIMEOUT_SECONDS);
    if (server.tidb()) {
      statements.add("SET SESSION tidb_txn_mode = 'pessimistic'");
      // Without it an explicit value of an AUTO_RANDOM key is refused (8216).
      statements.add("SET SESSION allow_auto_random_explicit_insert = 1");
    } else {
      // Under REPEATABLE READ a DELETE of absent keys locks gaps, and writers with disjoint keys
      // deadlock (hazard 21).
      statements.add("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      statements.add("SET SESSION completion_type = 'NO_CHAIN'");
    }
    for (SessionVariable variable : variables) {
      statements.add("SET SESSION " + variable.name() + " = " + variable.value());
    }
    return statements;
  }
}
