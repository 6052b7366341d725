package io.tributary.source.transaction;

import static io.tributary.source.transaction.BinlogScript.xa;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Position;
import io.tributary.format.model.XaId;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.offset.ResumePoint;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Invariant I3: changes of XA transactions become visible at XA COMMIT, in commit order. */
class XaTest {
  private static final XaId BYTES =
      new XaId(4_294_967_295L, new byte[] {0, -1, 0x27, 0x5c}, new byte[] {-28});

  private static BinlogScript prepared(BinlogScript script, long gtid, XaId xa, String rows) {
    return script.gtid(gtid).xaStart(xa).insert(rows).xaEnd(xa);
  }

  private static List<BinlogEvent> since(BinlogScript script, Position from) {
    return script.events().stream()
        .filter(event -> from.atOrBefore(event.header().start()))
        .toList();
  }

  @Test
  void i3_interleavedBranchesAppearInCommitOrder() throws TransactionException {
    BinlogScript script = new BinlogScript();
    prepared(script, 1, xa("g1"), "1,g1");
    prepared(script, 2, BYTES, "2,bytes");
    prepared(script, 3, xa(""), "3,none");
    script.gtid(4).begin().insert("4,plain").xid();
    Reading reading = Reading.fresh().read(script);
    assertEquals(List.of("+4,plain"), reading.texts());
    assertEquals(BinlogScript.UUID + ":4", reading.boundary().executed());
    script = script.gtid(5).xaCommit(BYTES).gtid(6).query("XA ROLLBACK X'',X'',1");
    script.gtid(7).xaCommit(xa("g1"));
    reading = Reading.fresh().read(script);
    assertEquals(List.of("+4,plain", "+2,bytes", "+1,g1"), reading.texts());
    CompletedTransaction last = reading.completed().get(reading.completed().size() - 1);
    assertEquals(xa("g1"), last.commit().xa());
    assertEquals(BinlogScript.UUID + ":7", last.commit().gtid());
    assertEquals(script.end(), last.commit().position());
    assertEquals(BinlogScript.UUID + ":1-7", last.resume().executed());
    assertEquals(last.resume().position(), last.resume().readFrom());
    assertEquals(0, reading.heldBuffers());
  }

  @Test
  void openBranchesAreToldWithTheAgeOfTheOldest() throws TransactionException {
    BinlogScript script = prepared(new BinlogScript(), 1, xa("g1"), "1,g1");
    long oldest = script.events().get(script.events().size() - 1).header().timestamp();
    prepared(script, 2, BYTES, "2,bytes");
    assertEquals(
        new OpenBranches(2, oldest * 1_000_000),
        Reading.fresh().read(script).assembler().openBranches());
    script.gtid(3).xaCommit(xa("g1"));
    assertEquals(1, Reading.fresh().read(script).assembler().openBranches().count());
    script.gtid(4).xaCommit(BYTES);
    assertEquals(OpenBranches.NONE, Reading.fresh().read(script).assembler().openBranches());
  }

  @Test
  void i3_formatIdsAreTheSameWithAndWithoutSign() throws TransactionException {
    XaId signed = new XaId(-1, BYTES.gtrid(), BYTES.bqual());
    BinlogScript script = new BinlogScript().gtid(1).xaStart(BYTES).insert("1,a");
    script.query("XA END " + BYTES).xaPrepare(signed, false).gtid(2).xaCommit(BYTES);
    assertEquals(List.of("+1,a"), Reading.fresh().read(script).texts());
  }

