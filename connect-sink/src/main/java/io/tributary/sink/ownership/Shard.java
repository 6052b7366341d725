package io.tributary.sink.ownership;

import io.tributary.format.model.TableName;

/**
 * One source table on one source: what a merged table is the union of.
 *
 * @param source {@code source.name}
 * @param table schema and table at the source
 */
public record Shard(String source, TableName table) {
  /** {@code source:schema.table}, as messages name it. */
  @Override
  public String toString() {
    return source + ":" + table;
  }
}
