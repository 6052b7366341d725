package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.metrics.Metric;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServer.TimedEnd;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.OpenBranches;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a source's reader counts, and how far it is behind the server. Thread-safe: the reading
 * thread and the one that asks the server count, any reads.
 */
public final class ReaderMetrics {
  private final Clock clock;
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong transactions = new AtomicLong();
  private final AtomicLong reconnects = new AtomicLong();
  private volatile boolean connected;
  private volatile OpenBranches branches = OpenBranches.NONE;
  private volatile ResumePoint reached;
  private volatile Server server = Server.UNKNOWN;

  /**
   * What the server said of itself since the connection stands.
   *
   * @param passed turns its times into how far reading has come; not the one of the records, which
   *     goes by what was written
   * @param last null when it has not said anything yet
   * @param fileBytes sizes of its binlog files, empty while reading is in the last one
   */
  private record Server(Watermarks passed, TimedEnd last, Map<String, Long> fileBytes) {
    static final Server UNKNOWN = new Server(new Watermarks(), null, Map.of());
  }

  /**
   * @param clock the worker's time, for ages
   */
  public ReaderMetrics(Clock clock) {
    this.clock = clock;
  }

  void event() {
    events.incrementAndGet();
  }

  /** A connection stands: what another server said does not count. */
  void connected() {
    connected = true;
    server = new Server(new Watermarks(), null, Map.of());
  }

  void disconnected() {
    connected = false;
  }

  /** A connection was lost and is made anew. */
  void reconnecting() {
    reconnects.incrementAndGet();
  }

  /** Everything up to a boundary has been read. */
  void reached(ResumePoint boundary, OpenBranches open) {
    reached = boundary;
    branches = open;
  }

  /** A boundary was read. */
  void passed(CompletedTransaction transaction, OpenBranches open) {
    reached(transaction.resume(), open);
    if (!transaction.slices().isEmpty()) {
      transactions.incrementAndGet();
    }
  }

  /** Whether reading is in that file. */
  boolean inFile(String file) {
    ResumePoint now = reached;
    return now != null && file.equals(now.file());
  }

  /** The server said where its binlog ends. */
  void ends(TimedEnd end, Map<String, Long> fileBytes) {
    Server before = server;
    before.passed.add(end);
    server = new Server(before.passed, end, fileBytes);
  }

  /** As they are shown. */
  public List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>(progress());
    metrics.add(
        new Metric(
            "connected",
            "flag",
            "1 while the binlog connection stands, 0 while it is made anew.",
            () -> connected ? 1L : 0L));
    metrics.add(
        new Metric(
            "reconnects-total",
            "reconnects",
            "Connections, or tries to make one, that failed and were followed by another.",
            reconnects::get));
    metrics.add(new Metric("events-total", "events", "Binlog events that were read.", events::get));
    metrics.add(
        new Metric(
            "transactions-total",
            "transactions",
            "Committed transactions with captured rows that were read.",
            transactions::get));
    metrics.add(
        new Metric(
            "open-xa-branches",
            "branches",
            "XA branches that are prepared and whose outcome has not been read.",
            () -> (long) branches.count()));
    metrics.add(
        new Metric(
            "oldest-xa-branch-age-seconds",
            "seconds",
            "Time since the oldest of them was prepared, by the clocks of the server and of the"
                + " worker; 0 when there is none.",
            this::oldestBranchSeconds));
    return metrics;
  }

  private List<Metric> progress() {
    return List.of(
        new Metric(
            "lag-seconds",
            "seconds",
            "How far reading is behind the server, by the server's clock; asked for every"
                + " heartbeat.interval.ms, -1 before the first answer of a connection.",
            this::lagSeconds),
        new Metric(
            "lag-bytes",
            "bytes",
            "Bytes of binlog between what was read and the server's end, as it was when the server"
                + " was asked last; -1 when not known.",
            this::lagBytes),
        new Metric(
            "position",
            "text",
            "Binlog file and offset up to which all was read; empty before the first.",
            () -> text(reached == null ? null : place(reached))),
        new Metric(
            "position-file",
            "number",
            "Number of that file; -1 before the first.",
            () -> position() == null ? -1L : position().file()),
        new Metric(
            "position-offset",
            "bytes",
            "Offset in that file; -1 before the first.",
            () -> position() == null ? -1L : position().offset()),
        new Metric(
            "executed-gtids",
            "text",
            "GTIDs of all that was read or lies before; empty without GTIDs.",
            () -> text(reached == null ? null : reached.executed())));
  }

  private Position position() {
    ResumePoint now = reached;
    return now == null ? null : now.position();
  }

  private static String place(ResumePoint point) {
    return point.position() == null ? null : point.file() + ":" + point.position().offset();
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  private Object lagSeconds() {
    Server now = server;
    Position position = position();
    if (now.last == null || position == null) {
      return -1.0;
    }
    long passed = now.passed.passed(position);
    if (end(now.last.end()).atOrBefore(position)) {
      return 0.0;
    }
    return passed == 0 ? -1.0 : Math.max(0, now.last.micros() - passed) / 1_000_000.0;
  }

  private static Position end(BinlogEnd end) {
    return new Position(BinlogFile.number(end.file()), 0, end.offset());
  }

  private Object lagBytes() {
    Server now = server;
    ResumePoint point = reached;
    if (now.last == null || point == null || point.position() == null) {
      return -1L;
    }
    BinlogEnd end = now.last.end();
    if (end(end).atOrBefore(point.position())) {
      return 0L;
    }
    if (end.file().equals(point.file())) {
      return end.offset() - point.position().offset();
    }
    Long size = now.fileBytes.get(point.file());
    if (size == null) {
      return -1L;
    }
    long bytes = size - point.position().offset() + end.offset();
    for (Map.Entry<String, Long> file : now.fileBytes.entrySet()) {
      long number = BinlogFile.number(file.getKey());
      if (number > point.position().file() && number < BinlogFile.number(end.file())) {
        bytes += file.getValue();
      }
    }
    return Math.max(0, bytes);
  }

  private Object oldestBranchSeconds() {
    OpenBranches open = branches;
    return open.count() == 0
        ? 0.0
        : Math.max(0, clock.millis() - open.oldestMicros() / 1_000) / 1_000.0;
  }
}
