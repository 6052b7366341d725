package io.tributary.format.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.format.model.Change;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Reads changes; values by the type of their column. */
final class ChangeReader {
  private final JsonReader in;
  private final JsonParser json;
  private final Column[][] tables;
  private final List<TableDescriptor> descriptors;

  ChangeReader(JsonReader in, List<TableDescriptor> descriptors) {
    this.in = in;
    this.json = in.parser();
    this.descriptors = descriptors;
    this.tables =
        descriptors.stream()
            .map(table -> table.columns().toArray(Column[]::new))
            .toArray(Column[][]::new);
  }

  List<Change> changes() throws IOException, RecordFormatException {
    return in.list(this::change);
  }

  /** The change whose object has just begun. */
  Change change() throws IOException, RecordFormatException {
    in.expectObject();
    ChangeKind kind = null;
    int table = -1;
    int[] beforeColumns = null;
    int[] afterColumns = null;
    Row before = null;
    Row after = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "op" -> kind = in.word(RecordJson.KINDS, "kind of change");
        case "table" -> table = table();
        case "beforeColumns" -> beforeColumns = columns(table);
        case "before" -> before = row(table, beforeColumns);
        case "afterColumns" -> afterColumns = columns(table);
        case "after" -> after = row(table, afterColumns);
        default -> in.skipValue();
      }
    }
    return switch (in.required(kind, "op")) {
      case INSERT -> new Change.Insert(table, in.required(after, "after"));
      case UPDATE ->
          new Change.Update(table, in.required(before, "before"), in.required(after, "after"));
      case DELETE -> new Change.Delete(table, in.required(before, "before"));
    };
  }

  private int table() throws IOException, RecordFormatException {
    int table = in.smallInteger();
    if (table < 0 || table >= tables.length) {
      throw new RecordFormatException(
          in.where() + ": table " + table + " of " + tables.length + " tables");
    }
    return table;
  }

  private void requireTable(int table) throws RecordFormatException {
    if (table < 0) {
      throw new RecordFormatException(
          in.where() + ": field \"table\" is missing or stands after the rows");
    }
  }

  private int[] columns(int table) throws IOException, RecordFormatException {
    requireTable(table);
    int count = tables[table].length;
    int[] columns = new int[count];
    int size = 0;
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw in.unexpected("an array");
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
        throw in.unexpected("a column's index");
      }
      int column = json.getIntValue();
      int least = size == 0 ? 0 : columns[size - 1] + 1;
      if (column < least || column >= count) {
        throw in.unexpected("column indexes in ascending order below " + count);
      }
      columns[size++] = column;
    }
    return Arrays.copyOf(columns, size);
  }

  /**
   * One image.
   *
   * @param present indexes of the columns that the image has; null when it has all
   */
  private Row row(int table, int[] present) throws IOException, RecordFormatException {
    requireTable(table);
    Column[] columns = tables[table];
    Object[] values = new Object[columns.length];
    int expected = columns.length;
    if (present != null) {
      expected = present.length;
      Arrays.fill(values, Row.ABSENT);
    }
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw in.unexpected("an array");
    }
    int size = 0;
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (size == expected) {
        throw wrongSize(table, expected);
      }
      int column = present == null ? size : present[size];
      size++;
      values[column] = value(token, table, columns[column]);
    }
    if (size != expected) {
      throw wrongSize(table, expected);
    }
    return Row.owning(values);
  }

  private RecordFormatException wrongSize(int table, int expected) {
    return new RecordFormatException(
        in.where()
            + ": the row does not have the "
            + expected
            + " values that the columns of "
            + descriptors.get(table).source()
            + " ask for");
  }

  private Object value(JsonToken token, int table, Column column)
      throws IOException, RecordFormatException {
    if (token == JsonToken.VALUE_NULL) {
      return null;
    }
    Object value =
        switch (column.type()) {
          case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, BIT, YEAR -> integer(token);
          case FLOAT, DOUBLE -> floating(token);
          case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR ->
              token == JsonToken.VALUE_STRING ? json.getBinaryValue() : null;
          case ENUM -> token == JsonToken.VALUE_NUMBER_INT ? errorValue() : text(token);
          case DECIMAL, DATE, TIME, DATETIME, TIMESTAMP, CHAR, VARCHAR, TEXT, SET, JSON ->
              text(token);
        };
    if (value == null) {
      throw in.unexpected(
          "a value for column "
              + column.name()
              + " of "
              + descriptors.get(table).source()
              + ", type "
              + column.type());
    }
    return value;
  }

  private Object integer(JsonToken token) throws IOException {
    if (token != JsonToken.VALUE_NUMBER_INT) {
      return null;
    }
    if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
      return json.getBigIntegerValue();
    }
    return json.getLongValue();
  }

  private Double floating(JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_NUMBER_FLOAT, VALUE_NUMBER_INT -> json.getDoubleValue();
      case VALUE_STRING ->
          switch (json.getText()) {
            case "NaN" -> Double.NaN;
            case "Infinity" -> Double.POSITIVE_INFINITY;
            case "-Infinity" -> Double.NEGATIVE_INFINITY;
            default -> null;
          };
      default -> null;
    };
  }

  private Long errorValue() throws IOException {
    return json.getLongValue() == 0 ? 0L : null;
  }

  private String text(JsonToken token) throws IOException {
    return token == JsonToken.VALUE_STRING ? json.getText() : null;
  }
}
