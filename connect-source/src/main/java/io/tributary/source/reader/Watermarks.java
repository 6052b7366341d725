package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.preflight.SourceServer.TimedEnd;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Turns (time, place) pairs of a server into a watermark: a time counts once reading has passed its
 * place. Thread-safe: one thread adds, another asks.
 */
public final class Watermarks {
  /** When reading lags so many pairs behind, they are thinned: coarser, never wrong. */
  private static final int MAX_PAIRS = 1_024;

  private final Deque<TimedEnd> pairs = new ArrayDeque<>();

  /** Only every so many-th pair is kept; doubles with each thinning, until all have been passed. */
  private long stride = 1;

  private long sinceKept;
  private long passedMicros;

  /** Adds a pair; the server's time and place only grow. */
  public synchronized void add(TimedEnd pair) {
    if (++sinceKept < stride) {
      return;
    }
    sinceKept = 0;
    pairs.addLast(pair);
    if (pairs.size() > MAX_PAIRS) {
      stride *= 2;
      boolean drop = false;
      for (Iterator<TimedEnd> each = pairs.iterator(); each.hasNext(); drop = !drop) {
        each.next();
        if (drop) {
          each.remove();
        }
      }
    }
  }

  /**
   * The latest time whose place has been passed.
   *
   * @param reached everything at or before it has been read
   * @return microseconds since the epoch, server's clock; 0 when there is none yet
   */
  public synchronized long passed(Position reached) {
    while (!pairs.isEmpty() && place(pairs.peekFirst()).atOrBefore(reached)) {
      passedMicros = Math.max(passedMicros, pairs.removeFirst().micros());
    }
    if (pairs.isEmpty()) {
      stride = 1;
    }
    return passedMicros;
  }

  private static Position place(TimedEnd pair) {
    return new Position(BinlogFile.number(pair.end().file()), 0, pair.end().offset());
  }
}
