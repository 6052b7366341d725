package io.tributary.sink.tidb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Walks over the text of a statement of the few forms that the sink writes. */
final class Statement {
  private final String sql;
  private int at;

  Statement(String sql) {
    this.sql = sql;
  }

  /** Skips the word if it comes next. */
  boolean accept(String word) {
    if (sql.startsWith(word, at)) {
      at += word.length();
      return true;
    }
    return false;
  }

  /** Whether what comes next matches. */
  boolean comes(String regex) {
    return sql.substring(at).matches(regex);
  }

  void expect(String word) {
    if (!accept(word)) {
      throw new IllegalStateException("expected " + word + " at " + at + " of " + sql);
    }
  }

  boolean ended() {
    return at == sql.length();
  }

  /** An identifier, between backticks or not. */
  String name() {
    int from = at;
    if (accept("`")) {
      at = sql.indexOf('`', at) + 1;
      return sql.substring(from + 1, at - 1);
    }
    while (at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at))) {
      at++;
    }
    return sql.substring(from, at);
  }

  String table() {
    String schema = name();
    expect(".");
    return schema + "." + name();
  }

  /** One name, or several between parentheses. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    boolean several = accept("(");
    do {
      names.add(name());
    } while (several && accept(", "));
    if (several) {
      expect(")");
    }
    return names;
  }

  /** One literal, or several between parentheses. */
  List<String> tuple() {
    List<String> values = new ArrayList<>();
    boolean several = accept("(");
    do {
      values.add(literal());
    } while (several && accept(", "));
    if (several) {
      expect(")");
    }
    return values;
  }

  /** The text that a literal stands for, null for NULL. */
  String literal() {
    boolean hex = accept("_utf8mb4 X'") || accept("X'");
    if (hex) {
      int end = sql.indexOf('\'', at);
      byte[] bytes = HexFormat.of().parseHex(sql, at, end);
      at = end + 1;
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (accept("'")) {
      StringBuilder text = new StringBuilder();
      for (; !(sql.charAt(at) == '\'' && !sql.startsWith("''", at)); at++) {
        at += sql.charAt(at) == '\'' ? 1 : 0;
        text.append(sql.charAt(at));
      }
      at++;
      return text.toString();
    }
    int from = at;
    while (at < sql.length() && ",) ".indexOf(sql.charAt(at)) < 0) {
      at++;
    }
    String text = sql.substring(from, at);
    return text.equals("NULL") ? null : text;
  }
}
