package io.tributary.it.pipeline;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Compares a target table with the union of its shards, row by row and value by value. */
public final class UnionComparison {
  private static final int SHOWN = 5;

  private UnionComparison() {}

  /** Makes connections that the comparison closes. */
  public interface Connections {
    Connection open() throws SQLException;
  }

  /**
   * One table, or one of the tables of a union.
   *
   * @param connections where it lies
   * @param table quoted as SQL needs it, for instance {@code shop.orders_00}
   */
  public record Part(Connections connections, String table) {}

  /**
   * What a comparison found.
   *
   * @param rows rows of the union
   * @param missing rows of the union that the target lacks
   * @param extra rows of the target that the union lacks
   * @param different rows that differ in a value
   * @param examples the first of them, for people
   */
  public record Result(long rows, long missing, long extra, long different, List<String> examples) {
    /** Whether nothing is lost, doubled or bent. */
    public boolean equal() {
      return missing == 0 && extra == 0 && different == 0;
    }

    @Override
    public String toString() {
      return "%d rows, %d missing, %d extra, %d different%s"
          .formatted(
              rows,
              missing,
              extra,
              different,
              examples.isEmpty() ? "" : "; first: " + String.join("; ", examples));
    }
  }

  /**
   * Compares.
   *
   * @param columns the columns to compare, quoted as SQL needs them, as expressions that print
   *     alike on both sides
   * @param keyColumns how many of them, from the first, identify a row; 0 for a table without a
   *     key: then equal rows are counted
   */
  public static Result compare(List<Part> shards, Part target, List<String> columns, int keyColumns)
      throws SQLException {
    Map<List<String>, String> union = new HashMap<>();
    for (Part shard : shards) {
      read(shard, columns, keyColumns, union);
    }
    Map<List<String>, String> found = new HashMap<>();
    read(target, columns, keyColumns, found);
    return diff(union, found);
  }

  private static void read(
      Part part, List<String> columns, int keyColumns, Map<List<String>, String> rows)
      throws SQLException {
    String sql = "SELECT " + String.join(", ", columns) + " FROM " + part.table();
    try (Connection connection = part.connections().open();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= columns.size(); i++) {
          values.add(result.getString(i));
        }
        if (keyColumns == 0) {
          rows.merge(values, "1", (a, b) -> String.valueOf(Long.parseLong(a) + 1));
        } else {
          String other = rows.put(List.copyOf(keys(values, keyColumns)), values.toString());
          if (other != null) {
            throw new SQLException("key twice in the union: " + other + " and " + values);
          }
        }
      }
    }
  }

  private static List<String> keys(List<String> values, int keyColumns) {
    List<String> keys = new ArrayList<>(values.subList(0, keyColumns));
    keys.replaceAll(key -> key == null ? "NULL" : key);
    return keys;
  }

  private static Result diff(Map<List<String>, String> union, Map<List<String>, String> found) {
    long missing = 0;
    long extra = 0;
    long different = 0;
    List<String> examples = new ArrayList<>();
    TreeSet<List<String>> keys =
        new TreeSet<>((a, b) -> String.valueOf(a).compareTo(String.valueOf(b)));
    keys.addAll(union.keySet());
    keys.addAll(found.keySet());
    for (List<String> key : keys) {
      String wanted = union.get(key);
      String have = found.get(key);
      if (wanted == null) {
        extra++;
      } else if (have == null) {
        missing++;
      } else if (!wanted.equals(have)) {
        different++;
      } else {
        continue;
      }
      if (examples.size() < SHOWN) {
        examples.add(key + " should be " + wanted + " and is " + have);
      }
    }
    return new Result(union.size(), missing, extra, different, List.copyOf(examples));
  }
}
