/**
 * Where the source is: resume points, GTID sets, and their form as Connect source offsets.
 *
 * <p>Must not know the binlog library, JDBC or Connect contexts.
 */
package io.tributary.source.offset;
