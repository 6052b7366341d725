package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Binlog files of a test, which are read from their beginnings, one after the other. */
final class PlayedBinlog implements Upstream {
  private final TreeMap<String, List<BinlogEvent>> files = new TreeMap<>();
  private long end;

  /** Begins a file at a second. */
  PlayedBinlog file(String name, long second) {
    files.put(name, new ArrayList<>());
    end = 4;
    return add(new BinlogEvent.FormatDescription(header(second, 120), "9.7.4"));
  }

  /** A transaction that begins at an offset; the event before it reaches up to there. */
  PlayedBinlog transaction(long begin, long commitMicros) {
    fill(begin);
    long second = commitMicros / 1_000_000;
    add(new BinlogEvent.Gtid(header(second, begin + 50), "u:1", commitMicros, false));
    return add(new BinlogEvent.Xid(header(second, begin + 100)));
  }

  /** A statement that ends at an offset. */
  PlayedBinlog statement(long end, long second, String sql) {
    return add(new BinlogEvent.Query(header(second, end), "", sql, null, 0));
  }

  /** A commit that ends at an offset. */
  PlayedBinlog xid(long end, long second) {
    return add(new BinlogEvent.Xid(header(second, end)));
  }

  private void fill(long until) {
    if (end < until) {
      add(new BinlogEvent.Ignorable(header(0, until)));
    }
  }

  private PlayedBinlog add(BinlogEvent event) {
    files.lastEntry().getValue().add(event);
    end = event.header().end().offset();
    return this;
  }

  private EventHeader header(long second, long until) {
    String name = files.lastKey();
    return new EventHeader(
        second, 2, 1, until - end, 0, name, new Position(BinlogFile.number(name), 0, until));
  }

  @Override
  public EventStream openScan(StartPoint start) {
    List<BinlogEvent> events = new ArrayList<>();
    files.tailMap(((StartPoint.InFile) start).file(), true).values().forEach(events::addAll);
    return new EventStream() {
      @Override
      public BinlogEvent poll(Duration wait) {
        return events.remove(0);
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public SourceServer openServer() {
    throw new AssertionError("only the binlog is played");
  }

  @Override
  public List<Finding> refusals(SourceServer server, ServerFacts facts, boolean begins) {
    throw new AssertionError("only the binlog is played");
  }

  @Override
  public EventStream openEvents(StartPoint start) {
    throw new AssertionError("not the connection that is read on");
  }

  @Override
  public Assembly assemble(ResumePoint from, StartPoint start, ServerFacts facts) {
    throw new AssertionError("nothing is assembled here");
  }
}
