package io.tributary.source.statement;

import io.tributary.format.model.TableName;
import io.tributary.source.statement.SqlReader.SyntaxException;
import io.tributary.source.statement.Statement.Effect;
import java.util.ArrayList;
import java.util.List;

/** Reads what a definition does to rows without row events. */
final class DefinitionReader {
  private final SqlReader reader;
  private final String defaultSchema;
  private final List<Effect> effects = new ArrayList<>();

  DefinitionReader(SqlReader reader, String defaultSchema) {
    this.reader = reader;
    this.defaultSchema = defaultSchema;
  }

  /**
   * The effects of the statement whose first word has been taken.
   *
   * @param verb that word
   * @throws SyntaxException when a table's name does not stand where it should
   */
  List<Effect> effects(String verb) throws SyntaxException {
    switch (verb) {
      case "TRUNCATE" -> truncate();
      case "DROP" -> drop();
      case "RENAME" -> rename();
      case "CREATE" -> create();
      default -> alter();
    }
    return effects;
  }

  private TableName table() throws SyntaxException {
    return reader.table(defaultSchema);
  }

  private void changes(TableName table) {
    effects.add(new Effect.ChangesRows(table));
  }

  private void truncate() throws SyntaxException {
    reader.accept("TABLE");
    changes(table());
  }

  private void drop() throws SyntaxException {
    if (reader.accept("TEMPORARY")) {
      return;
    }
    if (reader.accept("DATABASE") || reader.accept("SCHEMA")) {
      skipIfExists();
      effects.add(new Effect.DropsSchema(reader.name()));
    } else if (reader.accept("TABLE") || reader.accept("TABLES")) {
      skipIfExists();
      do {
        changes(table());
      } while (reader.acceptSymbol(','));
    }
  }

  private void skipIfExists() {
    if (reader.accept("IF")) {
      reader.skip("NOT", "EXISTS");
    }
  }

  private void rename() throws SyntaxException {
    if (!reader.accept("TABLE") && !reader.accept("TABLES")) {
      return;
    }
    skipIfExists();
    do {
      TableName from = table();
      skipWait();
      if (!reader.accept("TO")) {
        throw new SyntaxException("RENAME TABLE without TO");
      }
      effects.add(new Effect.Renames(from, table()));
    } while (reader.acceptSymbol(','));
  }

  /** MariaDB lets WAIT n or NOWAIT follow a table's name. */
  private void skipWait() {
    if (reader.accept("WAIT")) {
      reader.take();
    } else {
      reader.accept("NOWAIT");
    }
  }

  /**
   * In row format the server writes CREATE TABLE .. SELECT without its SELECT, and rows after it.
   */
  private void create() throws SyntaxException {
    boolean replaces = false;
    if (reader.accept("OR")) {
      replaces = reader.accept("REPLACE");
    }
    if (reader.accept("TEMPORARY") || !reader.accept("TABLE")) {
      return;
    }
    skipIfExists();
    TableName table = table();
    if (replaces || fillsTable()) {
      changes(table);
    }
  }

  /** Reserved words cannot be names without quotes, so it is enough to see them anywhere. */
  private boolean fillsTable() {
    boolean afterValues = false;
    while (!reader.atEnd()) {
      SqlToken token = reader.take();
      if (token.word("SELECT") || token.word("TABLE") || afterValues && token.word("ROW")) {
        return true;
      }
      afterValues = token.word("VALUES");
    }
    return false;
  }

  private void alter() throws SyntaxException {
    reader.skip("ONLINE", "OFFLINE");
    boolean ignore = reader.accept("IGNORE");
    if (!reader.accept("TABLE")) {
      return;
    }
    skipIfExists();
    TableName table = table();
    skipWait();
    if (ignore) {
      // It leaves out rows that break a new unique key.
      changes(table);
    }
    new AlterClauses(reader, defaultSchema, effects).read(table);
  }
}
