package io.tributary.source.route;

import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A column that every row gets at the target, saying where it comes from.
 *
 * @param column name of the column in the target
 * @param content what it says
 */
public record ProvenanceColumn(String column, Content content) {
  /** The option that {@link #parseList} reads. */
  public static final String OPTION = "provenance.columns";

  /** What a provenance column can say. */
  public enum Content {
    /** The {@code source.name}. */
    SOURCE,
    /** The source table's schema. */
    SCHEMA,
    /** The source table's name without schema. */
    TABLE,
    /** When the row's last change was committed at the source, in UTC. */
    COMMIT_TIME
  }

  /**
   * Reads {@code column:content,column:content}, contents being source, schema, table and
   * commit_time; for example {@code shard_host:source,shard_db:schema}.
   *
   * @param value the option's value; null or blank gives an empty list
   * @throws RouteException when it is not of this form, or names a column twice
   */
  public static List<ProvenanceColumn> parseList(String value) throws RouteException {
    List<ProvenanceColumn> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    if (value != null) {
      for (String entry : OptionText.splitNames(value, ',')) {
        ProvenanceColumn column = parse(entry);
        if (!seen.add(column.column().toLowerCase(Locale.ROOT))) {
          throw new RouteException(OPTION, "column " + column.column() + " is named twice");
        }
        columns.add(column);
      }
    }
    return List.copyOf(columns);
  }

  private static ProvenanceColumn parse(String entry) throws RouteException {
    List<String> parts = OptionText.splitNames(entry, ':');
    if (parts.size() != 2) {
      throw new RouteException(OPTION, "\"" + entry + "\" is not of the form column:content");
    }
    Content content =
        switch (parts.get(1).toLowerCase(Locale.ROOT)) {
          case "source" -> Content.SOURCE;
          case "schema" -> Content.SCHEMA;
          case "table" -> Content.TABLE;
          case "commit_time" -> Content.COMMIT_TIME;
          default ->
              throw new RouteException(
                  OPTION,
                  "\"" + parts.get(1) + "\" is not one of source, schema, table, commit_time");
        };
    return new ProvenanceColumn(OptionText.identifier(OPTION, parts.get(0)), content);
  }

  Provenance of(String sourceName, TableName source) {
    return new Provenance(
        column,
        switch (content) {
          case SOURCE -> sourceName;
          case SCHEMA -> source.schema();
          case TABLE -> source.table();
          case COMMIT_TIME -> null;
        });
  }
}
