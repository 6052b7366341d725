package io.tributary.source.transaction;

/**
 * The XA branches that are prepared and whose outcome has not been read.
 *
 * @param count how many
 * @param oldestMicros when the oldest of them was prepared, microseconds since the epoch, to the
 *     second where the binlog does not say more; 0 when there is none
 */
public record OpenBranches(int count, long oldestMicros) {
  public static final OpenBranches NONE = new OpenBranches(0, 0);
}
