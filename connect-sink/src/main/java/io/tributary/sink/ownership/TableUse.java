package io.tributary.sink.ownership;

/** How a target table is shared, and for a merged one by which road it is known who has a row. */
public enum TableUse {
  /** One shard writes to it. */
  ONE_SHARD,

  /** Several shards write to it, no key is ever in two of them. */
  DISJOINT,

  /** Merged; the ledger has an entry for every key. */
  LEDGER,

  /** Merged; the row names its owner, the ledger has only keys with something hidden. */
  COLUMN;

  /** Whether ownership is kept. */
  public boolean merged() {
    return this == LEDGER || this == COLUMN;
  }

  /** Whether several shards may write. */
  public boolean several() {
    return this != ONE_SHARD;
  }
}
