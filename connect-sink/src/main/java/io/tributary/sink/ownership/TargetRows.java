package io.tributary.sink.ownership;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetRowReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads rows of merged tables by their keys, many in one statement. Stateless. */
final class TargetRows {
  private final StatementLimits limits;

  TargetRows(StatementLimits limits) {
    this.limits = limits;
  }

  /** Which of these keys have a row. */
  Set<String> present(Run run, Collection<String> forms) throws TargetException {
    return select(run, forms, List.of()).keySet();
  }

  /** The rows of these keys, without generated columns. */
  Map<String, TargetRow> whole(Run run, Collection<String> forms) throws TargetException {
    List<TargetColumn> columns =
        run.table().target().columns().stream().filter(column -> !column.generated()).toList();
    return select(run, forms, columns);
  }

  /** Whom the rows of these keys name as their owner. */
  Map<String, Integer> owners(Run run, Collection<String> forms) throws TargetException {
    Map<String, Integer> owners = new HashMap<>();
    select(run, forms, List.of(run.table().owner()))
        .forEach(
            (form, row) -> {
              String owner = row.literals().get(0);
              owners.put(form, owner.equals("NULL") ? KeyState.UNKNOWN : Integer.parseInt(owner));
            });
    return owners;
  }

  private Map<String, TargetRow> select(
      Run run, Collection<String> forms, List<TargetColumn> wanted) throws TargetException {
    List<TargetColumn> columns = new ArrayList<>(run.canonical().columns());
    int keySize = columns.size();
    columns.addAll(wanted);
    TargetRowReader reader = new TargetRowReader(columns, run.transaction().server());
    List<String> keys =
        forms.stream().map(form -> Quoting.values(run.spelling().get(form))).sorted().toList();
    List<TargetRow> rows = new ArrayList<>();
    for (String sql : limits.statements(head(run, reader), keys, ")")) {
      rows.addAll(run.transaction().query(sql, reader::read));
    }
    Map<List<String>, String> found = forms(run, rows, keySize);
    List<String> names =
        columns.subList(keySize, columns.size()).stream().map(TargetColumn::name).toList();
    Map<String, TargetRow> byForm = new HashMap<>();
    for (TargetRow row : rows) {
      List<String> literals = row.literals();
      byForm.put(
          found.get(literals.subList(0, keySize)),
          new TargetRow(names, literals.subList(keySize, literals.size())));
    }
    return byForm;
  }

  private static String head(Run run, TargetRowReader reader) {
    List<String> key = run.canonical().columns().stream().map(TargetColumn::name).toList();
    return "SELECT "
        + reader.selection()
        + " FROM "
        + Quoting.table(run.table().target().name())
        + " WHERE "
        + Quoting.tuple(key)
        + " IN (";
  }

  /** The target may spell a key in another way than the changes do. */
  private static Map<List<String>, String> forms(Run run, List<TargetRow> rows, int keySize)
      throws TargetException {
    Map<List<String>, String> forms = new HashMap<>();
    Set<List<String>> unknown = new LinkedHashSet<>();
    for (TargetRow row : rows) {
      List<String> key = row.literals().subList(0, keySize);
      String form = run.forms().get(key);
      if (form == null) {
        unknown.add(key);
      } else {
        forms.put(key, form);
      }
    }
    if (!unknown.isEmpty()) {
      forms.putAll(run.canonical().of(run.transaction(), unknown));
    }
    return forms;
  }
}
