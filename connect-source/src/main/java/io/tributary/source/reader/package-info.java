/**
 * Reads complete transactions from a source server: decides where to begin, opens the connection,
 * feeds the assembler, and goes on at the last boundary after a connection was lost.
 *
 * <p>Must not know Connect, JDBC, the binlog library or the record's bytes.
 */
package io.tributary.source.reader;
