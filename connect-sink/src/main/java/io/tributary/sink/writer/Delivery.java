package io.tributary.sink.writer;

import io.tributary.format.codec.DecodedRecord;

/**
 * One Kafka record as it comes to a writer.
 *
 * @param offset its Kafka offset
 * @param bytes size of its value
 * @param decoded what it holds
 * @param original what the task wants back when the record goes to the dead letter queue; null when
 *     there is none
 */
public record Delivery(long offset, int bytes, DecodedRecord decoded, Object original) {}
