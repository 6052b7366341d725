package io.tributary.it.chaos.workload;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the traffic has done. Every transaction has a serial number, and says in a row of the table
 * without a key how many row images its changes have. Thread-safe.
 */
public final class Journal {
  private final AtomicLong serials = new AtomicLong();
  private final AtomicLong transactions = new AtomicLong();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong moves = new AtomicLong();
  private final AtomicLong interruptions = new AtomicLong();
  private final Set<Long> undone = ConcurrentHashMap.newKeySet();

  long nextSerial() {
    return serials.incrementAndGet();
  }

  void committed(int changes) {
    transactions.incrementAndGet();
    rows.addAndGet(changes);
  }

  void moved() {
    moves.incrementAndGet();
  }

  void rolledBack(long serial) {
    undone.add(serial);
  }

  void interrupted() {
    interruptions.incrementAndGet();
  }

  /** Transactions committed, branches of distributed ones each. */
  public long transactions() {
    return transactions.get();
  }

  /** Row changes committed. */
  public long rows() {
    return rows.get();
  }

  /** Rows moved between servers or tables. */
  public long moves() {
    return moves.get();
  }

  /** Times that a server was gone while it was written to. */
  public long interruptions() {
    return interruptions.get();
  }

  /** Serial numbers of transactions that were rolled back: nothing of them may be seen. */
  public Set<Long> undone() {
    return Collections.unmodifiableSet(new HashSet<>(undone));
  }
}
