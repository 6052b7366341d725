package io.tributary.sink.sql;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetKey;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements of a net effect: multi-row DELETE, then multi-row REPLACE (or INSERT .. ON
 * DUPLICATE KEY UPDATE), columns by name, then the ENUM error values. Pure.
 *
 * <p>All deletes of a table come before its replaces ({@code docs/sink-semantics.md} says why that
 * order is right and no other).
 */
final class SafeModeStatements {
  private final StatementLimits limits;
  private final WriteMode mode;

  SafeModeStatements(StatementLimits limits, WriteMode mode) {
    this.limits = limits;
    this.mode = mode;
  }

  /** The statements for one table, in the order in which they must run. */
  List<String> of(NetEffect.OnTable effect) {
    // An UPSERT would keep what the target's own columns held of a row that is gone. With REPLACE
    // there is nothing to keep.
    boolean anew = mode == WriteMode.UPSERT;
    List<String> statements = new ArrayList<>(deletes(effect.table(), effect.removed(anew)));
    statements.addAll(puts(effect.table(), effect.put()));
    return statements;
  }

  /** The statements that write some rows of a table. */
  List<String> puts(TargetTable table, List<NetEffect.Effect> effects) {
    List<String> statements = new ArrayList<>(rows(table, effects));
    statements.addAll(enumErrors(table, effects));
    return statements;
  }

  private List<String> deletes(TargetTable table, Map<String, List<String>> keys) {
    String head = "DELETE FROM " + Quoting.table(table.name()) + where(table);
    List<String> statements = new ArrayList<>();
    keys.forEach(
        (condition, some) -> statements.addAll(limits.statements(head, some, ")" + condition)));
    return statements;
  }

  private static String where(TargetTable table) {
    TargetKey key = table.identity().orElseThrow();
    return " WHERE " + Quoting.tuple(key.wholeColumns()) + " IN (";
  }

  private List<String> rows(TargetTable table, List<NetEffect.Effect> effects) {
    Map<List<String>, List<String>> byColumns = new LinkedHashMap<>();
    List<String> columnsBefore = null;
    List<String> rowsBefore = null;
    for (NetEffect.Effect effect : effects) {
      // Rows of one descriptor share the list: looking it up would compare all names.
      if (effect.row().columns() != columnsBefore) {
        columnsBefore = effect.row().columns();
        rowsBefore = byColumns.computeIfAbsent(columnsBefore, columns -> new ArrayList<>());
      }
      rowsBefore.add(values(effect.row()));
    }
    List<String> statements = new ArrayList<>();
    byColumns.forEach(
        (columns, rows) -> {
          String verb = mode == WriteMode.UPSERT ? "INSERT INTO " : "REPLACE INTO ";
          String names = " (" + Quoting.identifiers(columns) + ") VALUES ";
          String tail = mode == WriteMode.UPSERT ? onDuplicate(columns) : "";
          statements.addAll(
              limits.statements(verb + Quoting.table(table.name()) + names, rows, tail));
        });
    return statements;
  }

  /**
   * VALUES() and not a row alias, which TiDB answers with 1064 (8.5.3, measured). The key is among
   * the columns: its spelling may differ from the row's.
   */
  private static String onDuplicate(List<String> columns) {
    StringBuilder sql = new StringBuilder(" ON DUPLICATE KEY UPDATE ");
    String comma = "";
    for (String column : columns) {
      String name = Quoting.identifier(column);
      sql.append(comma).append(name).append(" = VALUES(").append(name).append(')');
      comma = ", ";
    }
    return sql.toString();
  }

  /** The values of a row between parentheses. */
  static String values(TargetRow row) {
    int length = 2;
    for (String literal : row.literals()) {
      length += literal.length() + 2;
    }
    StringBuilder sql = new StringBuilder(length).append('(');
    for (String literal : row.literals()) {
      sql.append(sql.length() > 1 ? ", " : "").append(SqlText.written(literal));
    }
    return sql.append(')').toString();
  }

  private List<String> enumErrors(TargetTable table, List<NetEffect.Effect> effects) {
    Map<String, List<String>> keysByColumn = new LinkedHashMap<>();
    for (NetEffect.Effect effect : effects) {
      TargetRow row = effect.row();
      for (int i = 0; row.enumErrors() && i < row.columns().size(); i++) {
        if (row.literals().get(i).equals(TargetRow.ENUM_ERROR)) {
          keysByColumn
              .computeIfAbsent(row.columns().get(i), column -> new ArrayList<>())
              .add(effect.key());
        }
      }
    }
    List<String> statements = new ArrayList<>();
    keysByColumn.forEach(
        (column, keys) -> {
          String set = " SET " + SqlText.enumErrors(table, List.of(column));
          String head = "UPDATE IGNORE " + Quoting.table(table.name()) + set + where(table);
          statements.addAll(limits.statements(head, keys, ")"));
        });
    return statements;
  }
}
