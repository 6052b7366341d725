package io.tributary.source.statement;

import java.util.Locale;

/**
 * A token of a statement.
 *
 * @param kind what it is
 * @param text its value without quotes and escapes; of HEX the digits
 */
record SqlToken(Kind kind, String text) {
  enum Kind {
    /** Keyword, identifier without quotes, or number. */
    WORD,
    /** Identifier in backticks, with ANSI_QUOTES also in double quotes. */
    IDENTIFIER,
    /** String in single quotes, without ANSI_QUOTES also in double quotes. */
    STRING,
    /** {@code X'..'} or {@code 0x..}. */
    HEX,
    /** One other character. */
    SYMBOL
  }

  boolean word(String upperCase) {
    return kind == Kind.WORD && text.equalsIgnoreCase(upperCase);
  }

  boolean symbol(char c) {
    return kind == Kind.SYMBOL && text.charAt(0) == c;
  }

  /** Whether it can be a name where the grammar wants one. */
  boolean name() {
    return kind == Kind.WORD || kind == Kind.IDENTIFIER;
  }

  /** A word in upper case; empty for anything else. */
  String keyword() {
    return kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : "";
  }
}
