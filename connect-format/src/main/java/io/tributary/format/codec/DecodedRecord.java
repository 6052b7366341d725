package io.tributary.format.codec;

import io.tributary.format.model.TransactionRecord;

/**
 * What the bytes of one record hold.
 *
 * @param record the record; without changes when it is a fragment
 * @param piece the fragment's range of the encoded changes, to be joined with those of the slice's
 *     other fragments and read by {@link RecordDecoder#changes}; null unless the record is a
 *     fragment
 */
public record DecodedRecord(TransactionRecord record, byte[] piece) {}
