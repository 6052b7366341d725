package io.tributary.sink.writer;

import java.util.List;

/**
 * A whole slice, its fragments joined.
 *
 * @param record the record with all its changes
 * @param bytes size of the Kafka records that it came in
 * @param originals what the task wants back when it goes to the dead letter queue
 */
record Whole(PositionedRecord record, long bytes, List<Object> originals) {}
