package io.tributary.format.model;

import java.util.Comparator;

/**
 * Where a transaction ends in the binlog of one history: the end of its last event.
 *
 * <p>Comparable only within one history (server UUID and log base name). File numbers compare as
 * numbers: {@code binlog.999999} is before {@code binlog.1000000}.
 *
 * @param file number of the binlog file, the digits after the last dot of its name
 * @param created creation time of that file in seconds since the epoch, from the header of its
 *     FORMAT_DESCRIPTION event; 0 when not known. The same or a lower file number with a later
 *     creation time proves that the binlog was reset. Not part of the order.
 * @param offset byte offset in the file of the end of the event, 64 bits
 */
public record Position(long file, long created, long offset) implements Comparable<Position> {
  private static final Comparator<Position> ORDER =
      Comparator.comparingLong(Position::file).thenComparingLong(Position::offset);

  /** Orders by file number, then by offset; {@code created} plays no part. */
  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  /** Whether this position is at or before the other one in the same history. */
  public boolean atOrBefore(Position other) {
    return compareTo(other) <= 0;
  }

  /**
   * Whether this position was read from a binlog that was reset after {@code earlier} was read: its
   * file was created later although its number is not higher.
   */
  public boolean afterResetOf(Position earlier) {
    return created != 0
        && earlier.created != 0
        && file <= earlier.file
        && created > earlier.created;
  }

  /** {@code file:created:offset}, the form used in offsets, records and messages. */
  @Override
  public String toString() {
    return file + ":" + created + ":" + offset;
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException when the text is not of the form {@code file:created:offset}
   */
  public static Position parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length == 3) {
      try {
        return new Position(
            Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("not a position (file:created:offset): " + text, e);
      }
    }
    throw new IllegalArgumentException("not a position (file:created:offset): " + text);
  }
}
