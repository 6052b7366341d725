package io.tributary.sink.writer;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a task and a writer say to each other.
 *
 * <p>The phases go round: FENCING (the writer takes the fence), SEEKING (it has it and wants the
 * consumer at its offset), LIVE (the task has answered; records are taken), LOST (another writer
 * has the fence; the task decides when to try again), and from each to FAILED or CLOSED. Records
 * are dropped in every phase but LIVE (hazard 20).
 *
 * <p>Thread-safe: one lock; nobody holds it while waiting for anything else.
 */
final class Mailbox {
  /** What the writer is at. */
  enum Phase {
    FENCING,
    SEEKING,
    LIVE,
    LOST,
    FAILED,
    CLOSED
  }

  private final ArrayDeque<Delivery> records = new ArrayDeque<>();
  private long bytes;
  private Phase phase = Phase.FENCING;
  private long seekOffset;
  private Throwable failure;
  private DeadLetter deadLetter;

  /**
   * A record to be given to the dead letter queue.
   *
   * @param originals what the task handed over with it
   * @param error why
   */
  record DeadLetter(List<Object> originals, Exception error) {}

  // The task's side.

  synchronized Phase phase() {
    return phase;
  }

  synchronized long seekOffset() {
    return seekOffset;
  }

  synchronized Throwable failure() {
    return failure;
  }

  synchronized long bytes() {
    return bytes;
  }

  /** Takes a record, unless it is to be dropped; says which. */
  synchronized boolean offer(Delivery delivery) {
    if (phase == Phase.LIVE) {
      records.add(delivery);
      bytes += delivery.bytes();
      notifyAll();
      return true;
    }
    return false;
  }

  /** The consumer stands where the writer wants it; what comes now is from there on. */
  synchronized void seekAnswered() {
    if (phase == Phase.SEEKING) {
      enter(Phase.LIVE);
    }
  }

  /** Lets the writer take the fence again. */
  synchronized void takeFenceAgain() {
    if (phase == Phase.LOST) {
      enter(Phase.FENCING);
    }
  }

  /** The record that waits for the dead letter queue, or null. */
  synchronized DeadLetter deadLetter() {
    return deadLetter;
  }

  /** It is there. */
  synchronized void deadLettered() {
    deadLetter = null;
    notifyAll();
  }

  synchronized void close() {
    if (phase != Phase.FAILED) {
      enter(Phase.CLOSED);
    }
  }

  // The writer's side.

  /** Asks the task to move the consumer. */
  synchronized void seek(long offset) throws WriterClosedException {
    requireOpen();
    seekOffset = offset;
    enter(Phase.SEEKING);
  }

  synchronized void lost() throws WriterClosedException {
    requireOpen();
    enter(Phase.LOST);
  }

  synchronized void fail(Throwable error) {
    if (phase != Phase.CLOSED) {
      failure = error;
      enter(Phase.FAILED);
    }
  }

  /** Waits until the task lets the fence be taken again. */
  synchronized void awaitFencing() throws WriterClosedException, InterruptedException {
    while (phase == Phase.LOST) {
      wait();
    }
    requireOpen();
  }

  /** The next record, waited for without end. */
  synchronized Delivery take() throws WriterClosedException, InterruptedException {
    while (records.isEmpty()) {
      requireOpen();
      wait();
    }
    requireOpen();
    return remove();
  }

  /** The next record, or null when none comes in that time. */
  synchronized Delivery poll(long timeoutNanos) throws WriterClosedException, InterruptedException {
    long end = System.nanoTime() + timeoutNanos;
    requireOpen();
    while (records.isEmpty()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
      requireOpen();
    }
    return remove();
  }

  /** Hands a record to the dead letter queue and waits until it is there. */
  synchronized void deadLetter(DeadLetter letter)
      throws WriterClosedException, InterruptedException {
    requireOpen();
    deadLetter = letter;
    while (deadLetter != null) {
      wait();
      requireOpen();
    }
  }

  /** Waits, but not beyond the end of the writer. */
  synchronized void pause(long ms) throws WriterClosedException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      requireOpen();
      TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
    }
    requireOpen();
  }

  private Delivery remove() {
    Delivery delivery = records.remove();
    bytes -= delivery.bytes();
    return delivery;
  }

  private void enter(Phase next) {
    phase = next;
    records.clear();
    bytes = 0;
    deadLetter = null;
    notifyAll();
  }

  private void requireOpen() throws WriterClosedException {
    if (phase == Phase.CLOSED) {
      throw new WriterClosedException();
    }
  }
}
