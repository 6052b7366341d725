package io.tributary.it.filter;

import io.tributary.format.model.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A row of the table that conditions are tried on.
 *
 * @param row as the binlog would give it
 * @param literals its values for an INSERT
 */
record FilteredRow(Row row, String literals) {
  static FilteredRow random(int id, Random random) {
    List<Object> values = new ArrayList<>();
    List<String> literals = new ArrayList<>();
    values.add((long) id);
    literals.add(String.valueOf(id));
    for (FilterColumn column : FilterColumn.values()) {
      Object value = column.value(random);
      values.add(value);
      literals.add(column.literal(value));
    }
    return new FilteredRow(Row.of(values.toArray()), String.join(", ", literals));
  }

  long id() {
    return (Long) row.value(0);
  }
}
