package io.tributary.source.preflight;

import io.tributary.format.model.TableName;

/**
 * A foreign key by which a change of one table changes another.
 *
 * @param constraint its name
 * @param child the table that has it and is changed along
 * @param parent the table that it refers to
 * @param onDelete CASCADE, SET NULL, SET DEFAULT, or what changes nothing
 * @param onUpdate alike
 */
public record CascadingKey(
    String constraint, TableName child, TableName parent, String onDelete, String onUpdate) {
  /** Constraint and tables with the clauses that change rows, as an operator knows them. */
  @Override
  public String toString() {
    return child
        + " ("
        + constraint
        + " to "
        + parent
        + clause(" ON DELETE ", onDelete)
        + clause(" ON UPDATE ", onUpdate)
        + ")";
  }

  private static String clause(String event, String rule) {
    return changesRows(rule) ? event + rule : "";
  }

  /** Whether a rule of {@code information_schema.referential_constraints} changes child rows. */
  static boolean changesRows(String rule) {
    return switch (rule) {
      case "CASCADE", "SET NULL", "SET DEFAULT" -> true;
      default -> false;
    };
  }
}
