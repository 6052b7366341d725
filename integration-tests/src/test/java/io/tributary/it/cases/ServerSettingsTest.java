package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the words of a case's settings are taken for; none are passed over without a word. */
class ServerSettingsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "none | - | - | - | -",
        "none (the sink session needs a non-strict sql_mode) | - | - | - | -",
        "none; run with four sink tasks | - | - | - | -",
        "none; run again with NO_BACKSLASH_ESCAPES,ANSI_QUOTES added to the global sql_mode of the"
            + " target | - | - | NO_BACKSLASH_ESCAPES,ANSI_QUOTES | -",
        "binlog_row_metadata=FULL; run again with MINIMAL | binlog_row_metadata=FULL; | - | - | -",
        "gtid_mode=ON, MySQL 8.3 or later | gtid_mode=ON; | - | - | -",
        "GTID off | gtid_mode=OFF; | - | - | -",
        "gtid mode off; none else | gtid_mode=OFF; | - | - | -",
        "heartbeat interval of a few seconds; run with GTID on and off | - | - | - |"
            + " heartbeat interval of a few seconds",
        "max_allowed_packet=256M on upstream and target; worker heap 1 GB |"
            + " max_allowed_packet=256M; | max_allowed_packet=256M | - | worker heap 1 GB",
        "target: SET GLOBAL wait_timeout=3 (put back afterwards); target restart by clean stop |"
            + " - | wait_timeout=3 | - | target restart by clean stop",
        "target: SET GLOBAL time_zone = '+09:00', sql_mode='' | - | sql_mode=,time_zone=+09:00 | -"
            + " | -",
        "own instance, binlog_transaction_compression=ON |"
            + " binlog_transaction_compression=ON; own instance, binlog_transaction_compression=ON;"
            + " | - | - | -"
      })
  void words(String words, String upstream, String target, String again, String left) {
    ServerSettings settings =
        ServerSettings.of("# A case\n- Upstreams: 1\n- Server settings: " + words + "\n");
    assertEquals(or(upstream), settings.upstream().strip());
    assertEquals(or(target), joined(settings.target()));
    assertEquals(or(again), settings.againSqlModes());
    assertEquals(left == null ? List.of() : List.of(left), settings.left());
  }

  private static String or(String text) {
    return text == null ? "" : text;
  }

  private static String joined(Map<String, String> variables) {
    String text = new TreeMap<>(variables).toString();
    return text.substring(1, text.length() - 1).replace(", ", ",");
  }
}
