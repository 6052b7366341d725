/**
 * One writer per partition: takes records, makes flushes, keeps the fence.
 *
 * <p>Must not know any Connect type, nor JDBC.
 */
package io.tributary.sink.writer;
