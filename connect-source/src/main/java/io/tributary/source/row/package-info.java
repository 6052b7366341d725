/**
 * Decodes the raw bytes of row events into rows, value by value, without loss.
 *
 * <p>Must not know the binlog library, transactions, routing or Kafka.
 */
package io.tributary.source.row;
