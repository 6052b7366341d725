/**
 * Decides which tables are captured, where their rows go and which partition a key belongs to.
 * Pure.
 *
 * <p>Must not know Connect, JDBC, the binlog library or transactions.
 */
package io.tributary.source.route;
