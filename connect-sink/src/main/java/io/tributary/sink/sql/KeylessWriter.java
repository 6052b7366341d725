package io.tributary.sink.sql;

import io.tributary.format.model.Change;
import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTransaction;
import io.tributary.sink.writer.ApplyException;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies the changes of tables without a key one by one and in their order; inserts that follow
 * each other share a statement.
 *
 * <p>Belongs to one run.
 */
final class KeylessWriter {
  private final TargetTransaction transaction;
  private final StatementLimits limits;
  private final List<String> inserts = new ArrayList<>();
  private TableBinding insertsOf;

  KeylessWriter(TargetTransaction transaction, StatementLimits limits) {
    this.transaction = transaction;
    this.limits = limits;
  }

  /**
   * Applies one change.
   *
   * @param commitMicros commit time of the change, microseconds since the epoch
   * @throws ApplyException when an UPDATE or DELETE matches no row (hazard 24)
   */
  void apply(TableBinding binding, Change change, long commitMicros)
      throws TargetException, ApplyException {
    KeylessStatements statements = new KeylessStatements(binding);
    switch (change.kind()) {
      case INSERT -> {
        TargetRow row = binding.row(((Change.Insert) change).after(), commitMicros);
        if (insertsOf != binding || row.enumErrors()) {
          flush();
        }
        insertsOf = binding;
        inserts.add(SafeModeStatements.values(row));
        correct(statements, row);
      }
      case UPDATE -> {
        Change.Update update = (Change.Update) change;
        TargetRow after = binding.row(update.after(), commitMicros);
        flush();
        change(statements.update(binding.row(update.before(), commitMicros), after));
        correct(statements, after);
      }
      case DELETE -> {
        flush();
        change(statements.delete(binding.row(((Change.Delete) change).before(), commitMicros)));
      }
    }
  }

  /** Writes what is still held back. */
  void flush() throws TargetException {
    if (!inserts.isEmpty()) {
      String head = new KeylessStatements(insertsOf).insertHead();
      for (String sql : limits.statements(head, inserts, "")) {
        transaction.update(sql);
      }
      inserts.clear();
    }
  }

  private void correct(KeylessStatements statements, TargetRow row)
      throws TargetException, ApplyException {
    if (row.enumErrors()) {
      flush();
      change(statements.enumErrors(row));
    }
  }

  private void change(String sql) throws TargetException, ApplyException {
    if (transaction.update(sql) == 0) {
      throw new ApplyException(
          ApplyException.Kind.FATAL,
          "the target table has no key and holds no row like the one that was changed at the source:"
              + " source and target have drifted apart; compare the two, copy the table anew, and"
              + " start the source behind the copy. The statement was: "
              + shortened(sql));
    }
  }

  private static String shortened(String sql) {
    return sql.length() <= 2_000 ? sql : sql.substring(0, 2_000) + "..";
  }
}
