/**
 * What a TABLE_MAP says of a table: names, types, keys.
 *
 * <p>Must not know rows, transactions or Kafka.
 */
package io.tributary.source.schema;
