package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerWordsTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "5.6.24-log, SHOW MASTER STATUS, SHOW SLAVE HOSTS, XA RECOVER, false, false",
        "5.7.4, SHOW MASTER STATUS, SHOW SLAVE HOSTS, XA RECOVER, false, false",
        "5.7.6, SHOW MASTER STATUS, SHOW SLAVE HOSTS, XA RECOVER CONVERT XID, false, false",
        "5.7.7, SHOW MASTER STATUS, SHOW SLAVE HOSTS, XA RECOVER CONVERT XID, true, false",
        "8.0.21, SHOW MASTER STATUS, SHOW SLAVE HOSTS, XA RECOVER CONVERT XID, true, true",
        "8.0.33, SHOW MASTER STATUS, SHOW REPLICAS, XA RECOVER CONVERT XID, true, true",
        "9.7.4, SHOW BINARY LOG STATUS, SHOW REPLICAS, XA RECOVER CONVERT XID, true, true",
        "10.11.6-MariaDB, SHOW MASTER STATUS, none, XA RECOVER, true, false"
      })
  void everyServerIsAskedInItsOwnWords(
      String version,
      String status,
      String replicas,
      String branches,
      boolean logsPrepares,
      boolean persists) {
    boolean mariaDb = version.contains("MariaDB");
    assertEquals(
        new ServerWords(mariaDb, status, replicas, branches, logsPrepares),
        ServerWords.of(version));
    assertEquals(persists, ServerWords.persists(version));
  }
}
