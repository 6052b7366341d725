/**
 * Reads the SQL text of QUERY events as far as transactions depend on it: what ends them, and what
 * changes rows without row events. Pure.
 *
 * <p>Must not know events, transactions or which tables are captured.
 */
package io.tributary.source.statement;
