package io.tributary.sink.tidb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.sink.tidb.TargetException.Kind;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetErrorsTest {
  private static Kind kind(int number, String state) {
    return TargetErrors.of(new SQLException("m", state, number), "run x").kind();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1205, 1213, 8002, 8022, 8005, 9007, 8027, 8028, 8113, 8055, 8141, 8229, 9001, 9002, 9003,
        9004, 9005, 9006, 9008, 9010, 9011, 9012, 9013, 1317, 1290, 1836, 1040, 1105, 1689, 3032,
        3100, 3101, 8020, 8120, 8176, 8180, 8245, 8250, 8252, 8253
      })
  void passesByItself(int number) {
    assertEquals(Kind.TRANSIENT, kind(number, "HY000"));
  }

  @ParameterizedTest
  @CsvSource({"1053, 08S01", "2006, HY000", "2013, HY000", "0, 08S01", "0, 08003", "4031, HY000"})
  void connectionLost(int number, String state) {
    assertEquals(Kind.CONNECTION_LOST, kind(number, state));
  }

  @Test
  void connectionLostByTheDriversClass() {
    SQLException error = new SQLRecoverableException("No operations allowed after close");
    assertEquals(Kind.CONNECTION_LOST, TargetErrors.of(error, "run x").kind());
  }

  @ParameterizedTest
  @CsvSource({
    "1213, 40001, LOCK",
    "1205, HY000, LOCK",
    "8005, HY000, LOCK",
    "9007, HY000, LOCK",
    "8020, HY000, LOCK",
    "8028, HY000, SCHEMA",
    "8245, HY000, SCHEMA",
    "1105, HY000, UNAVAILABLE",
    "9005, HY000, UNAVAILABLE",
    "1290, HY000, UNAVAILABLE",
    "2013, HY000, CONNECTION",
    "0, 08S01, CONNECTION"
  })
  void causesAreToldApart(int number, String state, RetryCause cause) {
    TargetException error = TargetErrors.of(new SQLException("m", state, number), "run x");
    assertEquals(cause, error.retryCause());
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1062, 1118, 1264, 1265, 1292, 1300, 1366, 1406, 1416, 1441, 1048, 3140, 8025, 8129, 8178
      })
  void dataDoesNotFit(int number) {
    assertEquals(Kind.DATA, kind(number, "22001"));
  }

  @ParameterizedTest
  @CsvSource({
    "1054, 42S22", "1136, 21S01", "1146, 42S02", "3105, HY000", "8004, HY000", "8175, HY000",
    "8254, HY000", "8216, HY000", "1142, 42000", "1044, 42000", "1045, 28000", "1047, 08S01"
  })
  void stops(int number, String state) {
    assertEquals(Kind.FATAL, kind(number, state));
  }

  @Test
  void rowTooLargeNamesBothSettings() {
    String message = TargetErrors.of(new SQLException("m", "HY000", 8025), "run x").getMessage();
    assertTrue(message.contains("tidb_txn_entry_size_limit"), message);
    assertTrue(message.contains("raft-entry-max-size"), message);
  }
}
