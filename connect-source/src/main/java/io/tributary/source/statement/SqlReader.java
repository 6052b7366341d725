package io.tributary.source.statement;

import io.tributary.format.model.TableName;
import io.tributary.source.statement.SqlToken.Kind;

/** Walks over the tokens of a statement with one token of foresight. */
final class SqlReader {
  private final SqlScanner scanner;
  private SqlToken next;

  SqlReader(String sql, ServerVersion server, SqlMode mode) {
    scanner = new SqlScanner(sql, server, mode);
    next = scanner.next();
  }

  /** The statement is not of the form that was expected. */
  static final class SyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    SyntaxException(String message) {
      super(message);
    }
  }

  /** The next token without taking it, null at the end. */
  SqlToken peek() {
    return next;
  }

  boolean atEnd() {
    return next == null;
  }

  /** Takes the next token, null at the end. */
  SqlToken take() {
    SqlToken taken = next;
    next = taken == null ? null : scanner.next();
    return taken;
  }

  /** Upper case word that comes next; empty when none does. */
  String keyword() {
    return next == null ? "" : next.keyword();
  }

  /** Takes the word if it comes next. */
  boolean accept(String word) {
    if (next != null && next.word(word)) {
      take();
      return true;
    }
    return false;
  }

  /** Takes any of the words, as often as they come. */
  void skip(String... words) {
    boolean again = true;
    while (again) {
      again = false;
      for (String word : words) {
        again |= accept(word);
      }
    }
  }

  boolean acceptSymbol(char c) {
    if (next != null && next.symbol(c)) {
      take();
      return true;
    }
    return false;
  }

  String name() throws SyntaxException {
    if (next == null || !next.name()) {
      throw new SyntaxException("no name where one was expected");
    }
    return take().text();
  }

  /** {@code schema.table}, {@code table} or {@code .table}. */
  TableName table(String defaultSchema) throws SyntaxException {
    boolean leadingDot = acceptSymbol('.');
    String first = name();
    if (!leadingDot && acceptSymbol('.')) {
      return new TableName(first, name());
    }
    return new TableName(defaultSchema, first);
  }

  /** Skips what stands in parentheses if an opening one comes next. */
  boolean skipParentheses() {
    if (next == null || !next.symbol('(')) {
      return false;
    }
    int depth = 0;
    do {
      SqlToken token = take();
      depth += token.symbol('(') ? 1 : token.symbol(')') ? -1 : 0;
    } while (depth > 0 && next != null);
    return true;
  }

  /** Whether the next token has this kind. */
  boolean at(Kind kind) {
    return next != null && next.kind() == kind;
  }
}
