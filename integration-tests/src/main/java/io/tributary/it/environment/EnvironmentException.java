package io.tributary.it.environment;

/**
 * A server, broker or worker could not be provided, started or reached; the message says what to
 * do.
 */
public class EnvironmentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EnvironmentException(String message) {
    super(message);
  }

  public EnvironmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
