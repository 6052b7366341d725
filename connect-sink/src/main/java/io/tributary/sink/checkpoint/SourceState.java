package io.tributary.sink.checkpoint;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.Position;
import java.util.List;

/**
 * What the target remembers of one source in one partition.
 *
 * @param source the {@code source.name}
 * @param connector the source connector that wrote its last record
 * @param earlierConnectors connectors that wrote for it before; a new record of one stops
 * @param history history that {@code last} belongs to
 * @param last position of the last record seen: everything of this partition up to it is in the
 *     target, but for what {@code omissions} counts
 * @param commitMicros commit time of that record, microseconds since the epoch
 * @param watermarkMicros everything that the source committed before this time is in the target as
 *     far as this partition goes; 0 when not known
 * @param gtids what was seen or passed over as GTIDs
 * @param closed histories that were followed by another, with the last position seen in each
 * @param passSpent the checkpoint's {@code pass} that this source has spent
 * @param suspended whether its records are skipped because of a gap
 * @param omissions records of it that were left out or lost
 */
public record SourceState(
    String source,
    String connector,
    List<String> earlierConnectors,
    String history,
    Position last,
    long commitMicros,
    long watermarkMicros,
    SeenGtids gtids,
    List<ClosedHistory> closed,
    long passSpent,
    boolean suspended,
    Omissions omissions) {
  public SourceState {
    earlierConnectors = List.copyOf(earlierConnectors);
    closed = List.copyOf(closed);
  }

  /**
   * A history that was followed by another.
   *
   * @param history its name
   * @param last last position seen in it
   */
  public record ClosedHistory(String history, Position last) {}

  /**
   * The transactions behind a source's position, by GTID.
   *
   * @param executed GTID set of the last record that carried one, null when none did
   * @param since GTIDs of this partition's records after it
   * @param skip what had been seen when the history changed and is skipped by GTID until the new
   *     history has passed it; null when nothing is
   */
  public record SeenGtids(GtidSet executed, GtidSet since, GtidSet skip) {
    /** Nothing known. */
    public static final SeenGtids NONE = new SeenGtids(null, GtidSet.EMPTY, null);

    /** All of them. */
    public GtidSet all() {
      return executed == null ? since : executed.union(since);
    }
  }

  /**
   * Records that are not in the target.
   *
   * @param skipped skipped while the source was suspended
   * @param deadLettered given to the dead letter queue
   * @param passedOver gaps that an operator's altered offsets let pass
   * @param first position of the first of all these, null when there are none
   */
  public record Omissions(long skipped, long deadLettered, long passedOver, Position first) {
    public static final Omissions NONE = new Omissions(0, 0, 0, null);

    /** One more record skipped. */
    public Omissions skip(Position position) {
      return new Omissions(skipped + 1, deadLettered, passedOver, first(position));
    }

    /** One more record dead-lettered. */
    public Omissions deadLetter(Position position) {
      return new Omissions(skipped, deadLettered + 1, passedOver, first(position));
    }

    /** One more gap passed over; {@code position} is where it begins. */
    public Omissions passOver(Position position) {
      return new Omissions(skipped, deadLettered, passedOver + 1, first(position));
    }

    private Position first(Position position) {
      return first == null ? position : first;
    }
  }
}
