package io.tributary.format.model;

/**
 * Which part of its transaction a record is.
 *
 * @param partition Kafka partition, 0 to {@code partitions - 1}
 * @param partitions number of affinity partitions of the topic
 * @param previous position of the same source's record before this one in this partition; in the
 *     first record after a start without memory of one, the position where the source began. Never
 *     null.
 * @param attempt grows with every start of the source task: fragments of an older attempt are void
 * @param fragment number of this fragment of the slice, from 0
 * @param last whether this is the slice's last fragment; true with {@code fragment = 0} for a slice
 *     that fits one record
 */
public record Slice(
    int partition, int partitions, Position previous, long attempt, int fragment, boolean last) {
  /** Whether the slice is cut into more than one record. */
  public boolean fragmented() {
    return fragment > 0 || !last;
  }
}
