package io.tributary.format.model;

/** A schema and a table in it, spelled as the server spells them. */
public record TableName(String schema, String table) implements Comparable<TableName> {
  @Override
  public int compareTo(TableName other) {
    int bySchema = schema.compareTo(other.schema);
    return bySchema != 0 ? bySchema : table.compareTo(other.table);
  }

  /** {@code schema.table}, as options and messages name it. */
  @Override
  public String toString() {
    return schema + "." + table;
  }
}
