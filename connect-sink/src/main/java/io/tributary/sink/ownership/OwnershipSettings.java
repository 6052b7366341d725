package io.tributary.sink.ownership;

/**
 * The options of ownership.
 *
 * @param sourceColumn {@code merge.source.column}: column of merged target tables that names the
 *     visible row's shard; empty when every table is to take the ledger's road
 * @param cacheMaxKeys {@code ownership.cache.max.keys}: keys of one partition whose owner is
 *     remembered, and keys with something hidden that are known without a read; from 0
 */
public record OwnershipSettings(String sourceColumn, int cacheMaxKeys) {
  /** What the options are when nobody sets them. */
  public static final OwnershipSettings DEFAULT = new OwnershipSettings("tributary_shard", 50_000);

  public OwnershipSettings {
    if (cacheMaxKeys < 0) {
      throw new IllegalArgumentException("ownership.cache.max.keys is " + cacheMaxKeys);
    }
  }
}
