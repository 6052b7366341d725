package io.tributary.sink.tidb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionStatementsTest {
  private static final String COMMON =
      "SET SESSION sql_mode = 'STRICT_ALL_TABLES,STRICT_TRANS_TABLES,ALLOW_INVALID_DATES,"
          + "NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION', SESSION time_zone = '+00:00',"
          + " SESSION autocommit = 1, SESSION foreign_key_checks = 0, SESSION unique_checks = 1,"
          + " SESSION sql_safe_updates = 0, SESSION sql_select_limit = DEFAULT,"
          + " SESSION max_execution_time = 0, SESSION wait_timeout = 60";

  @Test
  void hazard21_mysqlReadsCommitted() {
    assertEquals(
        List.of(
            "SET NAMES utf8mb4",
            COMMON,
            "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET SESSION completion_type = 'NO_CHAIN'",
            "SET SESSION wait_timeout = 100"),
        SessionStatements.of(
            new TargetServer(TargetServer.Kind.MYSQL, "9.7.4"),
            SessionVariable.parse("wait_timeout=100")));
  }

  @Test
  void tidbIsPessimisticAndTakesAutoRandomValues() {
    assertEquals(
        List.of(
            "SET NAMES utf8mb4",
            COMMON,
            "SET SESSION tidb_txn_mode = 'pessimistic'",
            "SET SESSION allow_auto_random_explicit_insert = 1"),
        SessionStatements.of(
            new TargetServer(TargetServer.Kind.TIDB, "8.0.11-TiDB-v8.5.3"), List.of()));
  }

  @Test
  void sessionVariables() {
    assertEquals(
        List.of(
            new SessionVariable("tidb_txn_entry_size_limit", "125829120"),
            new SessionVariable("a", "'x,y'"),
            new SessionVariable("b", "ON")),
        SessionVariable.parse(" tidb_txn_entry_size_limit=125829120, a='x,y' ,b = ON"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"11.8.3-MariaDB-log", "5.5.5-10.11.6-MariaDB", "5.7.44-log", "5.6.51"})
  void otherServersAreRefusedByName(String version) {
    String refusal = TargetConnection.unsupported(version);
    assertTrue(refusal.contains(version), refusal);
    assertTrue(refusal.contains("TiDB 7.5 or later and MySQL 8.0 or later"), refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"9.7.4", "8.0.45-0ubuntu1", "10.1.0", "5.7.25-TiDB-v7.5.1"})
  void serversThatAreTaken(String version) {
    assertNull(TargetConnection.unsupported(version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a=1;DROP TABLE t", "a=1,,b=2", "a='x", "=1", "a=1 b=2"})
  void otherTextsAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> SessionVariable.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sql_mode=''", "Time_Zone='+01:00'", "tidb_txn_mode=optimistic"})
  void whatExactnessRestsOnIsRefused(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> SessionVariable.parse(text));
    assertTrue(e.getMessage().contains("set by the connector itself"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://x",
        "jdbc:mysql://h:4000/?useAffectedRows=true",
        "jdbc:mysql://h:4000/?a=b&sessionVariables=sql_mode=''"
      })
  void wrongUrls(String url) {
    assertTrue(TargetConnector.wrongUrl(url) != null, url);
  }

  @Test
  void rightUrls() {
    assertEquals(null, TargetConnector.wrongUrl("jdbc:mysql://h:4000/"));
    assertEquals(null, TargetConnector.wrongUrl("jdbc:mysql://h1:4000,h2:4000/?tcpRcvBuf=1"));
  }
}
