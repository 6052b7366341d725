/**
 * From changes to SQL text: net effect, literals, safe-mode statements. Pure.
 *
 * <p>Must not know JDBC, Connect or threads.
 */
package io.tributary.sink.sql;
