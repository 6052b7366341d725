package io.tributary.source.statement;

import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.statement.SqlReader.SyntaxException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads what the text of a QUERY event means, by its leading words. Immutable. */
public final class StatementReader {
  /** First words of statements that change no row of a table by themselves. */
  private static final Set<String> HARMLESS =
      Set.of(
          "ANALYZE",
          "BACKUP",
          "CACHE",
          "CHANGE",
          "CHECK",
          "CHECKSUM",
          "CLONE",
          "DEALLOCATE",
          "DESC",
          "DESCRIBE",
          "EXPLAIN",
          "FLUSH",
          "GET",
          "GRANT",
          "HELP",
          "INSTALL",
          "KILL",
          "LOCK",
          "OPTIMIZE",
          "PREPARE",
          "PURGE",
          "REPAIR",
          "RESET",
          "RESIGNAL",
          "RESTART",
          "REVOKE",
          "SET",
          "SHOW",
          "SHUTDOWN",
          "SIGNAL",
          "STOP",
          "UNINSTALL",
          "UNLOCK",
          "USE");

  private static final Statement NO_EFFECT = new Statement.Definition(List.of());

  private final ServerVersion server;

  /**
   * @param server the server that wrote the binlog
   */
  public StatementReader(ServerVersion server) {
    this.server = server;
  }

  /**
   * What a statement means.
   *
   * @param sql its text
   * @param defaultSchema the session's default schema, possibly empty
   * @param mode the session's
   */
  public Statement read(String sql, String defaultSchema, SqlMode mode) {
    Statement plain = plain(sql);
    if (plain != null) {
      return plain;
    }
    SqlReader reader = new SqlReader(sql, server, mode);
    if (reader.atEnd()) {
      return new Statement.Empty();
    }
    String verb = reader.keyword();
    reader.take();
    return switch (verb) {
      case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "XA" ->
          control(verb, reader);
      case "ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE" ->
          definition(verb, reader, defaultSchema);
      default -> HARMLESS.contains(verb) ? NO_EFFECT : new Statement.DataChange(verb);
    };
  }

  /** The two that the server writes into nearly every transaction. */
  private static Statement plain(String sql) {
    return switch (sql) {
      case "BEGIN" -> new Statement.Begin();
      case "COMMIT" -> new Statement.Commit();
      default -> null;
    };
  }

  /** Schemas that the statement names before a dot; more than there are, never fewer. */
  public Set<String> namedSchemas(String sql, SqlMode mode) {
    Set<String> schemas = new LinkedHashSet<>();
    SqlReader reader = new SqlReader(sql, server, mode);
    while (!reader.atEnd()) {
      SqlToken token = reader.take();
      if (token.name() && reader.peek() != null && reader.peek().symbol('.')) {
        schemas.add(token.text());
      }
    }
    return schemas;
  }

  /**
   * Tables whose columns a statement may change; more than there are, never fewer.
   *
   * @param sql its text
   * @param defaultSchema the session's default schema, possibly empty
   * @param mode the session's
   */
  public ChangedDefinitions changedDefinitions(String sql, String defaultSchema, SqlMode mode) {
    Statement statement = read(sql, defaultSchema, mode);
    boolean may =
        statement instanceof Statement.Definition || statement instanceof Statement.DataChange;
    return may
        ? new DefinitionChanges(new SqlReader(sql, server, mode), defaultSchema).read(HARMLESS)
        : ChangedDefinitions.NONE;
  }

  private static Statement control(String verb, SqlReader reader) {
    try {
      return switch (verb) {
        case "BEGIN" -> {
          reader.accept("WORK");
          yield reader.atEnd() ? new Statement.Begin() : new Statement.DataChange(verb);
        }
        case "START" -> reader.accept("TRANSACTION") ? new Statement.Begin() : NO_EFFECT;
        case "COMMIT" -> new Statement.Commit();
        case "ROLLBACK" -> rollback(reader);
        case "SAVEPOINT" -> new Statement.Savepoint(reader.name());
        case "RELEASE" -> {
          reader.accept("SAVEPOINT");
          yield new Statement.Release(reader.name());
        }
        default -> xa(reader);
      };
    } catch (SyntaxException e) {
      return new Statement.Unreadable(e.getMessage());
    }
  }

  private static Statement rollback(SqlReader reader) throws SyntaxException {
    reader.accept("WORK");
    if (!reader.accept("TO")) {
      return new Statement.Rollback();
    }
    String name = reader.name();
    // A savepoint may itself be called savepoint.
    boolean keyword = name.equalsIgnoreCase("SAVEPOINT") && !reader.atEnd();
    return new Statement.RollbackTo(keyword ? reader.name() : name);
  }

  private static Statement xa(SqlReader reader) throws SyntaxException {
    String action = reader.keyword();
    reader.take();
    return switch (action) {
      case "START", "BEGIN" -> new Statement.XaStart(XaIdReader.read(reader));
      case "END" -> new Statement.XaEnd(XaIdReader.read(reader));
      case "COMMIT" ->
          new Statement.XaCommit(
              XaIdReader.read(reader), reader.accept("ONE") && reader.accept("PHASE"));
      case "ROLLBACK" -> new Statement.XaRollback(XaIdReader.read(reader));
      case "RECOVER" -> NO_EFFECT;
      default -> throw new SyntaxException("XA is followed by '" + action + "'");
    };
  }

  private static Statement definition(String verb, SqlReader reader, String defaultSchema) {
    try {
      return new Statement.Definition(new DefinitionReader(reader, defaultSchema).effects(verb));
    } catch (SyntaxException e) {
      return new Statement.DataChange(verb);
    }
  }
}
