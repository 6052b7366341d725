package io.tributary.source.statement;

import io.tributary.format.model.TableName;
import io.tributary.source.statement.SqlReader.SyntaxException;
import io.tributary.source.statement.Statement.Effect;
import java.util.List;

/** Reads the clauses of ALTER TABLE for those that change rows or the table's name. */
final class AlterClauses {
  private final SqlReader reader;
  private final String defaultSchema;
  private final List<Effect> effects;

  AlterClauses(SqlReader reader, String defaultSchema, List<Effect> effects) {
    this.reader = reader;
    this.defaultSchema = defaultSchema;
    this.effects = effects;
  }

  void read(TableName table) throws SyntaxException {
    TableName name = table;
    while (!reader.atEnd()) {
      name = clause(name);
      skipClause();
    }
  }

  private void skipClause() {
    while (!reader.atEnd() && !reader.acceptSymbol(',')) {
      if (!reader.skipParentheses()) {
        reader.take();
      }
    }
  }

  /** Reads the beginning of a clause; gives the table's name after it. */
  private TableName clause(TableName table) throws SyntaxException {
    String verb = reader.keyword();
    switch (verb) {
      case "DROP", "TRUNCATE" -> {
        reader.take();
        // MariaDB's DROP SYSTEM VERSIONING takes the rows of the past away.
        if (reader.accept("PARTITION") || reader.accept("SYSTEM")) {
          changes(table);
        }
      }
      case "DISCARD", "IMPORT" -> {
        reader.take();
        changes(table);
      }
      case "ENGINE" -> engine(table);
      case "EXCHANGE", "CONVERT" -> move(table);
      case "RENAME" -> {
        return rename(table);
      }
      default -> {
        // Columns, keys, options, partitions that keep their rows.
      }
    }
    return table;
  }

  private void changes(TableName table) {
    effects.add(new Effect.ChangesRows(table));
  }

  /** BLACKHOLE keeps no rows. */
  private void engine(TableName table) {
    reader.take();
    reader.acceptSymbol('=');
    if (reader.accept("BLACKHOLE")) {
      changes(table);
    }
  }

  /**
   * {@code EXCHANGE PARTITION p WITH TABLE t}; MariaDB's {@code CONVERT PARTITION p TO TABLE t} and
   * {@code CONVERT TABLE t TO PARTITION ..}; not {@code CONVERT TO CHARACTER SET}.
   */
  private void move(TableName table) throws SyntaxException {
    reader.take();
    if (reader.accept("TABLE")) {
      changes(table);
      changes(reader.table(defaultSchema));
    } else if (reader.accept("PARTITION")) {
      changes(table);
      reader.name();
      reader.skip("WITH", "TO");
      if (reader.accept("TABLE")) {
        changes(reader.table(defaultSchema));
      }
    }
  }

  private TableName rename(TableName table) throws SyntaxException {
    reader.take();
    switch (reader.keyword()) {
      case "COLUMN", "INDEX", "KEY" -> {
        return table;
      }
      default -> {
        if (!reader.accept("TO") && !reader.accept("AS")) {
          reader.acceptSymbol('=');
        }
        TableName to = reader.table(defaultSchema);
        effects.add(new Effect.Renames(table, to));
        return to;
      }
    }
  }
}
