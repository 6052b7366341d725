package io.tributary.source.filter;

/** A condition that cannot be read, or does not fit the columns of a table. */
public final class ConditionException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int index;

  /**
   * @param index where in the condition's text, from 0
   * @param message what is wrong there, without the place
   */
  ConditionException(int index, String message) {
    super(message);
    this.index = index;
  }

  /** Where in the condition's text, from 0. */
  public int index() {
    return index;
  }
}
