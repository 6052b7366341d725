package io.tributary.source.filter;

import java.math.BigDecimal;

/** A constant of a condition. */
public sealed interface Literal {
  /** Where it begins in the condition's text, from 0. */
  int index();

  /** What it is, for messages. */
  String kind();

  /** {@code 'text'}. */
  record Text(int index, String value) implements Literal {
    @Override
    public String kind() {
      return "string";
    }
  }

  /** {@code -12.50}. */
  record Number(int index, BigDecimal value) implements Literal {
    @Override
    public String kind() {
      return "number";
    }
  }

  /** {@code X'0AFF'}; nobody writes to the array. */
  record Bytes(int index, byte[] value) implements Literal {
    @Override
    public String kind() {
      return "byte string";
    }
  }

  /** {@code NULL}. */
  record Null(int index) implements Literal {
    @Override
    public String kind() {
      return "NULL";
    }
  }
}
