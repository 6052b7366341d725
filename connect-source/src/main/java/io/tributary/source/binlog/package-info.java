/**
 * The transport: a MySQL server's binlog as a stream of events with true positions.
 *
 * <p>Must not know what the events mean together (transactions, tables wanted, Kafka); the binlog
 * library is seen only here.
 */
package io.tributary.source.binlog;
