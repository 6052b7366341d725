package io.tributary.source.filter;

import io.tributary.source.filter.ConditionToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Cuts the text of a condition into tokens. Not thread-safe. */
final class ConditionScanner {
  private static final List<String> SIGNS =
      List.of("<=", ">=", "<>", "!=", "=", "<", ">", "(", ")", ",", "+", "-");

  private final String text;
  private int at;

  ConditionScanner(String text) {
    this.text = text;
  }

  /** All tokens, the last one is the end. */
  List<ConditionToken> tokens() throws ConditionException {
    List<ConditionToken> tokens = new ArrayList<>();
    do {
      tokens.add(next());
    } while (tokens.get(tokens.size() - 1).kind() != Kind.END);
    return tokens;
  }

  private ConditionToken next() throws ConditionException {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int start = at;
    if (at == text.length()) {
      return new ConditionToken(Kind.END, start, "");
    }
    char c = text.charAt(at);
    if (c == '\'') {
      return new ConditionToken(Kind.STRING, start, quoted('\'', "string"));
    } else if (c == '`') {
      return new ConditionToken(Kind.NAME, start, quoted('`', "name"));
    } else if (c == '"') {
      throw new ConditionException(
          start, "a double quote: write strings as 'text' and names as `column`");
    } else if ((c == 'x' || c == 'X') && at + 1 < text.length() && text.charAt(at + 1) == '\'') {
      at++;
      return new ConditionToken(Kind.BYTES, start, quoted('\'', "byte string"));
    } else if (digit(at) || (c == '.' && digit(at + 1))) {
      return number();
    } else if (wordPart(c)) {
      while (at < text.length() && wordPart(text.charAt(at))) {
        at++;
      }
      return new ConditionToken(Kind.WORD, start, text.substring(start, at));
    }
    return sign();
  }

  /** What stands up to the next quote; a doubled one stands for itself, a backslash too. */
  private String quoted(char quote, String what) throws ConditionException {
    int start = at;
    StringBuilder value = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == quote) {
        at++;
        if (at == text.length() || text.charAt(at) != quote) {
          return value.toString();
        }
      }
      value.append(c);
    }
    throw new ConditionException(start, "this " + what + " has no end");
  }

  private ConditionToken number() throws ConditionException {
    int start = at;
    while (digit(at)) {
      at++;
    }
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      while (digit(at)) {
        at++;
      }
    }
    if (at < text.length() && (wordPart(text.charAt(at)) || text.charAt(at) == '.')) {
      throw new ConditionException(
          start, "not a number: numbers are written in digits with one point, without an exponent");
    }
    return new ConditionToken(Kind.NUMBER, start, text.substring(start, at));
  }

  private boolean digit(int index) {
    return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  /** As MySQL has unquoted names (manual, "Schema Object Names"). */
  private static boolean wordPart(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c == '$'
        || c >= 0x80 && !Character.isWhitespace(c);
  }

  private ConditionToken sign() throws ConditionException {
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        int start = at;
        at += sign.length();
        return new ConditionToken(Kind.SIGN, start, sign);
      }
    }
    String character = text.substring(at, at + Character.charCount(text.codePointAt(at)));
    throw new ConditionException(at, "the character " + character + " has no meaning here");
  }
}
