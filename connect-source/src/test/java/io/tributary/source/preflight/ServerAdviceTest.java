package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is told of a server that can be read. */
class ServerAdviceTest {
  private static final ServerAdvice.Moment CALM = moment(OptionalLong.empty(), List.of(), 0);

  private static ServerFacts facts(String version, String metadata, boolean gtids) {
    return new ServerFacts(
        version,
        "uuid",
        1,
        true,
        "binlog",
        "ROW",
        "FULL",
        metadata,
        gtids,
        false,
        true,
        true,
        true,
        "tributary@%");
  }

  private static ServerAdvice.Moment moment(
      OptionalLong retention, List<String> prepared, long aheadMs) {
    return new ServerAdvice.Moment(retention, prepared, Duration.ofMillis(aheadMs));
  }

  static Stream<Arguments> told() {
    ServerFacts good = facts("9.7.4", "FULL", true);
    return Stream.of(
        Arguments.of(facts("9.7.4", "MINIMAL", true), CALM, "SET PERSIST binlog_row_metadata"),
        Arguments.of(facts("5.6.24", null, true), CALM, "is not known there"),
        Arguments.of(facts("9.7.4", "FULL", false), CALM, "gtid_mode is not ON"),
        Arguments.of(good, moment(OptionalLong.of(86_399), List.of(), 0), "after 86399 s"),
        Arguments.of(good, moment(OptionalLong.empty(), List.of("1:1:a"), 0), "1:1:a"),
        Arguments.of(good, moment(OptionalLong.empty(), List.of(), 6_000), "6000 ms ahead of"),
        Arguments.of(good, moment(OptionalLong.empty(), List.of(), -6_000), "6000 ms behind"));
  }

  @ParameterizedTest
  @MethodSource("told")
  void eachIsToldByItself(ServerFacts facts, ServerAdvice.Moment moment, String said) {
    List<Finding> advice = ServerAdvice.of(facts, moment);
    assertEquals(1, advice.size(), advice.toString());
    assertTrue(advice.get(0).message().contains(said), advice.toString());
  }

  @Test
  void nothingIsToldOfAGoodServer() {
    ServerAdvice.Moment calm = moment(OptionalLong.of(86_400), List.of(), 4_000);
    assertEquals(List.of(), ServerAdvice.of(facts("9.7.4", "FULL", true), calm));
    assertEquals(List.of(), ServerAdvice.of(facts("10.11.8-MariaDB", "FULL", true), calm));
  }

  @ParameterizedTest(name = "seconds {0}, days {1}, purge {2}")
  @CsvSource({
    "2592000, 0, ON, 2592000",
    "0, 10, , 864000",
    "3600, 10, , 3600",
    "0, 0, ON, ",
    ", 7, , 604800",
    ", 0.500000, , 43200",
    ", , , ",
    "3600, 0, OFF, "
  })
  void retentionIsWhatTheServerDoes(String seconds, String days, String purge, Long expected) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("binlog_expire_logs_seconds", seconds);
    variables.put("expire_logs_days", days);
    variables.put("binlog_expire_logs_auto_purge", purge);
    OptionalLong found = RetentionVariables.seconds(variables);
    assertEquals(expected == null ? OptionalLong.empty() : OptionalLong.of(expected), found);
  }
}
