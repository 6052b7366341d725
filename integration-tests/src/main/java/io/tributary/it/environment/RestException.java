package io.tributary.it.environment;

/** Connect's REST refused a request. */
public final class RestException extends EnvironmentException {
  private static final long serialVersionUID = 1L;

  private final int status;

  RestException(int status, String request, String answer) {
    super(request + " was answered " + status + ": " + answer);
    this.status = status;
  }

  /**
   * HTTP status: 404 no such connector, 409 exists already or rebalancing, 400 and 500 see the
   * message.
   */
  public int status() {
    return status;
  }
}