  @Test
  void i3_onePhaseIsTheCommit() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(1).xaStart(xa("one")).insert("1,a");
    script.query("XA END " + xa("one")).xaPrepare(xa("one"), true);
    Reading reading = Reading.fresh().read(script);
    assertEquals(List.of("+1,a"), reading.texts());
    assertEquals(BinlogScript.UUID + ":1", reading.boundary().executed());
  }

  @Test
  void i3_anIdMayBeUsedAgainAfterItsOutcome() throws TransactionException {
    BinlogScript script = prepared(new BinlogScript(), 1, xa("g"), "1,a").gtid(2).xaCommit(xa("g"));
    prepared(script, 3, xa("g"), "2,b").gtid(4).xaCommit(xa("g"));
    assertEquals(List.of("+1,a", "+2,b"), Reading.fresh().read(script).texts());
    BinlogScript twice = prepared(new BinlogScript(), 1, xa("g"), "1,a");
    BinlogScript script2 = prepared(twice, 2, xa("g"), "2,b");
    assertThrows(TransactionException.class, () -> Reading.fresh().read(script2));
  }

  @Test
  void i3_savepointsInABranch() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(1).xaStart(xa("g")).query("SAVEPOINT a");
    script.insert("1,drop").query("ROLLBACK TO a").insert("2,keep").xaEnd(xa("g"));
    assertEquals(
        List.of("+2,keep"), Reading.fresh().read(script.gtid(2).xaCommit(xa("g"))).texts());
  }

  @Test
  void i3_aBranchWithoutCapturedTables() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(1).xaStart(xa("g"));
    script.change(ChangeKind.INSERT, "s.hidden", "1,a").xaEnd(xa("g"));
    Reading reading = Reading.fresh().read(script.gtid(2).xaCommit(xa("g")));
    assertEquals(List.of(), reading.texts());
    assertEquals(BinlogScript.UUID + ":1-2", reading.boundary().executed());
  }

  @Test
  void i3_theResumePointOfAnOpenBranchIsItsBegin() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(1).begin().insert("1,a").xid();
    Position begin = script.end();
    prepared(script, 2, xa("g1"), "2,b");
    prepared(script, 3, xa("g2"), "3,c");
    ResumePoint point = Reading.fresh().read(script).boundary();
    assertEquals(begin, point.readFrom());
    assertEquals("binlog.000001", point.readFromFile());
    assertEquals(script.end(), point.position());
    assertEquals(BinlogScript.UUID + ":1", point.executed());
  }

  @Test
  void hazard33_whatWasPassedIsReadAgainInSilence() throws TransactionException {
    BinlogScript script = prepared(new BinlogScript(), 1, xa("g1"), "1,a");
    script.gtid(2).begin().insert("2,b").xid();
    prepared(script, 3, xa("g2"), "3,c").gtid(4).xaCommit(xa("g2"));
    script.gtid(5).query("TRUNCATE TABLE hidden");
    ResumePoint point = Reading.fresh().read(script).boundary();
    script.heartbeat().gtid(6).begin().insert("6,f").xid().gtid(7).xaCommit(xa("g1"));
    Reading reading = Reading.inFile(point, 1);
    for (BinlogEvent event : since(script, point.readFrom())) {
      reading.accept(event);
      if (event.header().end().atOrBefore(point.position())) {
        assertEquals(List.of(), reading.completed());
        assertEquals(point, reading.boundary());
      }
    }
    assertEquals(List.of("+6,f", "+1,a"), reading.texts());
  }

  @Test
  void i3_aResumedReaderEmitsTheRestOnce() throws TransactionException {
    BinlogScript script = prepared(new BinlogScript(), 1, xa("g1"), "1,a");
    script.gtid(2).begin().insert("2,b").xid();
    prepared(script, 3, xa("g2"), "3,c").gtid(4).xaCommit(xa("g2"));
    ResumePoint point = Reading.fresh().read(script).boundary();
    script.gtid(5).begin().insert("5,e").xid().gtid(6).xaCommit(xa("g1"));
    Reading inFile = Reading.inFile(point, 1).read(since(script, point.readFrom()));
    assertEquals(List.of("+5,e", "+1,a"), inFile.texts());
    assertEquals(BinlogScript.UUID + ":1-6", inFile.boundary().executed());
    assertEquals(2, inFile.completed().size());
  }

  @Test
  void i3_byGtidOnlyThePreparesComeAgain() throws TransactionException {
    BinlogScript script = prepared(new BinlogScript(), 1, xa("g1"), "1,a");
    List<BinlogEvent> prepare = script.events();
    script.gtid(2).begin().insert("2,b").xid();
    ResumePoint point = Reading.fresh().read(script).boundary();
    script.gtid(3).xaCommit(xa("g1"));
    Reading reading = Reading.byGtids(point, 1).read(prepare);
    assertEquals(List.of(), reading.completed());
    assertEquals(point, reading.boundary());
    reading.read(since(script, point.position()));
    assertEquals(List.of("+1,a"), reading.texts());
    assertEquals(BinlogScript.UUID + ":1-3", reading.boundary().executed());
  }

  @Test
  void i3_commitOfAnUnknownBranchStops() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(2).xaCommit(xa("g1"));
    TransactionException thrown =
        assertThrows(TransactionException.class, () -> Reading.fresh().read(script));
    assertTrue(thrown.getMessage().contains("X'6731',X'',1"), thrown.getMessage());
    assertTrue(thrown.getMessage().contains("before"), thrown.getMessage());
    assertEquals(List.of(), Reading.abandoning(xa("g1")).read(script).texts());
    BinlogScript rollback = new BinlogScript().gtid(2).query("XA ROLLBACK 'g1'");
    assertEquals(List.of(), Reading.fresh().read(rollback).texts());
  }

  @Test
  void hazard34_startInTheMiddleReadsBackAndForgivesWhatEndedBefore() throws TransactionException {
    BinlogScript script =
        new BinlogScript().gtid(5).xaCommit(xa("older")).gtid(6).query("TRUNCATE t");
    prepared(script, 7, xa("open"), "1,a");
    ResumePoint latest =
        new ResumePoint(
            "binlog.000001", script.end(), null, "binlog.000001", Reading.START.readFrom());
    Reading reading = Reading.inFile(latest, 1).read(script.gtid(8).xaCommit(xa("open")));
    assertEquals(List.of("+1,a"), reading.texts());
    assertEquals(BinlogScript.UUID + ":5-8", reading.boundary().executed());
  }

  @Test
  void hazard34_preparesThatAGivenSetHoldsAreLeftOutAgain() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(1).begin().insert("1,a").xid();
    Position begin = script.end();
    prepared(script, 2, xa("open"), "2,b");
    ResumePoint latest =
        new ResumePoint(
            "binlog.000001",
            script.end(),
            BinlogScript.UUID + ":1-2",
            "binlog.000001",
            Reading.START.readFrom());
    script.gtid(3).begin().insert("3,c").xid();
    Reading reading = Reading.inFile(latest, 1).read(script);
    assertEquals(BinlogScript.UUID + ":1:3", reading.boundary().executed());
    assertEquals(begin, reading.boundary().readFrom());
    reading.read(last(script.gtid(4).xaCommit(xa("open")), 2));
    assertEquals(List.of("+3,c", "+2,b"), reading.texts());
    assertEquals(BinlogScript.UUID + ":1-4", reading.boundary().executed());
  }

  @Test
  void i2_transactionsOfTheSetAreNotEmittedAgain() throws TransactionException {
    BinlogScript script = new BinlogScript().gtid(1).begin().insert("1,a").xid();
    prepared(script, 2, xa("g"), "2,b").gtid(3).xaCommit(xa("g"));
    script.gtid(4).query("TRUNCATE TABLE s.t").gtid(5).begin().insert("5,e").xid();
    ResumePoint failedOver =
        new ResumePoint(
            "binlog.000001",
            Reading.START.position(),
            BinlogScript.UUID + ":1-4",
            "binlog.000001",
            Reading.START.readFrom());
    assertEquals(List.of("+5,e"), Reading.inFile(failedOver, 1).read(script).texts());
  }

  private static List<BinlogEvent> last(BinlogScript script, int count) {
    return script.events().subList(script.size() - count, script.size());
  }

  @Test
  void whatIsWrongWithABranchThatIsReadAgainCountsWhenItCommits() {
    BinlogScript script =
        new BinlogScript().gtid(1).xaStart(xa("g")).update("1,a>1,?").xaEnd(xa("g"));
    ResumePoint latest =
        new ResumePoint(
            "binlog.000001", script.end(), "", "binlog.000001", Reading.START.readFrom());
    TransactionException thrown =
        assertThrows(
            TransactionException.class,
            () -> Reading.inFile(latest, 1).read(script.gtid(2).xaCommit(xa("g"))));
    assertTrue(thrown.getMessage().contains("binlog_row_image"), thrown.getMessage());
  }
}
