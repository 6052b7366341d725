package io.tributary.sink.ownership;

/** What ownership has done since it was made. Every number only grows; any thread may ask. */
public interface OwnershipCounters {
  /** Keys whose owner memory knew. */
  long remembered();

  /** Keys whose owner was read. */
  long read();

  /** Keys whose DELETE needed to know no owner. */
  long unread();

  /** Images that were hidden. */
  long hidden();

  /** Images that became visible again. */
  long returned();
}
