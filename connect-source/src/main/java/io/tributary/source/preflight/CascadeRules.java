package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Refuses captured tables whose rows change without the binlog knowing (hazard 30): where InnoDB
 * itself carries out ON DELETE and ON UPDATE, the child's changes are not written. Since MySQL 9.6
 * the server does it and writes them, unless {@code innodb_native_foreign_keys} is ON (MySQL
 * manual, "FOREIGN KEY Constraints" and "Replication and Foreign Keys"). Pure.
 */
final class CascadeRules {
  /** Where it is shown: the operator can leave the table out there. */
  static final String TABLES = "table.include.list";

  private static final int NAMED = 10;

  private CascadeRules() {}

  /**
   * What is wrong.
   *
   * @param keys the server's foreign keys that change rows of their table
   * @param captured whether a table's changes are captured
   */
  static List<Finding> check(
      ServerFacts facts, List<CascadingKey> keys, Predicate<TableName> captured) {
    if (!facts.nativeForeignKeys()) {
      return List.of();
    }
    List<String> hidden =
        keys.stream()
            .filter(key -> captured.test(facts.inBinlog(key.child())))
            .filter(
                key ->
                    CascadingKey.changesRows(key.onDelete())
                        || CascadingKey.changesRows(key.onUpdate()))
            .map(CascadingKey::toString)
            .sorted()
            .toList();
    return hidden.isEmpty() ? List.of() : List.of(new Finding(TABLES, message(facts, hidden)));
  }

  private static String message(ServerFacts facts, List<String> hidden) {
    String more = hidden.size() > NAMED ? " and " + (hidden.size() - NAMED) + " more" : "";
    return "Foreign keys change rows of captured tables, which this server ("
        + facts.version()
        + ") does not write to its binlog: "
        + hidden.stream().limit(NAMED).collect(Collectors.joining(", "))
        + more
        + "; let the application make these changes and replace the keys by ones with RESTRICT,"
        + (facts.mariaDb()
            ? " or leave the tables out."
            : " run MySQL 9.6 or later with innodb_native_foreign_keys=OFF, or leave the tables"
                + " out.");
  }
}
