package io.tributary.source.filter;

import io.tributary.source.filter.Condition.ColumnName;
import io.tributary.source.filter.ConditionToken.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a condition by recursive descent. What binds less stands for what binds more: {@code OR},
 * {@code AND}, {@code NOT}, comparison (manual, "Operator Precedence"). Not thread-safe.
 */
final class ConditionParser {
  /** Bounds the stack. */
  private static final int MOST_NESTED = 200;

  /** As DECIMAL has them at most (manual, "DECIMAL Data Type Characteristics"). */
  private static final int MOST_DIGITS = 65;

  private static final int MOST_DIGITS_AFTER_POINT = 30;

  private static final Set<String> RESERVED =
      Set.of("and", "or", "not", "in", "is", "null", "between", "true", "false", "like", "xor");

  private static final HexFormat HEX = HexFormat.of();

  private final List<ConditionToken> tokens;
  private int next;
  private int nested;

  ConditionParser(String text) throws ConditionException {
    tokens = new ConditionScanner(text).tokens();
  }

  /** The whole text as a condition. */
  Condition condition() throws ConditionException {
    Condition condition = any();
    if (peek().kind() != Kind.END) {
      throw expected("AND, OR or the end");
    }
    return condition;
  }

  private Condition any() throws ConditionException {
    return list("OR", this::all, Condition.Any::new);
  }

  private Condition all() throws ConditionException {
    return list("AND", this::not, Condition.All::new);
  }

  /** Reads a part of a condition. */
  private interface Part {
    Condition read() throws ConditionException;
  }

  private Condition list(String word, Part part, Function<List<Condition>, Condition> joined)
      throws ConditionException {
    List<Condition> parts = new ArrayList<>();
    do {
      parts.add(part.read());
    } while (take(Kind.WORD, word));
    return parts.size() == 1 ? parts.get(0) : joined.apply(parts);
  }

  private Condition not() throws ConditionException {
    if (++nested > MOST_NESTED) {
      throw new ConditionException(
          peek().index(), "more than " + MOST_NESTED + " NOTs and parentheses in each other");
    }
    Condition condition;
    if (take(Kind.WORD, "NOT")) {
      condition = new Condition.Not(not());
    } else if (take(Kind.SIGN, "(")) {
      condition = any();
      require(Kind.SIGN, ")");
    } else {
      condition = comparison();
    }
    nested--;
    return condition;
  }

  private Condition comparison() throws ConditionException {
    ColumnName column = column();
    Operator operator = peek().kind() == Kind.SIGN ? Operator.of(peek().text()) : null;
    if (operator != null) {
      next++;
      return new Condition.Comparison(column, operator, literal());
    }
    if (take(Kind.WORD, "IS")) {
      boolean not = take(Kind.WORD, "NOT");
      require(Kind.WORD, "NULL");
      return negated(not, new Condition.IsNull(column));
    }
    boolean not = take(Kind.WORD, "NOT");
    if (take(Kind.WORD, "IN")) {
      return negated(not, in(column));
    } else if (take(Kind.WORD, "BETWEEN")) {
      return negated(not, between(column));
    }
    throw expected(
        not ? "IN or BETWEEN" : "one of = <> < <= > >= IN, NOT IN, BETWEEN, NOT BETWEEN, IS");
  }

  private static Condition negated(boolean not, Condition condition) {
    return not ? new Condition.Not(condition) : condition;
  }

  private Condition in(ColumnName column) throws ConditionException {
    List<Condition> equal = new ArrayList<>();
    require(Kind.SIGN, "(");
    do {
      equal.add(new Condition.Comparison(column, Operator.EQUAL, literal()));
    } while (take(Kind.SIGN, ","));
    require(Kind.SIGN, ")");
    return new Condition.Any(equal);
  }

  private Condition between(ColumnName column) throws ConditionException {
    Literal least = literal();
    require(Kind.WORD, "AND");
    return new Condition.All(
        List.of(
            new Condition.Comparison(column, Operator.GREATER_OR_EQUAL, least),
            new Condition.Comparison(column, Operator.LESS_OR_EQUAL, literal())));
  }

  private ColumnName column() throws ConditionException {
    ConditionToken token = peek();
    boolean name = token.kind() == Kind.NAME && !token.text().isEmpty();
    if (!name && (token.kind() != Kind.WORD || reserved(token))) {
      throw expected("the name of a column");
    }
    next++;
    return new ColumnName(token.index(), token.text());
  }

  private static boolean reserved(ConditionToken token) {
    return RESERVED.contains(token.text().toLowerCase(Locale.ROOT));
  }

  private Literal literal() throws ConditionException {
    ConditionToken token = peek();
    boolean negative = token.is(Kind.SIGN, "-");
    if (negative || token.is(Kind.SIGN, "+")) {
      next++;
      if (peek().kind() != Kind.NUMBER) {
        throw expected("a number");
      }
      Literal.Number number = number(tokens.get(next++));
      return negative ? new Literal.Number(token.index(), number.value().negate()) : number;
    }
    next++;
    return switch (token.kind()) {
      case STRING -> new Literal.Text(token.index(), token.text());
      case NUMBER -> number(token);
      case BYTES -> bytes(token);
      default -> {
        if (token.is(Kind.WORD, "NULL")) {
          yield new Literal.Null(token.index());
        }
        next--;
        throw expected("a number, a 'string', X'hexadecimal digits' or NULL");
      }
    };
  }

  private static Literal.Number number(ConditionToken token) throws ConditionException {
    BigDecimal value = new BigDecimal(token.text());
    if (value.precision() > MOST_DIGITS || value.scale() > MOST_DIGITS_AFTER_POINT) {
      throw new ConditionException(
          token.index(),
          "a number has at most "
              + MOST_DIGITS
              + " digits, "
              + MOST_DIGITS_AFTER_POINT
              + " of them after the point");
    }
    return new Literal.Number(token.index(), value);
  }

  private static Literal bytes(ConditionToken token) throws ConditionException {
    try {
      return new Literal.Bytes(token.index(), HEX.parseHex(token.text()));
    } catch (IllegalArgumentException e) {
      throw new ConditionException(token.index(), "not an even number of hexadecimal digits");
    }
  }

  private ConditionToken peek() {
    return tokens.get(next);
  }

  private boolean take(Kind kind, String text) {
    boolean found = peek().is(kind, text);
    if (found) {
      next++;
    }
    return found;
  }

  private void require(Kind kind, String text) throws ConditionException {
    if (!take(kind, text)) {
      throw expected(text);
    }
  }

  private ConditionException expected(String what) {
    ConditionToken found = peek();
    String there =
        switch (found.kind()) {
          case END -> "the end";
          case STRING -> "a string";
          case BYTES -> "a byte string";
          default -> found.text();
        };
    return new ConditionException(found.index(), "expected " + what + ", found " + there);
  }
}
