package io.tributary.sink.writer;

import io.tributary.format.model.TransactionRecord;

/**
 * A whole record (fragments already joined) and where it stands in its partition.
 *
 * @param offset Kafka offset; of a fragmented record the last fragment's
 * @param record the record
 */
public record PositionedRecord(long offset, TransactionRecord record) {}
