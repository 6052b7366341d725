package io.tributary.source.filter;

/** A comparison. */
public enum Operator {
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL;

  /** The operator that the symbol stands for, null when none. */
  static Operator of(String symbol) {
    return switch (symbol) {
      case "=" -> EQUAL;
      case "<>", "!=" -> NOT_EQUAL;
      case "<" -> LESS;
      case "<=" -> LESS_OR_EQUAL;
      case ">" -> GREATER;
      case ">=" -> GREATER_OR_EQUAL;
      default -> null;
    };
  }

  /**
   * Whether it holds.
   *
   * @param order negative, 0 or positive, as {@link Comparable#compareTo} gives it
   */
  boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }
}
