package io.tributary.source.schema;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableName;
import io.tributary.source.charset.MySqlCharset;
import io.tributary.source.charset.MySqlCharsets;
import io.tributary.source.charset.UndecodableTextException;
import io.tributary.source.schema.MapBytes.CutShortException;
import java.util.ArrayList;
import java.util.List;

/** Joins the two halves of a table map into columns, one after the other from the first. */
final class ColumnBuilder {
  private final TableName table;
  private final MapLayout layout;
  private final OptionalMetadata metadata;
  private final MapDialect dialect;

  // The optional metadata counts the columns of each family of types by themselves.
  private int numerics;
  private int characters;
  private int labelled;
  private int enums;
  private int sets;
  private int vectors;

  ColumnBuilder(TableName table, MapLayout layout, OptionalMetadata metadata, MapDialect dialect) {
    this.dialect = dialect;
    this.table = table;
    this.layout = layout;
    this.metadata = metadata;
  }

  /** All columns. */
  TableSchema build() throws CutShortException, SchemaException {
    List<Column> columns = new ArrayList<>();
    List<WireColumn> wire = new ArrayList<>();
    for (int i = 0; i < layout.types().length; i++) {
      String name = metadata.names().get(i);
      int type = layout.types()[i];
      Collation collation = collation(name, type);
      boolean unsigned = dialect.signed(type) && metadata.unsigned(numerics++);
      List<String> labels = labels(name, type, collation);
      columns.add(
          new Column(
              name,
              columnType(type, collation),
              unsigned && type != FieldType.YEAR,
              metadata.primaryKey().indexOf(i) + 1,
              length(i),
              scale(i),
              collation == null ? null : collation.name(),
              labels));
      wire.add(
          new WireColumn(
              type, layout.metadata()[i], collation == null ? null : collation.charset()));
    }
    return new TableSchema(table, columns, wire);
  }

  private Collation collation(String column, int type) throws CutShortException, SchemaException {
    int id;
    if (dialect.character(type)) {
      id = metadata.characterCollation(characters++);
    } else if (dialect.labelled(type)) {
      id = metadata.labelCollation(labelled++);
    } else {
      return null;
    }
    if (type == FieldType.GEOMETRY || type == FieldType.VECTOR) {
      // Counted among the character columns, but bytes.
      return null;
    }
    Collation collation = Collation.of(id);
    if (collation == null
        || !(collation.binary() || MySqlCharsets.named(collation.charset()) != null)) {
      throw new SchemaException(
          "column %s.%s has collation number %d, which this version does not know: give the column"
                  .formatted(table, column, id)
              + " another collation, or leave the table out by table.exclude.list");
    }
    return collation;
  }

  private List<String> labels(String column, int type, Collation collation)
      throws CutShortException, SchemaException {
    if (!dialect.labelled(type)) {
      return List.of();
    }
    List<String> listed = metadata.listedLabels(labelled - 1);
    if (listed != null) {
      return listed;
    }
    byte[][] raw =
        type == FieldType.ENUM ? metadata.enumLabels(enums++) : metadata.setLabels(sets++);
    // Labels of a binary column were written by clients, and these speak UTF-8.
    MySqlCharset charset =
        MySqlCharsets.named(collation.binary() ? "utf8mb4" : collation.charset());
    List<String> labels = new ArrayList<>(raw.length);
    for (byte[] label : raw) {
      try {
        labels.add(charset.decode(label, 0, label.length));
      } catch (UndecodableTextException e) {
        throw new SchemaException(
            "a label of column %s.%s cannot be read as text: %s; change the label, or leave the"
                    .formatted(table, column, e.getMessage())
                + " table out by table.exclude.list");
      }
    }
    return labels;
  }

  private static ColumnType columnType(int type, Collation collation) {
    boolean bytes = collation != null && collation.binary();
    return switch (type) {
      case FieldType.TINY -> ColumnType.TINYINT;
      case FieldType.SHORT -> ColumnType.SMALLINT;
      case FieldType.INT24 -> ColumnType.MEDIUMINT;
      case FieldType.LONG -> ColumnType.INT;
      case FieldType.LONGLONG -> ColumnType.BIGINT;
      case FieldType.NEWDECIMAL -> ColumnType.DECIMAL;
      case FieldType.FLOAT -> ColumnType.FLOAT;
      case FieldType.DOUBLE -> ColumnType.DOUBLE;
      case FieldType.BIT -> ColumnType.BIT;
      case FieldType.YEAR -> ColumnType.YEAR;
      case FieldType.DATE -> ColumnType.DATE;
      case FieldType.TIME, FieldType.TIME2 -> ColumnType.TIME;
      case FieldType.DATETIME, FieldType.DATETIME2 -> ColumnType.DATETIME;
      case FieldType.TIMESTAMP, FieldType.TIMESTAMP2 -> ColumnType.TIMESTAMP;
      case FieldType.STRING -> bytes ? ColumnType.BINARY : ColumnType.CHAR;
      case FieldType.VARCHAR, FieldType.VAR_STRING, FieldType.VARCHAR_COMPRESSED ->
          bytes ? ColumnType.VARBINARY : ColumnType.VARCHAR;
      case FieldType.ENUM -> ColumnType.ENUM;
      case FieldType.SET -> ColumnType.SET;
      case FieldType.JSON -> ColumnType.JSON;
      case FieldType.GEOMETRY -> ColumnType.GEOMETRY;
      case FieldType.VECTOR -> ColumnType.VECTOR;
      default -> bytes ? ColumnType.BLOB : ColumnType.TEXT;
    };
  }

  private long length(int i) {
    int meta = layout.metadata()[i];
    return switch (layout.types()[i]) {
      case FieldType.STRING,
          FieldType.VARCHAR,
          FieldType.VAR_STRING,
          FieldType.BIT,
          FieldType.BLOB,
          FieldType.TINY_BLOB,
          FieldType.MEDIUM_BLOB,
          FieldType.LONG_BLOB,
          FieldType.BLOB_COMPRESSED ->
          meta;
      // One byte more than the value may have, for the compression's own head.
      case FieldType.VARCHAR_COMPRESSED -> meta - 1L;
      case FieldType.NEWDECIMAL -> meta >> 8;
      case FieldType.VECTOR -> metadata.dimensions(vectors++);
      default -> 0;
    };
  }

  private int scale(int i) {
    int meta = layout.metadata()[i];
    return switch (layout.types()[i]) {
      case FieldType.NEWDECIMAL -> meta & 0xFF;
      case FieldType.TIME2, FieldType.DATETIME2, FieldType.TIMESTAMP2 -> meta;
      default -> 0;
    };
  }
}
