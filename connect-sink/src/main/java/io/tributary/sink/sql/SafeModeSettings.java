package io.tributary.sink.sql;

import io.tributary.sink.ownership.OwnershipSettings;
import java.util.Set;

/**
 * The options that decide how changes are applied. Tables are target tables, written {@code
 * schema.table} as the source's routes spell them.
 *
 * @param mergeTables {@code merge.tables}: tables that several shards write to and whose rows may
 *     move between shards
 * @param mergeDisjointTables {@code merge.disjoint.tables}: tables that several shards write to,
 *     where no two shards ever have the same key
 * @param uniqueKeysUncoveredAllowed {@code unique.keys.uncovered.allowed}: tables whose target
 *     unique keys need not contain the affinity key
 * @param collationCoarserAllowed {@code collation.coarser.allowed}: tables whose target keys may
 *     have a collation that is coarser than the source's
 * @param ownership options of tables that are merged
 * @param metadataDatabase {@code metadata.database}: schema of the ledger's tables; must exist
 * @param writeMode {@code write.mode}
 */
public record SafeModeSettings(
    Set<String> mergeTables,
    Set<String> mergeDisjointTables,
    Set<String> uniqueKeysUncoveredAllowed,
    Set<String> collationCoarserAllowed,
    OwnershipSettings ownership,
    String metadataDatabase,
    WriteMode writeMode) {
  public SafeModeSettings {
    mergeTables = Set.copyOf(mergeTables);
    mergeDisjointTables = Set.copyOf(mergeDisjointTables);
    uniqueKeysUncoveredAllowed = Set.copyOf(uniqueKeysUncoveredAllowed);
    collationCoarserAllowed = Set.copyOf(collationCoarserAllowed);
  }

  /** The same tables, written otherwise. */
  public SafeModeSettings with(WriteMode mode) {
    return new SafeModeSettings(
        mergeTables,
        mergeDisjointTables,
        uniqueKeysUncoveredAllowed,
        collationCoarserAllowed,
        ownership,
        metadataDatabase,
        mode);
  }
}
