package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.OpenBranches;
import io.tributary.source.transaction.TransactionException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One connection with its assembler: says {@link Reading.Began} once its start is known and read up
 * to, then passes on boundaries. {@link #close} may come from any thread.
 */
final class BinlogConnection implements AutoCloseable {
  /** Bound of one call, however long the silent stretch is that it reads through. */
  private static final long MAX_READ_MS = 50;

  private final Upstream upstream;
  private final StartPlan plan;
  private final EventStream events;
  private final ReaderMetrics metrics;

  /** Events before the file's creation time is known, which the assembler needs from the start. */
  private final List<BinlogEvent> early = new ArrayList<>();

  /** What the early events came to: the start, and the beginning of a later file behind it. */
  private final Deque<Reading> ready = new ArrayDeque<>();

  private Assembly assembly;
  private boolean began;

  BinlogConnection(Upstream upstream, StartPlan plan, ReaderMetrics metrics)
      throws BinlogException {
    this.metrics = metrics;
    this.upstream = upstream;
    this.plan = plan;
    this.events = upstream.openEvents(plan.wire());
  }

  /** The next reading, or null when none came in that time. */
  Reading read(Duration wait)
      throws BinlogException, TransactionException, BinlogResetException, InterruptedException {
    if (!ready.isEmpty()) {
      return ready.remove();
    }
    long begin = System.nanoTime();
    long limitNanos = Math.max(wait.toNanos(), Duration.ofMillis(MAX_READ_MS).toNanos());
    while (true) {
      long spent = System.nanoTime() - begin;
      BinlogEvent event = events.poll(Duration.ofNanos(Math.max(0, wait.toNanos() - spent)));
      if (event == null) {
        return null;
      }
      metrics.event();
      Reading reading = assembly == null ? takeEarly(event) : take(event);
      if (reading != null) {
        return reading;
      }
      if (spent > limitNanos) {
        return null;
      }
    }
  }

  private Reading takeEarly(BinlogEvent event) throws TransactionException, BinlogResetException {
    early.add(event);
    if (!(event instanceof BinlogEvent.FormatDescription)) {
      return null;
    }
    assembly = upstream.assemble(startingAt(event.header().end()), plan.wire(), plan.facts());
    for (BinlogEvent each : early) {
      Reading reading = take(each);
      if (reading != null) {
        ready.add(reading);
      }
    }
    early.clear();
    return ready.poll();
  }

  /** The plan's boundary, with the creation time of the file that reading begins in. */
  private ResumePoint startingAt(Position found) throws BinlogResetException {
    ResumePoint from = plan.from();
    if (from.readFrom() == null || from.readFrom().file() != found.file()) {
      return from;
    }
    long known = from.readFrom().created();
    if (known != 0 && known != found.created()) {
      throw new BinlogResetException(
          "binlog file "
              + from.readFromFile()
              + " was created at "
              + found.created()
              + ", but the source read one that was created at "
              + known
              + " (seconds since 1970)");
    }
    Position position = from.position();
    return new ResumePoint(
        from.file(),
        position.file() == found.file() ? created(position, found.created()) : position,
        from.executed(),
        from.readFromFile(),
        created(from.readFrom(), found.created()),
        from.readAfter());
  }

  private static Position created(Position position, long created) {
    return new Position(position.file(), created, position.offset());
  }

  private Reading take(BinlogEvent event) throws TransactionException {
    CompletedTransaction passed = assembly.accept(event);
    if (began) {
      return passed == null ? null : new Reading.Passed(passed);
    }
    ResumePoint begin = plan.from().position() == null ? firstSent(event) : readUpTo(event);
    if (passed != null && !passed.slices().isEmpty()) {
      throw new IllegalStateException(
          "a transaction at " + passed.commit().position() + " was handed out before the start");
    }
    if (begin == null) {
      return null;
    }
    began = true;
    return new Reading.Began(plan.facts().history(), begin, plan.continuing());
  }

  /**
   * By GTID in a history whose positions are not known: the first transaction that the server
   * sends, or the place up to which it says it had nothing to send. What it sends of the file's
   * head comes before all that, and says nothing.
   */
  private ResumePoint firstSent(BinlogEvent event) {
    if (event instanceof BinlogEvent.Rotate
        || event instanceof BinlogEvent.FormatDescription
        || event instanceof BinlogEvent.PreviousGtids) {
      return null;
    }
    Position begin = event.header().start();
    String file = event.header().file();
    return new ResumePoint(
        file, begin, plan.from().executed(), file, begin, plan.from().readAfter());
  }

  /**
   * By file and position: the start, as soon as everything before it has been read. A first start
   * also reads the head of its file, which holds the GTID set of all before the file.
   */
  private ResumePoint readUpTo(BinlogEvent event) {
    Position start = plan.from().position();
    boolean atStart = plan.continuing() && plan.from().readFrom().equals(start);
    boolean head =
        event instanceof BinlogEvent.Rotate || event instanceof BinlogEvent.FormatDescription;
    if (!atStart && (head || !start.atOrBefore(event.header().end()))) {
      return null;
    }
    ResumePoint boundary = assembly.boundary();
    if (plan.gtids() && boundary.executed() == null) {
      return new ResumePoint(
          boundary.file(), boundary.position(), "", boundary.readFromFile(), boundary.readFrom());
    }
    return boundary;
  }

  /** The XA branches that are prepared at the boundary that was read last. */
  OpenBranches openBranches() {
    return assembly == null ? OpenBranches.NONE : assembly.openBranches();
  }

  @Override
  public void close() {
    events.close();
  }

  /** Gives back what the assembler holds; by the reading thread alone. */
  void release() {
    events.close();
    if (assembly != null) {
      assembly.close();
    }
  }
}
