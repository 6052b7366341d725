package io.tributary.source.statement;

import io.tributary.format.model.TableName;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.statement.SqlReader.SyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads whose columns a statement may change (hazard 31). What is not known to leave columns alone
 * counts as a change of all tables.
 */
final class DefinitionChanges {
  /** First words of statements that write rows and change no table's columns. */
  private static final Set<String> ROWS =
      Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "LOAD", "TRUNCATE", "WITH", "SELECT", "DO");

  /** What CREATE, ALTER and DROP are about when it is not a table. */
  private static final Set<String> NO_TABLES =
      Set.of(
          "EVENT",
          "FUNCTION",
          "INSTANCE",
          "LIBRARY",
          "LOGFILE",
          "PROCEDURE",
          "RESOURCE",
          "ROLE",
          "SERVER",
          "SPATIAL",
          "TABLESPACE",
          "TRIGGER",
          "UNDO",
          "USER",
          "VIEW");

  /** What an ALTER TABLE renames inside of the table. */
  private static final Set<String> PARTS = Set.of("COLUMN", "INDEX", "KEY");

  private final SqlReader reader;
  private final String defaultSchema;

  DefinitionChanges(SqlReader reader, String defaultSchema) {
    this.reader = reader;
    this.defaultSchema = defaultSchema;
  }

  /** Reads from the first word on. */
  ChangedDefinitions read(Set<String> harmless) {
    if (reader.atEnd()) {
      return ChangedDefinitions.NONE;
    }
    String verb = reader.keyword();
    reader.take();
    try {
      return switch (verb) {
        case "ALTER", "CREATE", "DROP" -> definition(verb);
        case "RENAME" -> rename();
        default ->
            harmless.contains(verb) || ROWS.contains(verb)
                ? ChangedDefinitions.NONE
                : ChangedDefinitions.ALL;
      };
    } catch (SyntaxException e) {
      return ChangedDefinitions.ALL;
    }
  }

  private ChangedDefinitions definition(String verb) throws SyntaxException {
    while (!reader.atEnd()) {
      if (reader.accept("TEMPORARY")) {
        return ChangedDefinitions.NONE;
      }
      if (reader.accept("TABLE") || reader.accept("TABLES")) {
        return verb.equals("ALTER") ? altered() : named();
      }
      if (reader.accept("INDEX")) {
        return indexed();
      }
      if (reader.accept("DATABASE") || reader.accept("SCHEMA")) {
        // A new schema has no tables, and another default of it changes none.
        return verb.equals("DROP") ? droppedSchema() : ChangedDefinitions.NONE;
      }
      SqlToken token = reader.take();
      if (NO_TABLES.stream().anyMatch(token::word)) {
        return ChangedDefinitions.NONE;
      }
    }
    return ChangedDefinitions.ALL;
  }

  private ChangedDefinitions droppedSchema() throws SyntaxException {
    if (reader.accept("IF")) {
      reader.skip("EXISTS");
    }
    return new ChangedDefinitions(false, List.of(new TableName(reader.name(), "")));
  }

  private TableName table() throws SyntaxException {
    if (reader.accept("IF")) {
      reader.skip("NOT", "EXISTS");
    }
    return reader.table(defaultSchema);
  }

  private ChangedDefinitions named() throws SyntaxException {
    List<TableName> tables = new ArrayList<>();
    do {
      tables.add(table());
    } while (reader.acceptSymbol(','));
    return new ChangedDefinitions(false, tables);
  }

  /** The table, if any clause touches its columns; all where another table may be meant. */
  private ChangedDefinitions altered() throws SyntaxException {
    List<TableName> tables = List.of(table());
    LayoutClauses layout = new LayoutClauses(reader);
    boolean changed = false;
    boolean others = false;
    do {
      if (!layout.accept()) {
        changed = true;
        others |= namesAnother();
      }
    } while (!reader.atEnd());
    if (others) {
      return ChangedDefinitions.ALL;
    }
    return changed ? new ChangedDefinitions(false, tables) : ChangedDefinitions.NONE;
  }

  /** Reads on to the end of a clause; whether another table is meant somewhere in it. */
  private boolean namesAnother() {
    boolean another = false;
    while (!reader.atEnd() && !reader.acceptSymbol(',')) {
      // RENAME [TO | AS | =] name; COLUMN, INDEX and KEY are reserved, so no name can be one.
      another |=
          reader.accept("EXCHANGE")
              || (reader.accept("RENAME") && PARTS.stream().noneMatch(reader::accept));
      if (!reader.atEnd() && !reader.skipParentheses()) {
        reader.take();
      }
    }
    return another;
  }

  /** CREATE INDEX .. ON t and DROP INDEX .. ON t: one on an expression adds a hidden column. */
  private ChangedDefinitions indexed() throws SyntaxException {
    while (!reader.atEnd()) {
      if (reader.accept("ON")) {
        return new ChangedDefinitions(false, List.of(table()));
      }
      reader.take();
    }
    return ChangedDefinitions.ALL;
  }

  private ChangedDefinitions rename() throws SyntaxException {
    if (!reader.accept("TABLE") && !reader.accept("TABLES")) {
      return ChangedDefinitions.NONE;
    }
    List<TableName> tables = new ArrayList<>();
    do {
      tables.add(table());
      reader.skip("TO");
      tables.add(table());
    } while (reader.acceptSymbol(','));
    return new ChangedDefinitions(false, tables);
  }
}
