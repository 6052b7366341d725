package io.tributary.source.statement;

import io.tributary.source.statement.SqlToken.Kind;

/**
 * Cuts a statement into tokens, one at a time, leaving out comments, as MySQL's lexer does (manual,
 * "Language Structure"; {@code sql/sql_lex.cc}). What stands in a version comment that the server
 * runs is code.
 */
final class SqlScanner {
  private final String sql;
  private final ServerVersion server;
  private final SqlMode mode;
  private int at;
  private boolean inVersionComment;

  SqlScanner(String sql, ServerVersion server, SqlMode mode) {
    this.sql = sql;
    this.server = server;
    this.mode = mode;
  }

  /** The next token, null at the end. */
  SqlToken next() {
    skipBlanks();
    if (at >= sql.length()) {
      return null;
    }
    char c = sql.charAt(at);
    return switch (c) {
      case '\'' -> string('\'');
      case '"' ->
          mode.ansiQuotes() ? new SqlToken(Kind.IDENTIFIER, quoted('"', false)) : string('"');
      case '`' -> new SqlToken(Kind.IDENTIFIER, quoted('`', false));
      default -> wordPart(c) ? word() : symbol(c);
    };
  }

  private SqlToken string(char quote) {
    return new SqlToken(Kind.STRING, quoted(quote, mode.backslashEscapes()));
  }

  private SqlToken symbol(char c) {
    at++;
    return new SqlToken(Kind.SYMBOL, String.valueOf(c));
  }

  private SqlToken word() {
    int start = at;
    while (at < sql.length() && wordPart(sql.charAt(at))) {
      at++;
    }
    String text = sql.substring(start, at);
    if (text.equalsIgnoreCase("x") && peek(0) == '\'') {
      return new SqlToken(Kind.HEX, quoted('\'', false));
    }
    if (text.length() > 2 && text.startsWith("0x")) {
      return new SqlToken(Kind.HEX, text.substring(2));
    }
    return new SqlToken(Kind.WORD, text);
  }

  private static boolean wordPart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '$'
        || c >= 0x80;
  }

  private String quoted(char quote, boolean escapes) {
    StringBuilder text = new StringBuilder();
    at++;
    while (at < sql.length()) {
      char c = sql.charAt(at++);
      if (c == quote) {
        if (peek(0) != quote) {
          break;
        }
        at++;
      } else if (c == '\\' && escapes && at < sql.length()) {
        c = escaped(sql.charAt(at++));
      }
      text.append(c);
    }
    return text.toString();
  }

  private static char escaped(char c) {
    return switch (c) {
      case '0' -> '\0';
      case 'b' -> '\b';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'Z' -> '\u001a';
      default -> c;
    };
  }

  private char peek(int ahead) {
    return at + ahead < sql.length() ? sql.charAt(at + ahead) : '\0';
  }

  private void skipBlanks() {
    while (at < sql.length()) {
      char c = sql.charAt(at);
      if (c <= ' ') {
        at++;
      } else if (c == '#' || c == '-' && peek(1) == '-' && endsDashes()) {
        skipLine();
      } else if (c == '/' && peek(1) == '*') {
        enterComment();
      } else if (inVersionComment && c == '*' && peek(1) == '/') {
        inVersionComment = false;
        at += 2;
      } else {
        return;
      }
    }
  }

  /** Two dashes begin a comment only before white space, a control character or the end. */
  private boolean endsDashes() {
    return at + 2 >= sql.length() || sql.charAt(at + 2) <= ' ' || sql.charAt(at + 2) == 0x7f;
  }

  private void skipLine() {
    int end = sql.indexOf('\n', at);
    at = end < 0 ? sql.length() : end + 1;
  }

  private void enterComment() {
    boolean mariaDbOnly = peek(2) == 'M' && peek(3) == '!';
    if (peek(2) != '!' && !mariaDbOnly) {
      int end = sql.indexOf("*/", at + 2);
      at = end < 0 ? sql.length() : end + 2;
      return;
    }
    at += mariaDbOnly ? 4 : 3;
    if (server.runs(versionNumber(), mariaDbOnly)) {
      inVersionComment = true;
    } else {
      skipNested();
    }
  }

  /** Five digits, or six before white space; 0 when there are none. */
  private int versionNumber() {
    int digits = 0;
    while (digits < 6 && peek(digits) >= '0' && peek(digits) <= '9') {
      digits++;
    }
    if (digits < 5) {
      return 0;
    }
    int length = digits == 6 && peek(6) <= ' ' ? 6 : 5;
    int number = Integer.parseInt(sql.substring(at, at + length));
    at += length;
    return number;
  }

  /** Skips a version comment that is not code; plain comments may stand in it. */
  private void skipNested() {
    int depth = 1;
    while (at < sql.length() && depth > 0) {
      if (peek(0) == '*' && peek(1) == '/') {
        depth--;
        at += 2;
      } else if (peek(0) == '/' && peek(1) == '*') {
        depth++;
        at += 2;
      } else {
        at++;
      }
    }
  }
}
