package io.tributary.source.filter;

/**
 * A word or sign of a condition.
 *
 * @param kind what it is
 * @param index where it begins, from 0
 * @param text its text; of strings and names what stands between the quotes, of byte strings the
 *     hexadecimal digits
 */
record ConditionToken(Kind kind, int index, String text) {
  /** What a token is. */
  enum Kind {
    /** A name without backticks, or a word of the language. */
    WORD,
    /** A name between backticks. */
    NAME,
    STRING,
    NUMBER,
    BYTES,
    SIGN,
    END
  }

  boolean is(Kind other, String sign) {
    return kind == other && text.equalsIgnoreCase(sign);
  }
}
