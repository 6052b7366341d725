package io.tributary.sink.tidb;

import java.util.List;

/**
 * One row of a target table as SQL text: what a REPLACE gives to which column. Columns that are not
 * named take their defaults.
 *
 * @param columns names of columns, spelled as in the target
 * @param literals a literal for each of them, or {@link #ENUM_ERROR}
 */
public record TargetRow(List<String> columns, List<String> literals) {
  /**
   * Stands for the error value of an ENUM (index 0), which has no literal: strict mode refuses it
   * (1265). Statements write {@code 1}, the first label, and correct it afterwards.
   */
  public static final String ENUM_ERROR = "ENUM ERROR VALUE";

  /** What is written in place of {@link #ENUM_ERROR}: the index of the first label. */
  public static final String ENUM_PLACEHOLDER = "1";

  public TargetRow {
    if (columns.size() != literals.size()) {
      throw new IllegalArgumentException(columns.size() + " columns, " + literals.size());
    }
  }

  /** Whether some column has the ENUM error value. */
  public boolean enumErrors() {
    return literals.contains(ENUM_ERROR);
  }
}
