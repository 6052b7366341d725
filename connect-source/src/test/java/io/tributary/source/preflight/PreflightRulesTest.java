package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreflightRulesTest {
  private static final Map<String, Object> GOOD =
      Map.ofEntries(
          Map.entry("version", "9.7.4"),
          Map.entry("serverId", 1L),
          Map.entry("logBin", true),
          Map.entry("format", "ROW"),
          Map.entry("image", "full"),
          Map.entry("metadata", "FULL"),
          Map.entry("gtids", true),
          Map.entry("client", true),
          Map.entry("slave", true));

  private static ServerFacts facts(String changed, Object value) {
    Map<String, Object> one = new java.util.HashMap<>();
    if (changed != null) {
      one.put(changed, value);
    }
    return facts(one);
  }

  private static ServerFacts facts(Map<String, Object> changed) {
    Map<String, Object> all = new java.util.HashMap<>(GOOD);
    all.putAll(changed);
    boolean mariaDb = all.get("version").toString().contains("MariaDB");
    return new ServerFacts(
        (String) all.get("version"),
        mariaDb ? null : "uuid",
        (Long) all.get("serverId"),
        (Boolean) all.get("logBin"),
        "binlog",
        (String) all.get("format"),
        (String) all.get("image"),
        (String) all.get("metadata"),
        (Boolean) all.get("gtids"),
        false,
        true,
        (Boolean) all.get("client"),
        (Boolean) all.get("slave"),
        "tributary@%");
  }

  static Stream<Arguments> bad() {
    return Stream.of(
        Arguments.of("logBin", false, "database.hostname", "--log-bin"),
        Arguments.of("format", "MIXED", "database.hostname", "SET PERSIST binlog_format = 'ROW'"),
        Arguments.of("image", "MINIMAL", "database.hostname", "SET PERSIST binlog_row_image"),
        Arguments.of("image", null, "database.hostname", "MySQL 5.6 or later"),
        Arguments.of(
            "client", false, "database.user", "GRANT REPLICATION CLIENT ON *.* TO 'tributary'@'%'"),
        Arguments.of(
            "slave", false, "database.user", "GRANT REPLICATION SLAVE ON *.* TO 'tributary'@'%'"),
        Arguments.of("serverId", 70001L, "database.server.id", "70001"));
  }

  static Stream<Arguments> badMariaDb() {
    return Stream.of(
        Arguments.of("logBin", false, "database.hostname", "--log-bin"),
        Arguments.of("format", "MIXED", "database.hostname", "SET GLOBAL binlog_format = 'ROW'"),
        Arguments.of("image", "FULL_NODUP", "database.hostname", "SET GLOBAL binlog_row_image"),
        Arguments.of("metadata", "NO_LOG", "database.hostname", "binlog_row_metadata = 'FULL'"),
        Arguments.of("metadata", null, "database.hostname", "MariaDB 10.5 or later"),
        Arguments.of("gtids", false, "database.hostname", "SET GLOBAL gtid_strict_mode = ON"),
        Arguments.of(
            "client", false, "database.user", "GRANT BINLOG MONITOR ON *.* TO 'tributary'@'%'"),
        Arguments.of(
            "slave", false, "database.user", "GRANT REPLICATION SLAVE ON *.* TO 'tributary'@'%'"),
        Arguments.of("serverId", 70001L, "database.server.id", "70001"));
  }

  @ParameterizedTest
  @MethodSource("badMariaDb")
  void tellsMariaDbInItsOwnWords(String fact, Object value, String option, String advice) {
    Map<String, Object> changed = new java.util.HashMap<>();
    changed.put("version", "11.8.9-MariaDB-log");
    changed.put(fact, value);
    List<Finding> findings = PreflightRules.check(facts(changed), 70001);
    assertEquals(1, findings.size(), findings.toString());
    assertEquals(option, findings.get(0).option());
    assertTrue(findings.get(0).message().contains(advice), findings.get(0).message());
  }

  /** It has no SET PERSIST, no binlog_row_metadata and no binlog_row_value_options. */
  @Test
  void tellsMySql56InItsOwnWords() {
    Map<String, Object> old = new java.util.HashMap<>();
    old.put("version", "5.6.24-log");
    old.put("metadata", null);
    old.put("gtids", false);
    assertEquals(List.of(), PreflightRules.check(facts(old), 70001));
    old.put("format", "STATEMENT");
    List<Finding> findings = PreflightRules.check(facts(old), 70001);
    assertEquals(1, findings.size(), findings.toString());
    assertTrue(
        findings.get(0).message().contains("SET GLOBAL binlog_format = 'ROW' (and set it in the"),
        findings.get(0).message());
  }

  @Test
  void findsNothingWrongWithAGoodMariaDb() {
    Map<String, Object> good = Map.of("version", "10.11.18-MariaDB-0+deb12u1-log");
    assertEquals(List.of(), PreflightRules.check(facts(good), 70001));
    assertEquals("1/binlog", facts(good).history());
  }

  @ParameterizedTest
  @MethodSource("bad")
  void showsEachFaultAtItsOptionWithWhatToDo(
      String fact, Object value, String option, String advice) {
    List<Finding> findings = PreflightRules.check(facts(fact, value), 70001);
    assertEquals(1, findings.size(), findings.toString());
    assertEquals(option, findings.get(0).option());
    assertTrue(findings.get(0).message().contains(advice), findings.get(0).message());
  }

  @Test
  void findsNothingWrongWithAGoodServer() {
    assertEquals(List.of(), PreflightRules.check(facts(null, null), 70001));
  }
}
