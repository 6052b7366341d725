package io.tributary.sink.sql;

import io.tributary.sink.ownership.OwnershipSettings;
import java.util.Set;

/** Settings of tests: which tables several shards write to. */
final class TableSettings {
  /** No table is shared. */
  static final SafeModeSettings PLAIN = of(Set.of(), Set.of(), OwnershipSettings.DEFAULT);

  private TableSettings() {}

  static SafeModeSettings merged(String table) {
    return of(Set.of(table), Set.of(), OwnershipSettings.DEFAULT);
  }

  static SafeModeSettings disjoint(String table) {
    return of(Set.of(), Set.of(table), OwnershipSettings.DEFAULT);
  }

  static SafeModeSettings of(
      Set<String> merged, Set<String> disjoint, OwnershipSettings ownership) {
    return new SafeModeSettings(
        merged, disjoint, Set.of(), Set.of(), ownership, "tributary", WriteMode.REPLACE);
  }
}
