/**
 * Assembles events into transactions whose outcome is known. Pure: no threads, no clock, no I/O.
 *
 * <p>Must not know Connect, JDBC or the binlog library.
 */
package io.tributary.source.transaction;
