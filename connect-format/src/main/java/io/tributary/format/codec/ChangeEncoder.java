package io.tributary.format.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.util.List;

/**
 * Appends changes to a buffer in the form that a record's {@code changes} array has.
 *
 * <p>It writes one JSON object per call and no comma: the caller puts a comma between two changes
 * of one buffer, so that the buffer may be cut back to where any change began.
 *
 * <p>Not thread-safe; reuse one instance, it keeps its internal buffer.
 */
public final class ChangeEncoder {
  private static final SerializableString OP = new SerializedString("op");
  private static final SerializableString TABLE = new SerializedString("table");
  private static final SerializableString BEFORE = new SerializedString("before");
  private static final SerializableString BEFORE_COLUMNS = new SerializedString("beforeColumns");
  private static final SerializableString AFTER = new SerializedString("after");
  private static final SerializableString AFTER_COLUMNS = new SerializedString("afterColumns");
  private static final SerializableString I = new SerializedString("i");
  private static final SerializableString U = new SerializedString("u");
  private static final SerializableString D = new SerializedString("d");

  private final Redirect target = new Redirect();
  private JsonGenerator json;

  /**
   * Appends one change.
   *
   * @param change the change; its table index is written as it is
   * @param columns columns of its table, in the order of its rows
   * @param out where the bytes go. When this method throws, part of the change may have been
   *     written: cut the buffer back.
   * @throws IllegalArgumentException when a row does not have the columns' number of values, or a
   *     value is not of the Java type of its column
   * @throws IOException when {@code out} throws it
   */
  public void encode(Change change, List<Column> columns, OutputStream out) throws IOException {
    target.out = out;
    boolean written = false;
    try {
      if (json == null) {
        json = RecordJson.FACTORY.createGenerator(target);
      }
      write(change, columns);
      json.flush();
      written = true;
    } finally {
      target.out = null;
      if (!written) {
        json = null;
      }
    }
  }

  private void write(Change change, List<Column> columns) throws IOException {
    json.writeStartObject();
    json.writeFieldName(OP);
    if (change instanceof Change.Insert insert) {
      json.writeString(I);
      writeTable(insert.table());
      writeImage(AFTER_COLUMNS, AFTER, insert.after(), columns);
    } else if (change instanceof Change.Update update) {
      json.writeString(U);
      writeTable(update.table());
      writeImage(BEFORE_COLUMNS, BEFORE, update.before(), columns);
      writeImage(AFTER_COLUMNS, AFTER, update.after(), columns);
    } else if (change instanceof Change.Delete delete) {
      json.writeString(D);
      writeTable(delete.table());
      writeImage(BEFORE_COLUMNS, BEFORE, delete.before(), columns);
    }
    json.writeEndObject();
  }

  private void writeTable(int table) throws IOException {
    json.writeFieldName(TABLE);
    json.writeNumber(table);
  }

  private void writeImage(
      SerializableString columnsName, SerializableString name, Row row, List<Column> columns)
      throws IOException {
    int size = row.size();
    if (size != columns.size()) {
      throw new IllegalArgumentException(
          "a row of " + size + " values for a table of " + columns.size() + " columns");
    }
    if (!row.complete()) {
      json.writeFieldName(columnsName);
      json.writeStartArray();
      for (int i = 0; i < size; i++) {
        if (row.value(i) != Row.ABSENT) {
          json.writeNumber(i);
        }
      }
      json.writeEndArray();
    }
    json.writeFieldName(name);
    json.writeStartArray();
    for (int i = 0; i < size; i++) {
      Object value = row.value(i);
      if (value != Row.ABSENT) {
        writeValue(value, columns.get(i));
      }
    }
    json.writeEndArray();
  }

  private void writeValue(Object value, Column column) throws IOException {
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (column.type()) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, BIT, YEAR -> writeInteger(value, column);
      case FLOAT, DOUBLE -> {
        if (!(value instanceof Double number)) {
          throw mismatch(value, column);
        }
        json.writeNumber(number);
      }
      case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> {
        if (!(value instanceof byte[] bytes)) {
          throw mismatch(value, column);
        }
        json.writeBinary(bytes);
      }
      case ENUM -> {
        if (value instanceof Long error && error == 0) {
          json.writeNumber(0);
        } else {
          writeText(value, column);
        }
      }
      case DECIMAL, DATE, TIME, DATETIME, TIMESTAMP, CHAR, VARCHAR, TEXT, SET, JSON ->
          writeText(value, column);
    }
  }

  private void writeInteger(Object value, Column column) throws IOException {
    if (value instanceof Long number) {
      json.writeNumber(number);
    } else if (value instanceof BigInteger number) {
      json.writeNumber(number);
    } else {
      throw mismatch(value, column);
    }
  }

  private void writeText(Object value, Column column) throws IOException {
    if (!(value instanceof String text)) {
      throw mismatch(value, column);
    }
    json.writeString(text);
  }

  private static IllegalArgumentException mismatch(Object value, Column column) {
    return new IllegalArgumentException(
        "column "
            + column.name()
            + " of type "
            + column.type()
            + " has a value of "
            + value.getClass().getName());
  }

  /** Lets one generator write to a new stream with every change. */
  private static final class Redirect extends OutputStream {
    private OutputStream out;

    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }
  }
}
