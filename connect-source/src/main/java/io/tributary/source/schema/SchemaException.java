package io.tributary.source.schema;

/**
 * A TABLE_MAP does not say what is needed to read the table's rows. The message names the table and
 * what the operator can do.
 */
public final class SchemaException extends Exception {
  private static final long serialVersionUID = 1L;

  public SchemaException(String message) {
    super(message);
  }

  public SchemaException(String message, Throwable cause) {
    super(message, cause);
  }
}
