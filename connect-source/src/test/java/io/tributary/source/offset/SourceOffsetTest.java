package io.tributary.source.offset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SourceOffsetTest {
  private static final Position AT = new Position(7, 1_700_000_000L, 5_000_000_000L);
  private static final Position EARLIER = new Position(6, 1_690_000_000L, 157);

  static Stream<SourceOffset> offsets() {
    return Stream.of(
        new SourceOffset(
            "u/binlog",
            new ResumePoint("binlog.000007", AT, "u:1-9", "binlog.000007", AT),
            Map.of(),
            1),
        new SourceOffset(
            "u/binlog",
            new ResumePoint("binlog.000007", AT, null, "binlog.000006", EARLIER),
            Map.of(0, AT, 11, EARLIER),
            1_764_000_000_000L),
        new SourceOffset(
            "u/my.log",
            new ResumePoint("my.log.1000000", AT, "", "my.log.1000000", EARLIER),
            Map.of(3, AT),
            0));
  }

  @ParameterizedTest
  @MethodSource("offsets")
  void comesBackFromConnectsFlatMap(SourceOffset offset) {
    Position position = offset.resume().position();
    ResumePoint named = offset.resume();
    SourceOffset expected =
        new SourceOffset(
            offset.history(),
            new ResumePoint(
                named.file(),
                new Position(
                    BinlogFile.number(named.file()), position.created(), position.offset()),
                named.executed(),
                named.readFromFile(),
                new Position(
                    BinlogFile.number(named.readFromFile()),
                    named.readFrom().created(),
                    named.readFrom().offset())),
            offset.previous(),
            offset.attempt());
    assertEquals(expected, SourceOffset.parse(offset.toMap()));
    assertTrue(SourceOffset.writtenBySource(offset.toMap()));
    offset
        .toMap()
        .values()
        .forEach(value -> assertTrue(value instanceof String || value instanceof Long));
  }

  @Test
  void readsIntegersWhereConnectGivesThem() {
    Map<String, Object> map = new HashMap<>(offsets().findFirst().orElseThrow().toMap());
    map.put("attempt", 5);
    assertEquals(5, SourceOffset.parse(map).attempt());
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {"history", "file", "created", "offset", "attempt"})
  void namesTheKeyThatIsMissing(String key) {
    Map<String, Object> map = new HashMap<>(offsets().findFirst().orElseThrow().toMap());
    map.remove(key);
    var thrown = assertThrows(IllegalArgumentException.class, () -> SourceOffset.parse(map));
    assertTrue(thrown.getMessage().contains("'" + key + "'"), thrown.getMessage());
  }

  @Test
  @DisplayName("hazard05: file numbers compare as numbers")
  void hazard05_fileNumbersCompareAsNumbers() {
    assertTrue(BinlogFile.number("binlog.1000000") > BinlogFile.number("binlog.999999"));
    assertEquals(12, BinlogFile.number("a.b.000012"));
    assertThrows(IllegalArgumentException.class, () -> BinlogFile.number("binlog"));
  }

  @Test
  void aPartitionWithoutMemoryContinuesAtTheResumePoint() {
    SourceOffset offset = offsets().skip(1).findFirst().orElseThrow();
    assertEquals(EARLIER, offset.previous(11));
    assertEquals(AT, offset.previous(5));
  }

  static Stream<Map<String, Object>> refusedByAlter() {
    return Stream.of(
        Map.of(),
        Map.of("file", "binlog.000001"),
        Map.of("file", "binlog.000001", "offset", "4"),
        Map.of("file", "binlog", "offset", 4L),
        Map.of("file", "binlog.000001", "offset", 3L),
        Map.of("gtids", "not a set"),
        Map.of("gtids", "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5", "file", "binlog.000001"),
        Map.of("file", "binlog.000001", "offset", 4L, "previous.0", "1:0:4"));
  }

  @ParameterizedTest
  @MethodSource("refusedByAlter")
  @DisplayName("hazard07: an altered offset is one of two forms, without the chain of before")
  void hazard07_alteredOffsetsOfOtherFormsAreRefused(Map<String, Object> offset) {
    assertThrows(IllegalArgumentException.class, () -> AlteredOffset.parse(offset));
  }

  @Test
  void acceptsBothFormsOfAnAlteredOffset() {
    assertEquals(
        new StartPosition.InFile("binlog.000003", 4),
        AlteredOffset.parse(Map.of("file", "binlog.000003", "offset", 4)));
    assertEquals(
        new StartPosition.AfterGtids("3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:tag:1"),
        AlteredOffset.parse(Map.of("gtids", "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:tag:1")));
    assertEquals(new StartPosition.AfterGtids(""), AlteredOffset.parse(Map.of("gtids", "")));
  }

  static Stream<org.junit.jupiter.params.provider.Arguments> starts() {
    return Stream.of(
        org.junit.jupiter.params.provider.Arguments.of("latest", new StartPosition.Latest()),
        org.junit.jupiter.params.provider.Arguments.of("earliest", new StartPosition.Earliest()),
        org.junit.jupiter.params.provider.Arguments.of(
            "file:a:b.000009:120", new StartPosition.InFile("a:b.000009", 120)),
        org.junit.jupiter.params.provider.Arguments.of(
            "gtid:3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5,\n 4e11fa47-71ca-11e1-9e33-c80aa9429562:2",
            new StartPosition.AfterGtids(
                "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5,4e11fa47-71ca-11e1-9e33-c80aa9429562:2")));
  }

  @ParameterizedTest
  @MethodSource("starts")
  void readsStartPositions(String text, StartPosition expected) {
    assertEquals(expected, StartPosition.parse(text));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {"", "Latest", "now", "file:binlog.000001", "file:binlog:4", "gtid:1-5", "time:x"})
  void refusesOtherStartPositions(String text) {
    assertThrows(IllegalArgumentException.class, () -> StartPosition.parse(text));
  }
}
