package io.tributary.source.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.offset.ResumePoint;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * XA and GTIDs of MariaDB, whose positions cannot leave out a transaction that is prepared and
 * still open: a second position says where to read from.
 */
class MariaDbXaTest {
  private static BinlogScript prepared(BinlogScript script, String gtid, String xa, String rows) {
    return script
        .gtid(gtid)
        .insert(rows)
        .query("XA END " + BinlogScript.xa(xa))
        .xaPrepare(BinlogScript.xa(xa), false);
  }

  private static BinlogScript committed(BinlogScript script, String gtid, String xa) {
    return script.standaloneGtid(gtid).xaCommit(BinlogScript.xa(xa));
  }

  private static BinlogScript plain(BinlogScript script, String gtid, String rows) {
    return script.gtid(gtid).insert(rows).xid();
  }

  /** A: prepared after 0-1-1, open until 0-1-5; another one in between. */
  private static BinlogScript history(int transactions) {
    BinlogScript script = new BinlogScript();
    for (int i = 1; i <= transactions; i++) {
      switch (i) {
        case 1 -> plain(script, "0-1-1", "1,a");
        case 2 -> prepared(script, "0-1-2", "A", "2,held");
        case 3 -> prepared(script, "0-1-3", "B", "3,held");
        case 4 -> committed(script, "0-1-4", "B");
        case 5 -> plain(script, "0-1-5", "5,e");
        case 6 -> committed(script, "0-1-6", "A");
        default -> plain(script, "0-1-" + i, i + ",x");
      }
    }
    return script;
  }

  @Test
  void aBoundaryKnowsWhereOpenBranchesAreReadFrom() throws TransactionException {
    ResumePoint open = Reading.fresh().read(history(5)).boundary();
    assertEquals("0-1-5", open.executed());
    assertEquals("0-1-1", open.readAfter());
    ResumePoint done = Reading.fresh().read(history(6)).boundary();
    assertEquals("0-1-6", done.executed());
    assertNull(done.readAfter());
  }

  @Test
  void hazard33_failoverFetchesOpenPreparesAgainAndNothingElse() throws TransactionException {
    ResumePoint open = Reading.fresh().read(history(5)).boundary();
    ResumePoint elsewhere =
        new ResumePoint(null, null, open.executed(), null, null, open.readAfter());
    // What the other server sends after 0-1-1: everything from there on.
    BinlogScript other = new BinlogScript();
    prepared(other, "0-1-2", "A", "2,held");
    prepared(other, "0-1-3", "B", "3,held");
    committed(other, "0-1-4", "B");
    plain(other, "0-1-5", "5,e");
    Reading reading = Reading.byGtids(elsewhere, 1).read(other);
    assertEquals(List.of(), reading.completed(), "nothing is said of what was passed before");
    reading.read(rest(other));
    assertEquals(List.of("+2,held", "+7,g"), reading.texts());
    assertEquals("0-1-7", reading.boundary().executed());
    assertNull(reading.boundary().readAfter());
  }

  private static List<BinlogEvent> rest(BinlogScript script) {
    int before = script.size();
    committed(script, "0-1-6", "A");
    plain(script, "0-1-7", "7,g");
    return script.events().subList(before, script.size());
  }

  /** The second failover comes while the first one's branch is still open. */
  @Test
  void hazard33_failoverTwiceWhileABranchIsOpen() throws TransactionException {
    ResumePoint open = Reading.fresh().read(history(5)).boundary();
    ResumePoint point = new ResumePoint(null, null, open.executed(), null, null, open.readAfter());
    BinlogScript other = new BinlogScript();
    prepared(other, "0-1-2", "A", "2,held");
    prepared(other, "0-1-3", "B", "3,held");
    committed(other, "0-1-4", "B");
    plain(other, "0-1-5", "5,e");
    plain(other, "0-2-6", "6,f");
    ResumePoint there = Reading.byGtids(point, 1).read(other).boundary();
    assertEquals("0-2-6", there.executed());
    assertEquals("0-1-1", there.readAfter());
    Reading again = Reading.inFile(there, 1);
    committed(other, "0-2-7", "A");
    again.read(
        other.events().stream()
            .filter(event -> there.readFrom().atOrBefore(event.header().start()))
            .toList());
    assertEquals(List.of("+2,held"), again.texts(), "the same server again, by file");
  }

  @Test
  void aRestartInTheFileFetchesOpenPreparesAgain() throws TransactionException {
    BinlogScript whole = history(7);
    for (int transactions = 2; transactions <= 5; transactions++) {
      ResumePoint point = Reading.fresh().read(history(transactions)).boundary();
      Reading rest =
          Reading.inFile(point, 1)
              .read(
                  whole.events().stream()
                      .filter(event -> point.readFrom().atOrBefore(event.header().start()))
                      .toList());
      List<String> texts = rest.texts();
      assertEquals(List.of("+2,held", "+7,x"), texts.subList(texts.size() - 2, texts.size()));
      assertEquals("0-1-7", rest.boundary().executed(), "restart after " + transactions);
    }
  }

  @Test
  void aPrepareThatWasNotReadStopsAtItsCommit() {
    ResumePoint from = new ResumePoint(null, null, "0-1-2", null, null);
    BinlogScript script = committed(new BinlogScript(), "0-1-3", "A");
    TransactionException failure =
        assertThrows(TransactionException.class, () -> Reading.byGtids(from, 1).read(script));
    assertTrue(failure.getMessage().contains("whose prepare was not read"), failure.getMessage());
  }

  @Test
  void aNumberThatGoesBackStops() {
    BinlogScript script = new BinlogScript();
    plain(script, "0-1-8", "8,h");
    plain(script, "5-1-1", "1,other domain");
    plain(script, "0-2-7", "7,g");
    TransactionException failure =
        assertThrows(TransactionException.class, () -> Reading.fresh().read(script));
    assertTrue(failure.getMessage().contains("gtid_strict_mode"), failure.getMessage());
    assertTrue(failure.getMessage().contains("0-2-7"), failure.getMessage());
  }
}
