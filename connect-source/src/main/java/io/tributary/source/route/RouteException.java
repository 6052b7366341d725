package io.tributary.source.route;

/** An option of routing or affinity that cannot be followed; the message names the option. */
public final class RouteException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String option;

  /**
   * @param option name of the connector option to change, for example {@code affinity.keys}
   * @param message what is wrong and what to do, without the option's name
   */
  public RouteException(String option, String message) {
    super(option + ": " + message);
    this.option = option;
  }

  /** Name of the option that the error belongs to. */
  public String option() {
    return option;
  }
}
