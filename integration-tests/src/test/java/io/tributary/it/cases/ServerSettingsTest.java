package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the words of a case's settings are taken for; none are passed over without a word. */
class ServerSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "none | - | - | -",
        "none (the session needs a non-strict sql_mode; in TiDB a=b) | - | - | -",
        "none (global value FULL, so a start-up check passes) | - | - | -",
        "none; run with four sink tasks | - | - | -",
        "none. The harness must not write into captured tables. | - | - | -",
        "none, target: SET GLOBAL sql_mode='' | - | sql_mode= | -",
        "none; run again with NO_BACKSLASH_ESCAPES,ANSI_QUOTES added to the global sql_mode of the"
            + " target | - | - | NO_BACKSLASH_ESCAPES,ANSI_QUOTES",
        "binlog_row_metadata=FULL; run again with MINIMAL | binlog_row_metadata=FULL | - | -",
        "binlog_row_metadata=MINIMAL | binlog_row_metadata=MINIMAL | - | -",
        "gtid_mode=ON, MySQL 8.3 or later | gtid_mode=ON | - | -",
        "GTID off | gtid_mode=OFF | - | -",
        "gtid mode off; none else | gtid_mode=OFF | - | -",
        "gtid_mode=OFF,enforce_gtid_consistency=OFF |"
            + " enforce_gtid_consistency=OFF,gtid_mode=OFF | - | -",
        "heartbeat interval of a few seconds; run with GTID on and off | - | - | -",
        "max_allowed_packet=256M on upstream and target; worker heap 1 GB |"
            + " max_allowed_packet=256M | max_allowed_packet=256M | -",
        "target: SET GLOBAL wait_timeout=3 (put back afterwards); target restart by clean stop |"
            + " - | wait_timeout=3 | -",
        "target: SET GLOBAL wait_timeout=3; innodb_lock_wait_timeout=2 | - |"
            + " innodb_lock_wait_timeout=2,wait_timeout=3 | -",
        "innodb_lock_wait_timeout of 5 seconds | - | innodb_lock_wait_timeout=5 | -",
        "target: time_zone +05:30; upstream: time_zone='-03:00' | time_zone=-03:00 |"
            + " time_zone=+05:30 | -",
        "target: SET GLOBAL time_zone = '+09:00', sql_mode='' | - | sql_mode=,time_zone=+09:00 | -",
        "target: sql_mode=STRICT_TRANS_TABLES,NO_ZERO_DATE and wait_timeout=9 | - |"
            + " sql_mode=STRICT_TRANS_TABLES,NO_ZERO_DATE,wait_timeout=9 | -",
        "binlog_row_value_options = PARTIAL_JSON | binlog_row_value_options=PARTIAL_JSON | - | -",
        "mysqld --binlog-checksum=NONE | binlog_checksum=NONE | - | -",
        "own instance, binlog_transaction_compression=ON | binlog_transaction_compression=ON | - |"
            + " -"
      })
  void words(String words, String upstream, String target, String again) {
    ServerSettings settings = settings(words);
    assertEquals(List.of(), settings.unknown());
    assertEquals(or(upstream), joined(settings.upstream()));
    assertEquals(or(target), joined(settings.target()));
    assertEquals(or(again), settings.againSqlModes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "binlog encryption enabled",
        "target: tidb_txn_mode as you like",
        "run again with ROW events compressed",
        "the event scheduler is on"
      })
  void whatIsNotUnderstoodIsSaid(String words) {
    assertEquals(List.of(words), settings(words).unknown());
  }

  @Test
  void ownServersVersionsAndRemarks() {
    assertTrue(settings("own instance").ownUpstream());
    assertFalse(settings("none").ownUpstream());
    assertEquals("8.3", settings("gtid_mode=ON, MySQL 8.3 or later").oldestVersion());
    assertEquals(
        List.of("two sources, one target table"),
        settings("none; two sources, one target table").remarks());
  }

  private static ServerSettings settings(String words) {
    return ServerSettings.of("# A case\n- Upstreams: 1\n- Server settings: " + words + "\n");
  }

  private static String or(String text) {
    return text == null ? "" : text;
  }

  private static String joined(Map<String, String> variables) {
    String text = new TreeMap<>(variables).toString();
    return text.substring(1, text.length() - 1).replace(", ", ",");
  }
}
