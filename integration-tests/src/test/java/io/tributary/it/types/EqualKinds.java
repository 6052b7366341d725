package io.tributary.it.types;

import java.util.List;

/**
 * Types with few values, of which SQL holds some equal that are not the same. In a table without a
 * key the very row must be found among them.
 */
final class EqualKinds {
  private EqualKinds() {}

  /**
   * The types.
   *
   * @param tidb whether the target is a TiDB, where zero has no sign and JSON prints 1.0 as 1
   * @param old whether the source has neither a JSON type nor collations of Unicode 9: MariaDB and
   *     MySQL 5.6
   */
  static List<Kind> all(boolean tidb, boolean old) {
    String json = tidb ? "%s" : "CONCAT(%1$s, JSON_TYPE(%1$s))";
    String number = tidb ? "%s" : "CAST(%s * 1E0 AS CHAR)";
    return List.of(
        // Without the error value: docs/sink-semantics.md has the one UPDATE that is not exact.
        Kind.plain("ENUM('', 'a')", "CONCAT(%1$s + 0, %1$s)", r -> Kind.one(r, "1", "2")),
        Kind.plain("DOUBLE", number, r -> tidb ? "0" : Kind.one(r, "0e0", "-0e0")),
        Kind.plain("FLOAT", number, r -> tidb ? "0" : Kind.one(r, "0e0", "-0e0")),
        Kind.plain(
            "VARCHAR(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_"
                + (old ? "unicode_520_ci" : "0900_ai_ci"),
            "HEX(%s)",
            r -> Kind.one(r, "'a'", "'A'", "_utf8mb4 X'C3A1'")),
        new Kind(
            old ? "LONGTEXT" : "JSON",
            old ? "LONGTEXT" : "JSON",
            old ? "%s" : json,
            !old,
            null,
            r -> tidb ? "'1'" : Kind.one(r, "'1'", "'1.0'", "'{\"a\": [1]}'", "'{\"a\": [1.0]}'")));
  }
}
