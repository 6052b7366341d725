/**
 * Turns transactions and heartbeats into Connect's source records, with the chain of positions per
 * partition and the source offset that each record carries.
 *
 * <p>Must not know Connect contexts, the binlog protocol or JDBC.
 */
package io.tributary.source.record;
