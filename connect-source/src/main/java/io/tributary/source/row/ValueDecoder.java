package io.tributary.source.row;

/** Reads one column's value, which is not NULL, and moves the cursor past it. */
interface ValueDecoder {
  /**
   * The value, of the Java type that {@link io.tributary.format.model.ColumnType} names.
   *
   * @throws MalformedValueException when the bytes end early or do not stand for a value
   */
  Object read(RowBytes in) throws MalformedValueException;
}
