package io.tributary.source.schema;

import io.tributary.format.model.TableName;
import java.util.List;

/**
 * Tables whose columns a statement may have changed.
 *
 * @param all whether it may be any table
 * @param tables else these; schemas of names may be empty when the session had none, tables of
 *     names are empty where all of a schema are meant
 */
public record ChangedDefinitions(boolean all, List<TableName> tables) {
  /** Any table. */
  public static final ChangedDefinitions ALL = new ChangedDefinitions(true, List.of());

  /** No table. */
  public static final ChangedDefinitions NONE = new ChangedDefinitions(false, List.of());

  public ChangedDefinitions {
    tables = List.copyOf(tables);
  }

  /** Whether there is any. */
  public boolean any() {
    return all || !tables.isEmpty();
  }

  /** Whether the table is among them; case is passed over, which says yes too often at most. */
  public boolean concerns(TableName table) {
    return all
        || tables.stream()
            .anyMatch(
                each ->
                    (each.table().isEmpty() || each.table().equalsIgnoreCase(table.table()))
                        && (each.schema().isEmpty()
                            || each.schema().equalsIgnoreCase(table.schema())));
  }
}
