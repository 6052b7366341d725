package io.tributary.format.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.format.model.Position;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads the small things that a record is made of; says what it found where it does not fit. */
final class JsonReader implements AutoCloseable {
  private final JsonParser json;

  JsonReader(byte[] bytes) throws IOException {
    json = RecordJson.FACTORY.createParser(bytes);
  }

  JsonReader(InputStream in) throws IOException {
    json = RecordJson.FACTORY.createParser(in);
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  JsonParser parser() {
    return json;
  }

  /** Reads an element of an array. */
  interface Element<T> {
    T read() throws IOException, RecordFormatException;
  }

  /** Reads on to the name of the next field; null at the end of the object. */
  String nextField() throws IOException, RecordFormatException {
    String name = json.nextFieldName();
    if (name == null && json.currentToken() != JsonToken.END_OBJECT) {
      throw unexpected("a field name or the end of an object");
    }
    return name;
  }

  /** Steps over the value of a field that this reader does not know. */
  void skipValue() throws IOException {
    json.nextToken();
    json.skipChildren();
    json.finishToken();
  }

  void beginObject() throws IOException, RecordFormatException {
    expect(json.nextToken() == JsonToken.START_OBJECT, "an object");
  }

  void expectObject() throws RecordFormatException {
    expect(json.currentToken() == JsonToken.START_OBJECT, "an object");
  }

  String text() throws IOException, RecordFormatException {
    expect(json.nextToken() == JsonToken.VALUE_STRING, "a string");
    return json.getText();
  }

  boolean bool() throws IOException, RecordFormatException {
    Boolean value = json.nextBooleanValue();
    if (value == null) {
      throw unexpected("true or false");
    }
    return value;
  }

  long integer() throws IOException, RecordFormatException {
    expect(json.nextToken() == JsonToken.VALUE_NUMBER_INT, "an integer");
    return json.getLongValue();
  }

  int smallInteger() throws IOException, RecordFormatException {
    expect(json.nextToken() == JsonToken.VALUE_NUMBER_INT, "an integer");
    return json.getIntValue();
  }

  Position position() throws IOException, RecordFormatException {
    String text = text();
    try {
      return Position.parse(text);
    } catch (IllegalArgumentException e) {
      throw new RecordFormatException(where() + ": " + e.getMessage(), e);
    }
  }

  <E extends Enum<E>> E word(RecordJson.Words<E> words, String what)
      throws IOException, RecordFormatException {
    text();
    return currentWord(words, what);
  }

  <E extends Enum<E>> E currentWord(RecordJson.Words<E> words, String what)
      throws IOException, RecordFormatException {
    expect(json.currentToken() == JsonToken.VALUE_STRING, "a string");
    String text = json.getText();
    E constant = words.constant(text);
    if (constant == null) {
      throw new RecordFormatException(
          where() + ": this reader knows no " + what + " \"" + text + "\"; upgrade it");
    }
    return constant;
  }

  <T> List<T> list(Element<T> element) throws IOException, RecordFormatException {
    beginArray();
    return elements(element);
  }

  void beginArray() throws IOException, RecordFormatException {
    expect(json.nextToken() == JsonToken.START_ARRAY, "an array");
  }

  /** Reads the elements of the array that has begun, up to its end. */
  <T> List<T> elements(Element<T> element) throws IOException, RecordFormatException {
    List<T> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(element.read());
    }
    return list;
  }

  /** Steps over the elements of the array that has begun, up to its end. */
  void skipElements() throws IOException {
    json.skipChildren();
  }

  /** Number of bytes up to the end of what was read last. */
  long offset() {
    return json.currentLocation().getByteOffset();
  }

  <T> T required(T value, String field) throws RecordFormatException {
    if (value == null) {
      throw new RecordFormatException(where() + ": field \"" + field + "\" is missing");
    }
    return value;
  }

  RecordFormatException unexpected(String expected) {
    return new RecordFormatException(
        where() + ": expected " + expected + ", found " + json.currentToken());
  }

  private void expect(boolean found, String expected) throws RecordFormatException {
    if (!found) {
      throw unexpected(expected);
    }
  }

  /** Byte offset and path in the JSON. */
  String where() {
    return "at byte "
        + json.currentLocation().getByteOffset()
        + " ("
        + json.getParsingContext().pathAsPointer(true)
        + ")";
  }
}
