package io.tributary.sink.tidb;

import java.util.List;

/** Statements inside the transaction that is open on a target connection. */
public interface TargetTransaction {
  /**
   * Runs one statement given as complete text.
   *
   * @return rows matched, as MySQL counts them with {@code useAffectedRows=false}
   */
  long update(String sql) throws TargetException;

  /** Runs one query given as complete text and maps each of its rows. */
  <T> List<T> query(String sql, RowMapper<T> mapper) throws TargetException;

  /** What kind of server this is. */
  TargetServer server();

  /** Makes a value of the current row of a result. */
  interface RowMapper<T> {
    T map(ResultRow row) throws TargetException;
  }

  /** The current row of a result; columns from 1. */
  interface ResultRow {
    /** The column as text, null for NULL. */
    String text(int column) throws TargetException;

    /** The column as a number, 0 for NULL. */
    long number(int column) throws TargetException;

    /** The column as bytes, null for NULL. */
    byte[] bytes(int column) throws TargetException;
  }
}
