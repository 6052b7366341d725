package io.tributary.source.statement;

import io.tributary.format.model.TableName;
import io.tributary.source.statement.SqlReader.SyntaxException;
import io.tributary.source.statement.Statement.Effect;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the clauses of ALTER TABLE for those that change rows or the table's name. A statement that
 * gives a column's name to another column changes rows, too: values go by name from here on, and
 * those of the rows that are there already are under the other one.
 */
final class AlterClauses {
  /** What is added and dropped besides columns; all of them but two are reserved words. */
  private static final Set<String> NO_COLUMN =
      Set.of(
          "CHECK",
          "CONSTRAINT",
          "FOREIGN",
          "FULLTEXT",
          "INDEX",
          "KEY",
          "PARTITION",
          "PERIOD",
          "PRIMARY",
          "SPATIAL",
          "SYSTEM",
          "UNIQUE",
          "VECTOR");

  private final SqlReader reader;
  private final String defaultSchema;
  private final List<Effect> effects;
  private final Set<String> namesTaken = new HashSet<>();
  private final Set<String> namesGivenUp = new HashSet<>();

  AlterClauses(SqlReader reader, String defaultSchema, List<Effect> effects) {
    this.reader = reader;
    this.defaultSchema = defaultSchema;
    this.effects = effects;
  }

  void read(TableName table) throws SyntaxException {
    TableName name = table;
    while (!reader.atEnd()) {
      name = clause(name);
      skipClause(name);
    }
    namesGivenUp.retainAll(namesTaken);
    if (!namesGivenUp.isEmpty()) {
      changes(table);
    }
  }

  /** Options of the table may follow each other without commas. */
  private void skipClause(TableName table) {
    while (!reader.atEnd() && !reader.acceptSymbol(',')) {
      if (reader.keyword().equals("ENGINE")) {
        engine(table);
      } else if (!reader.skipParentheses()) {
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
        } else if (verb.equals("DROP")) {
          dropColumn();
        }
      }
      case "ADD" -> addColumns();
      case "CHANGE" -> changeColumn();
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
        // Keys, options, definitions of columns, partitions that keep their rows.
      }
    }
    return table;
  }

  private void changes(TableName table) {
    effects.add(new Effect.ChangesRows(table));
  }

  private void dropColumn() {
    if (reader.accept("COLUMN") || !NO_COLUMN.contains(reader.keyword())) {
      skipIfExists();
      givenUp();
    }
  }

  /** {@code ADD a INT}, {@code ADD COLUMN (a INT, b INT)}. */
  private void addColumns() {
    reader.take();
    if (!reader.accept("COLUMN") && NO_COLUMN.contains(reader.keyword())) {
      return;
    }
    skipIfExists();
    if (!reader.acceptSymbol('(')) {
      taken();
      return;
    }
    do {
      taken();
      while (!reader.atEnd() && !reader.peek().symbol(',') && !reader.peek().symbol(')')) {
        if (!reader.skipParentheses()) {
          reader.take();
        }
      }
    } while (reader.acceptSymbol(','));
  }

  private void changeColumn() {
    reader.take();
    reader.accept("COLUMN");
    skipIfExists();
    renameColumn();
  }

  /** Two names; the same one with another case is no other column. */
  private void renameColumn() {
    SqlToken from = reader.take();
    reader.accept("TO");
    SqlToken to = reader.take();
    if (from != null && to != null && !from.text().equalsIgnoreCase(to.text())) {
      namesGivenUp.add(from.text().toLowerCase(Locale.ROOT));
      namesTaken.add(to.text().toLowerCase(Locale.ROOT));
    }
  }

  private void givenUp() {
    if (!reader.atEnd()) {
      namesGivenUp.add(reader.take().text().toLowerCase(Locale.ROOT));
    }
  }

  private void taken() {
    if (!reader.atEnd()) {
      namesTaken.add(reader.take().text().toLowerCase(Locale.ROOT));
    }
  }

  private void skipIfExists() {
    if (reader.accept("IF")) {
      reader.skip("NOT", "EXISTS");
    }
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
      case "COLUMN" -> {
        reader.take();
        skipIfExists();
        renameColumn();
        return table;
      }
      case "INDEX", "KEY" -> {
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
