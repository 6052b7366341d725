/**
 * The source connector's Connect shell: connector, task and configuration.
 *
 * <p>Must not know the binlog protocol, JDBC or the record's bytes; only here are Connect contexts
 * seen.
 */
package io.tributary.source;
