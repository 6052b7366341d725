/**
 * Conditions on the columns of a row, in the SQL that {@code row.filter} takes: reads them, checks
 * them against a table's columns, says of a row whether it holds. Pure.
 *
 * <p>Must not know Connect, JDBC, the binlog, options, tables or transactions.
 */
package io.tributary.source.filter;
