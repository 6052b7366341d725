package io.tributary.source.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.transaction.RandomHistory.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random histories against a simple model: whatever the boundary that a reader is cut at, what was
 * emitted before and what the resumed reader emits are the model's transactions, each once, in
 * commit order. Memory is so small that nearly all of them are spilled (hazard 14).
 */
class RandomHistoryTest {
  private static final int HISTORIES = 60;

  @FunctionalInterface
  private interface Check {
    void run(RandomHistory history, String when) throws TransactionException;
  }

  private static void forRandomHistories(boolean gtids, Check check) throws TransactionException {
    Random seeds = new Random();
    for (int i = 0; i < HISTORIES; i++) {
      long seed = seeds.nextLong();
      check.run(new RandomHistory(seed, gtids), "seed " + seed + "L");
    }
  }

  @Test
  void i1_i3_transactionsAreTheModels() throws TransactionException {
    for (boolean gtids : new boolean[] {true, false}) {
      forRandomHistories(
          gtids,
          (history, when) -> {
            Reading reading = Reading.inFile(start(gtids), 1).read(history.script());
            assertEquals(history.visible(), reading.texts(), when);
            for (CompletedTransaction each : reading.completed()) {
              assertTrue(each.resume().readFrom().atOrBefore(each.resume().position()), when);
              assertEquals(each.resume().position(), each.commit().position(), when);
            }
            boolean large = history.visible().stream().anyMatch(text -> text.length() > 40);
            assertTrue(!large || reading.spilledBytes() > 0, when + ": nothing was spilled");
            reading.close();
          });
    }
  }

  private static ResumePoint start(boolean gtids) {
    ResumePoint start = Reading.START;
    return new ResumePoint(
        start.file(), start.position(), gtids ? "" : null, start.file(), start.readFrom());
  }

  @Test
  void i2_hazard33_cutAtEveryBoundaryAndResumedByFile() throws TransactionException {
    for (boolean gtids : new boolean[] {true, false}) {
      forRandomHistories(
          gtids,
          (history, when) ->
              cutEverywhere(
                  history,
                  start(gtids),
                  when,
                  point -> Reading.inFile(point, 1).read(served(history, point))));
    }
  }

  @Test
  void i2_i3_cutAtEveryBoundaryAndResumedByGtids() throws TransactionException {
    forRandomHistories(
        true,
        (history, when) ->
            cutEverywhere(
                history,
                start(true),
                when,
                point -> Reading.byGtids(point, 1).read(servedByGtids(history, point))));
  }

  @Test
  void i2_i3_resumedByGtidsAtAServerWithOtherPositions() throws TransactionException {
    forRandomHistories(
        true,
        (history, when) ->
            cutEverywhere(
                history,
                start(true),
                when,
                point -> {
                  ResumePoint elsewhere = new ResumePoint(null, null, point.executed(), null, null);
                  return Reading.byGtids(elsewhere, 1).read(servedByGtids(history, point));
                }));
  }

  @FunctionalInterface
  private interface Resume {
    Reading from(ResumePoint point) throws TransactionException;
  }

  /** Cuts after every event: in a transaction the last boundary counts. */
  private static void cutEverywhere(
      RandomHistory history, ResumePoint start, String when, Resume resume)
      throws TransactionException {
    Reading first = Reading.inFile(start, 1);
    ResumePoint last = null;
    for (BinlogEvent event : history.events()) {
      first.accept(event);
      ResumePoint point = first.boundary();
      if (point.equals(last) || point.position().offset() <= 4) {
        continue;
      }
      last = point;
      String cut = when + " cut at " + point;
      Reading second = resume.from(point);
      List<String> all = new ArrayList<>(first.texts());
      all.addAll(second.texts());
      assertEquals(history.visible(), all, cut);
      for (CompletedTransaction each : second.completed()) {
        boolean later = !each.commit().position().atOrBefore(point.position());
        assertTrue(later || each.slices().isEmpty(), cut + " emits " + each.commit());
      }
      second.close();
      assertEquals(0, second.heldBytes(), cut);
      assertEquals(0, second.openBuffers(), cut);
    }
    assertEquals(history.visible(), first.texts(), when);
    first.close();
    assertEquals(0, first.openBuffers(), when);
  }

  /** What a server sends from a position in a file. */
  private static List<BinlogEvent> served(RandomHistory history, ResumePoint point) {
    List<BinlogEvent> events = new ArrayList<>();
    for (BinlogEvent event : history.events()) {
      Position at = event.header().start();
      if (point.readFrom().atOrBefore(at)) {
        events.add(event);
      }
    }
    return events;
  }

  /** What a server sends after a GTID set: it leaves out the groups that are in it. */
  private static List<BinlogEvent> servedByGtids(RandomHistory history, ResumePoint point) {
    GtidSet executed = GtidSet.parse(point.executed());
    List<BinlogEvent> all = history.events();
    List<BinlogEvent> events = new ArrayList<>();
    int next = 0;
    for (Group group : history.groups()) {
      events.addAll(all.subList(next, group.firstEvent()));
      if (!executed.contains(group.gtid())) {
        events.addAll(all.subList(group.firstEvent(), group.lastEvent() + 1));
      }
      next = group.lastEvent() + 1;
    }
    events.addAll(all.subList(next, all.size()));
    return events;
  }
}
