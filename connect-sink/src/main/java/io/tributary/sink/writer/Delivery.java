package io.tributary.sink.writer;

import io.tributary.format.codec.DecodedRecord;

/**
 * One Kafka record as it comes to a writer.
 *
 * @param offset its Kafka offset
 * @param bytes size of its value
 * @param decoded what it holds; null when it cannot be read
 * @param original what the task wants back when the record goes to the dead letter queue; null when
 *     there is none
 * @param unreadable why it cannot be read, which stops the writer once all before it is in the
 *     target; null when it can
 */
public record Delivery(
    long offset, int bytes, DecodedRecord decoded, Object original, ApplyException unreadable) {
  /** A record that was read. */
  public Delivery(long offset, int bytes, DecodedRecord decoded, Object original) {
    this(offset, bytes, decoded, original, null);
  }

  /** A record that cannot be read. */
  public static Delivery unreadable(long offset, ApplyException why) {
    return new Delivery(offset, 0, null, null, why);
  }
}
