package io.tributary.format.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * One image of a row: a value for each column of its table, of the Java type that {@link
 * ColumnType} names; {@code null} is SQL NULL, {@link #ABSENT} a column that the image does not
 * have (row images other than FULL).
 *
 * <p>Immutable as long as nobody writes to a {@code byte[]} inside.
 */
public final class Row {
  /** Stands for a column that is not in the image. */
  public static final Object ABSENT =
      new Object() {
        @Override
        public String toString() {
          return "(absent)";
        }
      };

  private final Object[] values;

  private Row(Object[] values) {
    this.values = values;
  }

  /** A row of these values; the array is copied. */
  public static Row of(Object... values) {
    return new Row(values.clone());
  }

  /** A row over this array, which the caller must not touch again. */
  public static Row owning(Object[] values) {
    return new Row(values);
  }

  /** The value of a column by its index, possibly null or {@link #ABSENT}. */
  public Object value(int column) {
    return values[column];
  }

  /** Number of columns, absent ones included. */
  public int size() {
    return values.length;
  }

  /** Whether the image has all columns. */
  public boolean complete() {
    for (Object value : values) {
      if (value == ABSENT) {
        return false;
      }
    }
    return true;
  }

  /** The values in order; unmodifiable. */
  public List<Object> values() {
    return Collections.unmodifiableList(new ArrayList<>(Arrays.asList(values)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Row that && Arrays.deepEquals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(values);
  }
}
