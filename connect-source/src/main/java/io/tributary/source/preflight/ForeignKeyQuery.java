package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for foreign keys by which a change of one table changes rows of another (hazard 30), by what
 * a user with no more than SELECT may see.
 */
final class ForeignKeyQuery {
  private static final String RULES =
      "SELECT constraint_name, constraint_schema, table_name, unique_constraint_schema,"
          + " referenced_table_name, delete_rule, update_rule"
          + " FROM information_schema.referential_constraints"
          + " WHERE delete_rule IN ('CASCADE', 'SET NULL', 'SET DEFAULT')"
          + " OR update_rule IN ('CASCADE', 'SET NULL', 'SET DEFAULT')";

  private static final String KEYS =
      "SELECT DISTINCT constraint_name, table_schema, table_name, referenced_table_schema,"
          + " referenced_table_name FROM information_schema.key_column_usage"
          + " WHERE referenced_table_name IS NOT NULL";

  private final ColumnQuery.Queries queries;
  private final boolean hidesRules;

  /**
   * @param hidesRules whether the server hides rules from a user with SELECT only, as MariaDB does
   */
  ForeignKeyQuery(ColumnQuery.Queries queries, boolean hidesRules) {
    this.queries = queries;
    this.hidesRules = hidesRules;
  }

  List<CascadingKey> cascading() throws SourceServerException {
    return hidesRules ? byDefinitions() : byRules();
  }

  private List<CascadingKey> byRules() throws SourceServerException {
    return queries.rows(
        RULES,
        row ->
            new CascadingKey(
                row.getString(1),
                new TableName(row.getString(2), row.getString(3)),
                new TableName(row.getString(4), row.getString(5)),
                row.getString(6),
                row.getString(7)));
  }

  private record Key(String name, TableName child, TableName parent) {}

  private List<CascadingKey> byDefinitions() throws SourceServerException {
    List<Key> keys =
        queries.rows(
            KEYS,
            row ->
                new Key(
                    row.getString(1),
                    new TableName(row.getString(2), row.getString(3)),
                    new TableName(row.getString(4), row.getString(5))));
    List<CascadingKey> cascading = new ArrayList<>();
    for (Key key : keys) {
      String sql = "SHOW CREATE TABLE " + ServerWords.quoted(key.child());
      String definition = queries.rows(sql, row -> row.getString(2)).get(0);
      ForeignKeyRules rules = ForeignKeyRules.of(definition, key.name());
      if (CascadingKey.changesRows(rules.onDelete())
          || CascadingKey.changesRows(rules.onUpdate())) {
        cascading.add(
            new CascadingKey(
                key.name(), key.child(), key.parent(), rules.onDelete(), rules.onUpdate()));
      }
    }
    return cascading;
  }
}
