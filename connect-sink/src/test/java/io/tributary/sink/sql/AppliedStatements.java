package io.tributary.sink.sql;

import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.tidb.InMemoryTarget;
import java.util.List;

/** What a run of changes becomes at a target. */
final class AppliedStatements {
  private AppliedStatements() {}

  /** The statements of a run of one record, the registry's own left out. */
  static List<String> of(InMemoryTarget target, TableDescriptor table, Change... changes)
      throws Exception {
    SafeModeApplier applier = new SafeModeApplier(TableSettings.PLAIN, target);
    applier.check(target, Records.record("A", table, changes));
    target.takeLog();
    applier.apply(target, List.of(Records.record("A", table, changes)));
    return target.takeLog();
  }

  /** A row whose integers are as the format has them. */
  static Row row(Object... values) {
    Object[] converted = values.clone();
    for (int i = 0; i < values.length; i++) {
      converted[i] = values[i] instanceof Integer number ? (Object) number.longValue() : values[i];
    }
    return Row.of(converted);
  }
}
