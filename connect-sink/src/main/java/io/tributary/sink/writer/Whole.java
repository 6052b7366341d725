package io.tributary.sink.writer;

import io.tributary.format.spill.SpillBuffer;
import java.util.List;

/**
 * A whole slice, its fragments joined.
 *
 * @param record the record with all its changes; without any when {@code changes} has them
 * @param changes its encoded changes, joined by commas, when they are too many for one transaction
 *     of the target; else null. Whoever takes it closes it
 * @param firstOffset Kafka offset of its first fragment
 * @param bytes size of the Kafka records that it came in
 * @param originals what the task wants back when it goes to the dead letter queue; empty when it
 *     cannot go there
 */
record Whole(
    PositionedRecord record,
    SpillBuffer changes,
    long firstOffset,
    long bytes,
    List<Object> originals) {}
