package io.tributary.sink.writer;

import static io.tributary.sink.writer.Records.A;
import static io.tributary.sink.writer.Records.B;
import static io.tributary.sink.writer.Records.at;
import static io.tributary.sink.writer.Records.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.checkpoint.SourceState;
import io.tributary.sink.writer.Verdict.Outcome;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceChainTest {
  private SourceChain chain = chain(GapPolicy.FAIL, 0, List.of());

  private static SourceChain chain(GapPolicy gaps, long pass, List<SourceState> sources) {
    return new SourceChain(
        gaps,
        new Checkpoint(new Fence(1, 0, 0), 1, pass, sources),
        new ChainCounts(Clock.systemUTC()));
  }

  private Verdict judge(Records record) throws ApplyException {
    return chain.judge(record.record());
  }

  private String refused(Records record) {
    ApplyException e = assertThrows(ApplyException.class, () -> judge(record));
    assertEquals(ApplyException.Kind.FATAL, e.kind());
    return e.getMessage();
  }

  /** The chain after a takeover of the fence, which knows only what is stored. */
  private void restart(long pass, SourceState... states) {
    chain = chain(GapPolicy.FAIL, pass, List.of(states));
  }

  @ParameterizedTest(name = "after 100..200: {0}..{1} heartbeat={2} is {3}")
  @CsvSource({
    "200, 300, false, APPLY",
    "150, 300, false, APPLY", // hazard 7: compared with <=
    "0, 300, false, APPLY",
    "100, 200, false, REPLAY",
    "0, 100, false, REPLAY",
    "200, 200, true, APPLY", // hazard 7: a heartbeat at an equal position is no replay
    "200, 200, false, REPLAY",
    "100, 150, true, REPLAY",
    "200, 250, true, APPLY",
  })
  void hazard07_previousIsComparedWithAtOrBefore(
      long previous, long position, boolean heartbeat, Outcome outcome) throws ApplyException {
    judge(at(100, 200));
    Records record = at(previous, position);
    assertEquals(outcome, judge(heartbeat ? record.heartbeat(5) : record).outcome());
  }

  @Test
  void hazard07_heartbeatMovesTheWatermarkAtAnEqualPosition() throws ApplyException {
    judge(at(100, 200));
    assertEquals(7_000, judge(at(200, 200).heartbeat(7_000)).state().watermarkMicros());
    assertEquals(7_000, judge(at(200, 210).heartbeat(0)).state().watermarkMicros());
  }

  @Test
  void hazard05_fileNumbersCompareAsNumbersAndHistoriesAreKeptApart() throws ApplyException {
    judge(at(0, 1).positions(in(999_999, 1, 4), in(999_999, 1, 900)));
    assertEquals(
        Outcome.APPLY,
        judge(at(0, 1).positions(in(999_999, 1, 900), in(1_000_000, 2, 50))).outcome());
    assertEquals(
        Outcome.REPLAY,
        judge(at(0, 1).positions(in(999_999, 1, 4), in(999_999, 1, 900))).outcome());
  }

  @Test
  void hazard05_resetBinlogIsAnotherHistory() throws ApplyException {
    judge(at(0, 1).positions(in(7, 100, 4), in(7, 100, 900)));
    String message = refused(at(0, 1).positions(in(1, 500, 4), in(1, 500, 700)));
    assertTrue(message.contains("another binlog history"), message);
    assertTrue(message.contains("GTID"), message);
  }

  @Test
  void hazard05_resetWithGtidsUsedAgainStops() throws ApplyException {
    judge(at(0, 100).heartbeat(0).executed(A + ":1-100"));
    // After RESET BINARY LOGS AND GTIDS the set begins empty: 1-100 will be used a second time.
    String message =
        refused(at(0, 0).positions(in(1, 50, 4), in(1, 50, 4)).heartbeat(0).executed(""));
    assertTrue(message.contains("reset"), message);
  }

  @Test
  void hazard05_freshStartUnderTheSameHistoryIsRecognisedAsReplay() throws ApplyException {
    judge(at(0, 200));
    assertEquals(Outcome.REPLAY, judge(at(0, 200).by("renamed")).outcome());
    assertEquals(Outcome.APPLY, judge(at(200, 300).by("renamed")).outcome());
  }

  @Test
  void hazard06_firstRecordAfterAStart() throws ApplyException {
    assertEquals(Outcome.APPLY, judge(at(500, 600)).outcome(), "a source never seen");
    assertEquals(Outcome.APPLY, judge(at(550, 700)).outcome(), "began at or below what is here");
    String message = refused(at(900, 1_000));
    assertTrue(message.contains("a gap"), message);
    assertTrue(message.contains("1:1:900") && message.contains("1:1:700"), message);
  }

  @Test
  void hazard06_refusedRecordIsNotNoted() throws ApplyException {
    judge(at(0, 100));
    refused(at(200, 300));
    refused(at(200, 300));
    assertEquals(Outcome.APPLY, judge(at(100, 200)).outcome());
  }

  @Test
  void hazard08_failoverGoesOnWhereTheSetSaysAndSkipsWhatWasSeen() throws ApplyException {
    judge(at(0, 100).heartbeat(0).executed(A + ":1-10"));
    judge(at(100, 200).gtid(A + ":11"));
    judge(at(200, 300).gtid(A + ":12"));
    String other = B + "/mysql-bin";
    // The source had stored its offset after 11 only.
    Records first = at(0, 0).history(other).positions(in(3, 9, 50), in(3, 9, 50));
    assertEquals(Outcome.APPLY, judge(first.heartbeat(0).executed(A + ":1-11")).outcome());
    Verdict twelve = judge(first.positions(in(3, 9, 50), in(3, 9, 60)).gtid(A + ":12"));
    assertEquals(Outcome.REPLAY, twelve.outcome());
    assertEquals(in(3, 9, 60), twelve.state().last());
    assertEquals(
        Outcome.APPLY,
        judge(first.positions(in(3, 9, 60), in(3, 9, 70)).gtid(A + ":13")).outcome());
    Verdict passed =
        judge(
            first
                .positions(in(3, 9, 70), in(3, 9, 80))
                .heartbeat(0)
                .executed(A + ":1-13," + B + ":1"));
    assertEquals(null, passed.state().gtids().skip(), "passed: nothing is skipped any more");
  }

  @Test
  void hazard08_theEndOfTheOldHistoryMakesTheNewOnesStartSetKnown() throws ApplyException {
    // Rows of 11 and 12 went to other partitions only.
    judge(at(0, 100).heartbeat(0).executed(A + ":1-10"));
    judge(at(100, 300).heartbeat(0).executed(A + ":1-12"));
    Records next = at(0, 0).history(B + "/binlog").positions(in(3, 9, 50), in(3, 9, 50));
    Verdict verdict = judge(next.heartbeat(0).executed(A + ":1-12"));
    assertEquals(Outcome.APPLY, verdict.outcome());
    assertEquals(null, verdict.state().gtids().skip());
  }

  @Test
  void hazard08_aReplayedEndOfTheOldHistoryIsHeardToo() throws ApplyException {
    // Without Kafka transactions the source may have stored less than it sent.
    judge(at(0, 100).heartbeat(0).executed(A + ":1-10"));
    judge(at(100, 300).gtid(A + ":13"));
    Verdict replay = judge(at(100, 200).heartbeat(0).executed(A + ":1-12"));
    assertEquals(Outcome.REPLAY, replay.outcome());
    assertEquals(in(1, 1, 300), replay.state().last());
    Records next = at(0, 0).history(B + "/binlog").positions(in(3, 9, 50), in(3, 9, 50));
    judge(next.heartbeat(0).executed(A + ":1-12"));
    Records thirteen = next.positions(in(3, 9, 50), in(3, 9, 60)).gtid(A + ":13");
    assertEquals(Outcome.REPLAY, judge(thirteen).outcome());
  }

  @ParameterizedTest(name = "back at {0} of the first history, which was left at 100")
  @CsvSource({"100", "80", "140"})
  void hazard08_thereAndBack(long offset) throws ApplyException {
    judge(at(0, 100).heartbeat(0).executed(A + ":1-10"));
    Records there = at(0, 0).history(B + "/binlog").positions(in(3, 9, 50), in(3, 9, 50));
    judge(there.heartbeat(0).executed(A + ":1-10"));
    Records back = at(offset, offset).heartbeat(0).executed(A + ":1-10");
    assertEquals(Outcome.APPLY, judge(back).outcome());
    assertEquals(Outcome.REPLAY, judge(at(80, 90)).outcome(), "had been seen at the first time");
    Verdict next = judge(at(offset, 150).gtid(A + ":11"));
    assertEquals(Outcome.APPLY, next.outcome());
    assertEquals(
        List.of(new SourceState.ClosedHistory(B + "/binlog", in(3, 9, 50))), next.state().closed());
    judge(there.heartbeat(0).executed(A + ":1-11"));
    assertEquals(
        Outcome.APPLY,
        judge(there.positions(in(3, 9, 50), in(3, 9, 90)).gtid(A + ":12")).outcome(),
        "and there again");
  }

  @ParameterizedTest(name = "after watermark 7000: {0} gives {1}")
  @CsvSource({"0, 7000", "6999, 7000", "7001, 7001"})
  void hazard35_anUnknownWatermarkLowersNothing(long next, long kept) throws ApplyException {
    judge(at(0, 100).heartbeat(7_000).executed(A + ":1-10"));
    assertEquals(kept, judge(at(100, 100).heartbeat(next)).state().watermarkMicros(), "equal");
    assertEquals(kept, judge(at(100, 110).heartbeat(next)).state().watermarkMicros(), "later");
    assertEquals(kept, judge(at(100, 105).heartbeat(next)).state().watermarkMicros(), "replay");
    Records other = at(0, 0).history(B + "/binlog").positions(in(3, 9, 50), in(3, 9, 50));
    Verdict verdict = judge(other.heartbeat(next).executed(A + ":1-10"));
    assertEquals(kept, verdict.state().watermarkMicros(), "another history");
    restart(0, verdict.state());
    Records again = other.positions(in(3, 9, 50), in(3, 9, 60));
    assertEquals(kept, judge(again.heartbeat(0)).state().watermarkMicros(), "after a takeover");
  }

  @Test
  void hazard08_startSetBeyondWhatWasSeenIsAGap() throws ApplyException {
    judge(at(0, 100).heartbeat(0).executed(A + ":1-10"));
    String message =
        refused(
            at(0, 0)
                .history(B + "/binlog")
                .positions(in(3, 9, 50), in(3, 9, 50))
                .heartbeat(0)
                .executed(A + ":1-15"));
    assertTrue(message.contains(A + ":11-15"), message);
  }

  @Test
  void hazard08_newHistoryWithoutGtidsStopsUntilAccepted() throws ApplyException {
    SourceState before = judge(at(0, 100)).state();
    Records other = at(0, 0).history(B + "/binlog").positions(in(1, 1, 4), in(1, 1, 50));
    assertTrue(refused(other).contains("without GTID sets"));
    restart(1, before);
    Verdict accepted = judge(other);
    assertEquals(Outcome.APPLY, accepted.outcome());
    assertEquals(1, accepted.state().omissions().passedOver());
  }

  @Test
  void hazard09_frozenFirstInstanceWakes() throws ApplyException {
    judge(at(0, 100).heartbeat(0).executed(A + ":1-10"));
    judge(
        at(0, 0)
            .history(B + "/binlog")
            .positions(in(1, 1, 50), in(1, 1, 50))
            .heartbeat(0)
            .executed(A + ":1-10"));
    assertEquals(Outcome.REPLAY, judge(at(0, 90)).outcome(), "what it had sent before");
    assertTrue(refused(at(100, 110)).contains("another binlog history"));
    assertTrue(
        refused(at(100, 110).heartbeat(0).executed(A + ":1-11")).contains(A + ":11"),
        "what only the old server has");
  }

  @Test
  void hazard10_aGapSuspendsOneSourceUntilItWasReset() throws ApplyException {
    chain = chain(GapPolicy.SUSPEND, 0, List.of());
    judge(at(0, 100));
    judge(at(0, 100).of("other"));
    Verdict skipped = judge(at(200, 300));
    assertEquals(Outcome.SKIP, skipped.outcome());
    assertEquals(in(1, 1, 100), skipped.state().last(), "the position stays");
    assertEquals(Outcome.SKIP, judge(at(300, 400)).outcome());
    assertEquals(Outcome.SKIP, judge(at(400, 400).heartbeat(9)).outcome());
    assertEquals(Outcome.APPLY, judge(at(100, 200).of("other")).outcome(), "others go on");
    assertEquals(Outcome.REPLAY, judge(at(50, 100)).outcome(), "reset: first what was seen");
    Verdict mended = judge(at(100, 200));
    assertEquals(Outcome.APPLY, mended.outcome());
    assertFalse(mended.state().suspended());
    assertEquals(3, mended.state().omissions().skipped());
    assertEquals(in(1, 1, 300), mended.state().omissions().first());
    assertEquals(0, mended.state().watermarkMicros(), "a skipped heartbeat moves nothing");
  }

  @Test
  void hazard10_alteredOffsetsLetOneRecordOfEachSourcePass() throws ApplyException {
    SourceState one = judge(at(0, 100)).state();
    SourceState two = judge(at(0, 100).of("two")).state();
    restart(1, one, two);
    Verdict passed = judge(at(500, 600));
    assertEquals(Outcome.APPLY, passed.outcome());
    assertEquals(1, passed.state().omissions().passedOver());
    assertTrue(refused(at(900, 950)).contains("a gap"), "only once");
    assertEquals(Outcome.APPLY, judge(at(700, 800).of("two")).outcome(), "each source its own");
  }

  @Test
  void hazard10_theFirstRecordSpendsThePassGapOrNot() throws ApplyException {
    SourceState one = judge(at(0, 100)).state();
    restart(1, one);
    Verdict replay = judge(at(0, 100));
    assertEquals(Outcome.REPLAY, replay.outcome());
    assertEquals(1, replay.state().passSpent());
    refused(at(500, 600));
  }

  @Test
  void twoConnectorsInTurnUnderOneSourceNameStop() throws ApplyException {
    judge(at(0, 100).by("c1"));
    judge(at(100, 200).by("c2"));
    assertEquals(Outcome.REPLAY, judge(at(0, 100).by("c1")).outcome());
    String message = refused(at(200, 300).by("c1"));
    assertTrue(message.contains("c1") && message.contains("c2"), message);
    List<String> earlier =
        new ArrayList<>(judge(at(200, 300).by("c3")).state().earlierConnectors());
    assertEquals(List.of("c1", "c2"), earlier);
  }
}
