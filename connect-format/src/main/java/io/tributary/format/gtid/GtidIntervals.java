package io.tributary.format.gtid;

import java.util.Arrays;

/**
 * Transaction numbers of one UUID and tag: disjoint closed intervals, ascending, never adjacent.
 * Immutable.
 */
final class GtidIntervals {
  /** The highest number is {@code GNO_END - 1 = 2^63 - 2} (MySQL, {@code rpl_gtid.h}). */
  static final long MAX = Long.MAX_VALUE - 1;

  static final GtidIntervals NONE = new GtidIntervals(new long[0]);

  /** First and last of each interval, one after the other. */
  private final long[] bounds;

  private GtidIntervals(long[] bounds) {
    this.bounds = bounds;
  }

  boolean isEmpty() {
    return bounds.length == 0;
  }

  /** Index in {@code bounds} of the first interval whose last number is at least this one. */
  private int firstEndingAtOrAfter(long number) {
    int last = bounds.length;
    // Nearly always asked about the end.
    if (last == 0 || bounds[last - 1] < number) {
      return last;
    }
    int low = 0;
    int high = last / 2 - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[2 * middle + 1] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return 2 * low;
  }

  boolean containsAll(long first, long last) {
    int at = firstEndingAtOrAfter(first);
    return at < bounds.length && bounds[at] <= first && last <= bounds[at + 1];
  }

  boolean containsAll(GtidIntervals other) {
    for (int i = 0; i < other.bounds.length; i += 2) {
      if (!containsAll(other.bounds[i], other.bounds[i + 1])) {
        return false;
      }
    }
    return true;
  }

  /** With all numbers from first to last, 1 to {@link #MAX}. */
  GtidIntervals add(long first, long last) {
    int from = firstEndingAtOrAfter(first - 1);
    int to = from;
    long newFirst = first;
    long newLast = last;
    while (to < bounds.length && bounds[to] <= last + 1) {
      newFirst = Math.min(newFirst, bounds[to]);
      newLast = Math.max(newLast, bounds[to + 1]);
      to += 2;
    }
    return replace(from, to, newFirst, newLast);
  }

  GtidIntervals addAll(GtidIntervals other) {
    GtidIntervals all = this;
    for (int i = 0; i < other.bounds.length; i += 2) {
      all = all.add(other.bounds[i], other.bounds[i + 1]);
    }
    return all;
  }

  /** Without the numbers from first to last. */
  GtidIntervals remove(long first, long last) {
    int from = firstEndingAtOrAfter(first);
    int to = from;
    while (to < bounds.length && bounds[to] <= last) {
      to += 2;
    }
    if (from == to) {
      return this;
    }
    boolean before = bounds[from] < first;
    boolean after = bounds[to - 1] > last;
    if (before && after) {
      return replace(from, to, bounds[from], first - 1, last + 1, bounds[to - 1]);
    }
    if (before) {
      return replace(from, to, bounds[from], first - 1);
    }
    return after ? replace(from, to, last + 1, bounds[to - 1]) : replace(from, to);
  }

  GtidIntervals removeAll(GtidIntervals other) {
    GtidIntervals left = this;
    for (int i = 0; i < other.bounds.length; i += 2) {
      left = left.remove(other.bounds[i], other.bounds[i + 1]);
    }
    return left;
  }

  private GtidIntervals replace(int from, int to, long... by) {
    long[] changed = new long[bounds.length - (to - from) + by.length];
    System.arraycopy(bounds, 0, changed, 0, from);
    System.arraycopy(by, 0, changed, from, by.length);
    System.arraycopy(bounds, to, changed, from + by.length, bounds.length - to);
    return new GtidIntervals(changed);
  }

  void print(StringBuilder out) {
    for (int i = 0; i < bounds.length; i += 2) {
      out.append(':').append(bounds[i]);
      if (bounds[i + 1] > bounds[i]) {
        out.append('-').append(bounds[i + 1]);
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GtidIntervals that && Arrays.equals(bounds, that.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }
}
