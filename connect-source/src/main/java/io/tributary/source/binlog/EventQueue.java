package io.tributary.source.binlog;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands events from the reading thread to the polling thread, bounded by bytes.
 *
 * <p>Thread-safe for one writer and one reader; {@link #close} may come from any thread. The reader
 * takes all that waits at once, so the writer may fill only half of the bound.
 */
final class EventQueue implements EventSink {
  private final long halfMaxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition emptied = lock.newCondition();

  private Deque<BinlogEvent> written = new ArrayDeque<>();
  private long writtenBytes;
  private BinlogException end;
  private boolean closed;

  /** Touched by the reader only. */
  private Deque<BinlogEvent> taken = new ArrayDeque<>();

  EventQueue(long maxBytes) {
    this.halfMaxBytes = Math.max(1, maxBytes / 2);
  }

  /** Adds an event; waits while the queue is full. After {@link #close} it drops the event. */
  @Override
  public void accept(BinlogEvent event, long bytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!closed && !written.isEmpty() && writtenBytes + bytes > halfMaxBytes) {
        emptied.await();
      }
      if (!closed) {
        written.add(event);
        writtenBytes += bytes;
        filled.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The next event, null when none comes in time; the reason of the end once all are taken. */
  BinlogEvent poll(Duration wait) throws BinlogException, InterruptedException {
    BinlogEvent next = taken.poll();
    if (next == null && await(wait)) {
      next = taken.poll();
    }
    return next;
  }

  /** The writer's last word; the first one counts. */
  void end(BinlogException why) {
    lock.lock();
    try {
      if (end == null) {
        end = why;
      }
      filled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Drops what waits and lets both sides go; the reader gets {@code why}. */
  void close(BinlogException why) {
    lock.lock();
    try {
      closed = true;
      end = why;
      written.clear();
      filled.signalAll();
      emptied.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private boolean await(Duration wait) throws BinlogException, InterruptedException {
    long leftNanos = wait.toNanos();
    lock.lockInterruptibly();
    try {
      while (written.isEmpty()) {
        if (end != null) {
          throw new BinlogException(end.kind(), end.getMessage(), end);
        }
        if (leftNanos <= 0) {
          return false;
        }
        leftNanos = filled.awaitNanos(leftNanos);
      }
      Deque<BinlogEvent> empty = taken;
      taken = written;
      written = empty;
      writtenBytes = 0;
      emptied.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }
}
