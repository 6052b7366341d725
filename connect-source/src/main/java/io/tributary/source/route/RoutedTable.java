package io.tributary.source.route;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import java.util.List;
import java.util.Set;

/**
 * A captured table and where it goes.
 *
 * @param source the table at the source
 * @param target the table at the target
 * @param excluded kinds of change that are left out
 * @param provenance columns that its rows get at the target
 * @param filters what must be true of a row
 */
public record RoutedTable(
    TableName source,
    TableName target,
    Set<ChangeKind> excluded,
    List<Provenance> provenance,
    List<RowFilter> filters) {
  public RoutedTable {
    excluded = Set.copyOf(excluded);
    provenance = List.copyOf(provenance);
    filters = List.copyOf(filters);
  }
}
