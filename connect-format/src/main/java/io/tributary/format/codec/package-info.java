/**
 * Writes and reads the record of {@link io.tributary.format.model} as JSON, version 1.
 *
 * <p>Must not know where the bytes come from or go to: no Kafka, no Connect, no JDBC.
 */
package io.tributary.format.codec;
