package io.tributary.it.chaos.faults;

import java.util.EnumSet;
import java.util.Set;

/** Which parts are taken by a fault now. Thread-safe. */
final class Parts {
  private final Set<Part> taken = EnumSet.noneOf(Part.class);

  /** Takes all or none. */
  synchronized boolean tryTake(Set<Part> parts) {
    if (parts.stream().anyMatch(taken::contains)) {
      return false;
    }
    taken.addAll(parts);
    return true;
  }

  synchronized void take(Set<Part> parts) throws InterruptedException {
    while (!tryTake(parts)) {
      wait();
    }
  }

  synchronized void giveBack(Set<Part> parts) {
    taken.removeAll(parts);
    notifyAll();
  }
}
