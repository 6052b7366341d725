package io.tributary.source.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import io.tributary.source.FakeSourceServer;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.offset.StartPosition;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartPlannerTest {
  private static final String HISTORY = "uuid-a/binlog";
  private static final Position AT = new Position(2, 100, 400);
  private static final ResumePoint RESUME =
      new ResumePoint("binlog.000002", AT, "u:1-8", "binlog.000002", AT);

  private final FakeSourceServer server = new FakeSourceServer();
  private final PlayedBinlog binlog = new PlayedBinlog();

  private StartPlan plan(StartRequest request) throws Exception {
    return new StartPlanner(
            server,
            server.facts(),
            StartPlanner.OldBranches.lookingThrice(() -> {}),
            new TimeSearch(binlog))
        .plan(request);
  }

  private String refusal(StartRequest request) {
    return assertThrows(StartException.class, () -> plan(request)).getMessage();
  }

  private static StartRequest goOn(ResumePoint resume) {
    return new StartRequest.GoOn(HISTORY, resume, false);
  }

  private static ResumePoint withoutGtids(ResumePoint resume) {
    return new ResumePoint(
        resume.file(), resume.position(), null, resume.readFromFile(), resume.readFrom());
  }

  @Test
  void latestReadsTheNewestFileSilently() throws Exception {
    StartPlan plan = plan(new StartRequest.At(new StartPosition.Latest()));
    assertEquals(new StartPoint.InFile("binlog.000002", 4), plan.wire());
    assertEquals(new Position(2, 0, 500), plan.from().position());
    assertNull(plan.from().executed());
    assertEquals(HISTORY, plan.facts().history());
  }

  @Test
  @DisplayName("hazard34: branches that stay prepared make latest read from the oldest file")
  void hazard34_latestOnABusyXaSystem() throws Exception {
    server.prepared.clear();
    server.prepared.addAll(List.of(List.of("a", "b"), List.of("b", "c"), List.of("b")));
    StartPlan plan = plan(new StartRequest.At(new StartPosition.Latest()));
    assertEquals(new StartPoint.InFile("binlog.000001", 4), plan.wire());
    assertEquals(new Position(2, 0, 500), plan.from().position());
    server.prepared.clear();
    server.prepared.addAll(List.of(List.of("a", "b"), List.of("b", "c"), List.of("c")));
    assertEquals(
        new StartPoint.InFile("binlog.000002", 4),
        plan(new StartRequest.At(new StartPosition.Latest())).wire());
  }

  @Test
  void earliestBeginsWithTheOldestFile() throws Exception {
    StartPlan plan = plan(new StartRequest.At(new StartPosition.Earliest()));
    assertEquals(new StartPoint.InFile("binlog.000001", 4), plan.wire());
    assertEquals(new Position(1, 0, 4), plan.from().position());
  }

  @Test
  void gtidSetMustBeKnownAndNotPurged() throws Exception {
    StartRequest request = new StartRequest.At(new StartPosition.AfterGtids("u:1-5"));
    assertEquals(new StartPoint.AfterGtids("u:1-5"), plan(request).wire());
    assertNull(plan(request).from().position());
    server.purgedBeyond = "u:6";
    assertTrue(refusal(request).contains("u:6"));
    server.purgedBeyond = "";
    server.notExecuted = "v:1";
    assertTrue(refusal(request).contains("v:1"));
    server.gtids = false;
    assertTrue(refusal(request).contains("gtid_mode"));
  }

  @Test
  void fileMustBeThere() throws Exception {
    StartRequest request = new StartRequest.At(new StartPosition.InFile("binlog.000009", 4));
    assertTrue(refusal(request).contains("oldest binlog.000001, newest binlog.000002"));
    assertEquals(
        new Position(1, 0, 157),
        plan(new StartRequest.At(new StartPosition.InFile("binlog.000001", 157)))
            .from()
            .position());
  }

  @Test
  void goesOnByFileInTheSameHistory() throws Exception {
    StartPlan plan = plan(goOn(RESUME));
    assertEquals(new StartPoint.InFile("binlog.000002", 400), plan.wire());
    assertEquals(RESUME, plan.from());
    assertTrue(plan.continuing());
  }

  @Test
  void goesOnFromTheOldestOpenPrepare() throws Exception {
    ResumePoint open =
        new ResumePoint("binlog.000002", AT, "u:1-8", "binlog.000001", new Position(1, 90, 250));
    assertEquals(new StartPoint.InFile("binlog.000001", 250), plan(goOn(open)).wire());
  }

  @Test
  void goesOnByGtidWhereTheOffsetDoesNotFitTheProtocol() throws Exception {
    Position far = new Position(2, 100, 1L << 32);
    StartPlan plan =
        plan(goOn(new ResumePoint("binlog.000002", far, "u:1-8", "binlog.000002", far)));
    assertEquals(new StartPoint.AfterGtids("u:1-8"), plan.wire());
    assertTrue(plan.continuing());
  }

  /** Without GTIDs: silently from the beginning of the file, or of the one with an open prepare. */
  @ParameterizedTest
  @CsvSource({"binlog.000002, 2", "binlog.000001, 1"})
  void readsTheFileFromItsBeginningWhereTheOffsetDoesNotFitTheProtocol(String file, long number)
      throws Exception {
    server.gtids = false;
    Position far = new Position(2, 100, 5L << 32);
    Position readFrom = new Position(number, 90, 1L << 32);
    StartPlan plan = plan(goOn(new ResumePoint("binlog.000002", far, null, file, readFrom)));
    assertEquals(new StartPoint.InFile(file, 4), plan.wire());
    assertEquals(
        new ResumePoint("binlog.000002", far, null, file, new Position(number, 90, 4)),
        plan.from());
    assertTrue(plan.continuing());
    assertFalse(plan.gtids());
  }

  @Test
  void goesOnByGtidWhereThePurgedFileHadNothingMore() throws Exception {
    server.files = List.of("binlog.000005");
    server.end = new BinlogEnd("binlog.000005", 4, "u:1-8");
    assertEquals(new StartPoint.AfterGtids("u:1-8"), plan(goOn(RESUME)).wire());
    assertTrue(plan(goOn(RESUME)).continuing());
    server.purgedBeyond = "u:9";
    assertTrue(refusal(goOn(RESUME)).contains("purged"));
    String refusal = refusal(goOn(withoutGtids(RESUME)));
    assertTrue(refusal.contains("needs binlog.000002"), refusal);
  }

  @Test
  @DisplayName("hazard05: another server is another history; without GTIDs the source stops")
  void hazard05_anotherServer() throws Exception {
    server.uuid = "uuid-b";
    StartPlan plan = plan(goOn(RESUME));
    assertEquals(new StartPoint.AfterGtids("u:1-8"), plan.wire());
    assertEquals("uuid-b/binlog", plan.facts().history());
    assertNull(plan.from().position());
    assertEquals(false, plan.continuing());
    String refusal = refusal(goOn(withoutGtids(RESUME)));
    assertTrue(refusal.contains("uuid-a/binlog") && refusal.contains("uuid-b/binlog"), refusal);
  }

  @Test
  @DisplayName("hazard05: a reset binlog begins a new history, also where the file's name is there")
  void hazard05_resetBinlog() throws Exception {
    StartRequest reset = new StartRequest.GoOn(HISTORY, RESUME, true);
    assertEquals(new StartPoint.AfterGtids("u:1-8"), plan(reset).wire());
    assertEquals(false, plan(reset).continuing());
    server.files = List.of("binlog.000001");
    assertEquals(false, plan(goOn(RESUME)).continuing());
    server.gtids = false;
    assertTrue(refusal(reset).contains("reset"));
  }

  @Test
  @DisplayName("hazard08: a server that lacks what was passed on is refused")
  void hazard08_serverThatLostTransactions() {
    server.notExecuted = "u:8";
    String refusal = refusal(goOn(RESUME));
    assertTrue(refusal.contains("u:8") && refusal.contains("PATCH"), refusal);
  }

  private StartPlan at(String time) throws Exception {
    return plan(new StartRequest.At(StartPosition.parse("time:" + time)));
  }

  private void timedBinlog() {
    server.micros = 100_000_000;
    server.end = new BinlogEnd("binlog.000003", 600, null);
    server.files = List.of("binlog.000001", "binlog.000002", "binlog.000003");
    binlog.file("binlog.000001", 10).transaction(200, 12_500_000).transaction(300, 20_300_000);
    binlog.file("binlog.000002", 20).transaction(200, 21_000_000).transaction(400, 22_000_001);
    binlog.file("binlog.000003", 30).transaction(300, 30_700_000).transaction(500, 41_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    // In the midst of a file; the very microsecond; one later.
    "1970-01-01T00:00:21.5Z, binlog.000002, 400, binlog.000002",
    "1970-01-01T00:00:22.000001Z, binlog.000002, 400, binlog.000002",
    "1970-01-01T00:00:22.000002Z, binlog.000003, 300, binlog.000002",
    // What was committed in the second in which a file was begun may lie in the one before.
    "1970-01-01T00:00:20.3Z, binlog.000001, 300, binlog.000001",
    "1970-01-01T01:00:31+01:00, binlog.000003, 500, binlog.000003",
    "1970-01-01T00:00:10Z, binlog.000001, 200, binlog.000001",
    // Nothing has been committed since.
    "1970-01-01T00:00:50Z, binlog.000003, 600, binlog.000003"
  })
  void timeIsTheFirstTransactionThatWasCommittedThenOrLater(
      String time, String file, long offset, String readFrom) throws Exception {
    timedBinlog();
    StartPlan plan = at(time);
    assertEquals(file, plan.from().file());
    assertEquals(offset, plan.from().position().offset());
    assertEquals(new StartPoint.InFile(readFrom, 4), plan.wire());
  }

  @Test
  void timeOfPurgedBinlogsAndOfTheFutureIsRefused() {
    timedBinlog();
    assertTrue(
        assertThrows(StartException.class, () -> at("1970-01-01T00:00:09Z"))
            .getMessage()
            .contains("oldest binlog file binlog.000001 was begun later"));
    assertTrue(
        assertThrows(StartException.class, () -> at("1970-01-01T00:01:41Z"))
            .getMessage()
            .contains("lies in the server's future"));
  }

  /** MySQL 5.6 without GTIDs: seconds of statements, and no event that begins a transaction. */
  @Test
  void timeWithoutEventsThatBeginTransactions() throws Exception {
    server.micros = 100_000_000;
    server.files = List.of("binlog.000001");
    server.end = new BinlogEnd("binlog.000001", 900, null);
    binlog
        .file("binlog.000001", 10)
        .statement(200, 20, "CREATE TABLE t (a INT)")
        .statement(300, 30, "BEGIN")
        .statement(400, 50, "SAVEPOINT a")
        .xid(500, 50)
        .statement(600, 40, "BEGIN")
        .xid(700, 40)
        .statement(800, 60, "BEGIN")
        .xid(900, 60);
    assertEquals(500, at("1970-01-01T00:00:40Z").from().position().offset());
  }
}
