package io.tributary.source.reader;

import static io.tributary.source.record.SourceModel.FILE;
import static io.tributary.source.record.SourceModel.at;
import static io.tributary.source.record.SourceModel.resume;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Commit;
import io.tributary.format.model.Position;
import io.tributary.source.FakeClock;
import io.tributary.source.FakeSourceServer;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.offset.StartPosition;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.OpenBranches;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BinlogReaderTest {
  private static final String HISTORY = "uuid-a/binlog";
  private static final String LATER = "binlog.000002";

  private final FakeClock clock = new FakeClock();
  private final FakeUpstream upstream = new FakeUpstream();

  @BeforeEach
  void oneFile() {
    upstream.server.files = List.of(FILE);
    upstream.server.end = new BinlogEnd(FILE, 300, "u:1-300");
  }

  /** Connections in turn: each is what it sends; an exception ends it. */
  private static final class FakeUpstream implements Upstream {
    private final FakeSourceServer server = new FakeSourceServer();
    private final Deque<Deque<Object>> connections = new ArrayDeque<>();
    private final List<StartPoint> starts = new ArrayList<>();
    private final List<ResumePoint> resumes = new ArrayList<>();
    private final List<String> inspected = new ArrayList<>();
    private List<Finding> refusals = List.of();
    private int closed;

    @Override
    public SourceServer openServer() {
      return server;
    }

    @Override
    public List<Finding> refusals(SourceServer asked, ServerFacts facts, boolean begins) {
      inspected.add(facts.history() + (begins ? " begins" : ""));
      return refusals;
    }

    @Override
    public EventStream openEvents(StartPoint start) throws BinlogException {
      starts.add(start);
      Deque<Object> sent = connections.removeFirst();
      if (sent.peekFirst() instanceof BinlogException refused) {
        throw refused;
      }
      return new EventStream() {
        @Override
        public BinlogEvent poll(Duration wait) throws BinlogException {
          Object next = sent.pollFirst();
          if (next instanceof BinlogException e) {
            throw e;
          }
          return (BinlogEvent) next;
        }

        @Override
        public void close() {
          closed++;
        }
      };
    }

    @Override
    public EventStream openScan(StartPoint start) {
      throw new AssertionError("table maps here have column names");
    }

    /** Every XID is a boundary beyond the start, and so is the beginning of a later file. */
    @Override
    public Assembly assemble(ResumePoint from, StartPoint start, ServerFacts facts) {
      resumes.add(from);
      return new Assembly() {
        private ResumePoint boundary = from;

        @Override
        public CompletedTransaction accept(BinlogEvent event) {
          Position end = event.header().end();
          if (end.file() > 1 && event instanceof BinlogEvent.FormatDescription) {
            boundary = inLaterFile(end);
            return new CompletedTransaction(new Commit(end, null, null, 1), List.of(), boundary);
          }
          if (!(event instanceof BinlogEvent.Xid)
              || from.position() != null && end.atOrBefore(from.position())) {
            return null;
          }
          boundary = resume(end.offset());
          return new CompletedTransaction(new Commit(end, null, null, 1), List.of(), boundary);
        }

        @Override
        public ResumePoint boundary() {
          return boundary;
        }

        @Override
        public OpenBranches openBranches() {
          return OpenBranches.NONE;
        }

        @Override
        public void close() {}
      };
    }
  }

  private void connection(Object... sent) {
    upstream.connections.add(new ArrayDeque<>(List.of(sent)));
  }

  private static EventHeader header(long length, long end, int flags, long created) {
    return new EventHeader(1, 0, 1, length, flags, FILE, new Position(1, created, end));
  }

  private static BinlogEvent rotate() {
    return new BinlogEvent.Rotate(header(0, 4, 0x20, 0), FILE, 4);
  }

  private static BinlogEvent format(long created) {
    return new BinlogEvent.FormatDescription(header(0, 4, 0x20, created), "9.7.4");
  }

  private static BinlogEvent xid(long end) {
    return new BinlogEvent.Xid(header(50, end, 0, 77));
  }

  private static BinlogException broken() {
    return new BinlogException(BinlogException.Kind.BROKEN, "the connection ended", null);
  }

  private BinlogReader reader(StartRequest request) {
    return new BinlogReader(
        "s", request, upstream, new ReconnectPolicy(1_000, 100, 400, 30_000), clock);
  }

  private static StartRequest goOn(long offset) {
    return new StartRequest.GoOn(HISTORY, resume(offset), false);
  }

  private static Reading read(BinlogReader reader) throws Exception {
    return reader.read(Duration.ZERO);
  }

  private static long passed(Reading reading) {
    return ((Reading.Passed) reading).transaction().resume().position().offset();
  }

  @Test
  void aFirstStartBeginsOnceItsPositionIsReached() throws Exception {
    connection(rotate(), format(77), xid(200), xid(300), xid(350));
    BinlogReader reader = reader(new StartRequest.At(new StartPosition.Latest()));
    Reading.Began began = (Reading.Began) read(reader);
    assertEquals(at(300), began.resume().position());
    assertEquals(HISTORY, began.history());
    assertEquals(new StartPoint.InFile(FILE, 4), upstream.starts.get(0));
    assertEquals(350, passed(read(reader)));
    assertNull(read(reader));
  }

  @Test
  void goesOnAtTheOffsetAtOnce() throws Exception {
    connection(rotate(), format(77));
    Reading.Began began = (Reading.Began) read(reader(goOn(200)));
    assertEquals(resume(200), began.resume());
    assertTrue(began.continuing());
  }

  private static ResumePoint inLaterFile(Position end) {
    return new ResumePoint(LATER, end, "u:1-200", LATER, end);
  }

  /** By GTID, as its file was purged or the offset is beyond 4 GiB. */
  @Test
  void goesOnByGtidAlsoWhereTheServerBeginsWithALaterFile() throws Exception {
    upstream.server.files = List.of(LATER);
    EventHeader sent = new EventHeader(1, 0, 1, 0, 0x20, LATER, new Position(2, 0, 4));
    EventHeader first = new EventHeader(1, 0, 1, 122, 0, LATER, new Position(2, 90, 126));
    connection(
        new BinlogEvent.Rotate(sent, LATER, 4), new BinlogEvent.FormatDescription(first, "9.7.4"));
    BinlogReader reader = reader(goOn(200));
    Reading.Began began = (Reading.Began) read(reader);
    assertEquals(new StartPoint.AfterGtids("u:1-200"), upstream.starts.get(0));
    assertEquals(resume(200), began.resume());
    assertTrue(began.continuing());
    assertEquals(126, passed(read(reader)));
  }

  @Test
  @DisplayName("invariant I2: a lost connection is made anew at the last boundary")
  void reconnectsAtTheLastBoundary() throws Exception {
    connection(rotate(), format(77), xid(250), broken());
    connection(new BinlogException(BinlogException.Kind.UNREACHABLE, "refused", null));
    connection(rotate(), format(77), xid(300));
    BinlogReader reader = reader(goOn(200));
    read(reader);
    assertEquals(250, passed(read(reader)));
    assertNull(read(reader));
    assertEquals(1, upstream.starts.size(), "waits before it connects again");
    clock.advanceMs(100);
    assertNull(read(reader));
    clock.advanceMs(200);
    Reading.Began began = (Reading.Began) read(reader);
    assertEquals(resume(250), began.resume());
    assertEquals(300, passed(read(reader)));
    assertEquals(new StartPoint.InFile(FILE, 250), upstream.starts.get(2));
    assertEquals(1, upstream.closed, "the lost connection is closed");
  }

  @Test
  void countsWhatItReadsAndHowOftenItConnects() throws Exception {
    connection(rotate(), format(77), xid(250), broken());
    connection(new BinlogException(BinlogException.Kind.UNREACHABLE, "refused", null));
    connection(rotate(), format(77), xid(300));
    BinlogReader reader = reader(goOn(200));
    read(reader);
    read(reader);
    assertEquals(
        List.of(1L, 0L, 3L, FILE + ":250", 250L, "u:1-250"),
        values(
            reader,
            "connected",
            "reconnects-total",
            "events-total",
            "position",
            "position-offset",
            "executed-gtids"));
    read(reader);
    assertEquals(List.of(0L, 1L), values(reader, "connected", "reconnects-total"));
    clock.advanceMs(100);
    read(reader);
    assertEquals(List.of(0L, 2L), values(reader, "connected", "reconnects-total"));
    clock.advanceMs(200);
    read(reader);
    read(reader);
    assertEquals(
        List.of(1L, 2L, FILE + ":300"),
        values(reader, "connected", "reconnects-total", "position"));
  }

  private static List<Object> values(BinlogReader reader, String... names) {
    List<Object> values = new ArrayList<>();
    for (String name : names) {
      reader.metrics().metrics().stream()
          .filter(metric -> metric.name().equals(name))
          .forEach(metric -> values.add(metric.value().get()));
    }
    return values;
  }

  @Test
  void givesUpAfterTheTimeout() throws Exception {
    for (int i = 0; i < 20; i++) {
      connection(broken());
    }
    BinlogReader reader = reader(goOn(200));
    ReadingException thrown =
        assertThrows(
            ReadingException.class,
            () -> {
              for (int i = 0; i < 20; i++) {
                read(reader);
                clock.advanceMs(100);
              }
            });
    assertTrue(thrown.getMessage().contains("reconnect.timeout.ms=1000"), thrown.getMessage());
    assertTrue(thrown.getMessage().contains(FILE + ":200"), thrown.getMessage());
    assertTrue(thrown.getMessage().startsWith("Source s "), thrown.getMessage());
  }

  @Test
  void stopsAtOnceWhereRetryingDoesNotHelp() {
    connection(new BinlogException(BinlogException.Kind.PURGED, "purged; set the offset", null));
    ReadingException thrown = assertThrows(ReadingException.class, () -> read(reader(goOn(200))));
    assertTrue(thrown.getMessage().contains("purged; set the offset"), thrown.getMessage());
  }

  @Test
  @DisplayName("hazard05: a file of another creation time is a reset binlog: by GTID or not at all")
  void hazard05_resetBinlogGoesOnByGtid() throws Exception {
    connection(rotate(), format(99));
    connection(
        rotate(),
        new BinlogEvent.FormatDescription(header(122, 126, 0, 99), "9.7.4"),
        new BinlogEvent.PreviousGtids(header(31, 157, 0, 99), ""),
        new BinlogEvent.Gtid(header(60, 1_060, 0, 99), "u:201", 0, false));
    BinlogReader reader = reader(goOn(200));
    assertNull(read(reader));
    Reading.Began began = (Reading.Began) read(reader);
    assertEquals(new StartPoint.AfterGtids("u:1-200"), upstream.starts.get(1));
    assertEquals(new Position(1, 99, 1_000), began.resume().position());
    assertEquals("u:1-200", began.resume().executed());
    assertEquals(false, began.continuing());
  }

  @Test
  @DisplayName("hazard05: without GTIDs a reset binlog stops the source")
  void hazard05_resetBinlogWithoutGtidsStops() throws Exception {
    upstream.server.gtids = false;
    connection(rotate(), format(99));
    BinlogReader reader = reader(goOn(200));
    assertNull(read(reader));
    ReadingException thrown = assertThrows(ReadingException.class, () -> read(reader));
    assertTrue(thrown.getMessage().contains("reset"), thrown.getMessage());
  }

  @Test
  @DisplayName("hazard30: what validate refuses is refused at the start of a task, too")
  void hazard30_aServerThatHidesChangesIsNotRead() {
    upstream.refusals =
        List.of(
            new Finding("table.include.list", "Foreign keys change rows."),
            new Finding("database.hostname", "No binlog."));
    ReadingException thrown = assertThrows(ReadingException.class, () -> read(reader(goOn(200))));
    assertTrue(
        thrown
            .getMessage()
            .endsWith(
                "table.include.list: Foreign keys change rows. database.hostname: No binlog."),
        thrown.getMessage());
    assertEquals(List.of(), upstream.starts, "nothing was asked for");
  }

  @Test
  void tablesAreJudgedAsTheyAreOnlyWhereReadingBegins() throws Exception {
    connection(rotate(), format(77));
    read(reader(new StartRequest.At(new StartPosition.Latest())));
    assertEquals(List.of(HISTORY + " begins"), upstream.inspected);
  }

  @Test
  void inspectsAServerOnceAndAnotherOneAgain() throws Exception {
    connection(rotate(), format(77), xid(250), broken());
    connection(rotate(), format(77), broken());
    connection(rotate(), format(77));
    BinlogReader reader = reader(goOn(200));
    read(reader);
    read(reader);
    read(reader);
    clock.advanceMs(100);
    read(reader);
    assertEquals(List.of(HISTORY), upstream.inspected);
    read(reader);
    upstream.server.uuid = "uuid-b";
    clock.advanceMs(400);
    read(reader);
    assertEquals(List.of(HISTORY, "uuid-b/binlog"), upstream.inspected);
  }

  @Test
  void closeEndsReadingQuietly() throws Exception {
    connection(rotate(), format(77), broken());
    BinlogReader reader = reader(goOn(200));
    read(reader);
    reader.close();
    assertNull(read(reader));
    assertNull(read(reader));
    assertEquals(1, upstream.starts.size());
  }
}
