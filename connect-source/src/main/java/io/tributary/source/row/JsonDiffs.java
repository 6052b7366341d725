package io.tributary.source.row;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Reads what changed of a JSON value and makes the value after from the value before.
 *
 * <p>{@code Json_diff_vector::read_binary()} of MySQL's {@code sql-common/json_diff.cc}: 4 bytes of
 * length, then changes: operation (1 byte), path with its packed length, and, unless the operation
 * removes, a binary JSON value with its packed length. None at all: the value stayed what it was.
 */
final class JsonDiffs {
  private static final int LENGTH_BYTES = 4;
  private static final int REPLACE = 0;
  private static final int INSERT = 1;
  private static final int REMOVE = 2;

  private final JsonDecoder values;
  private final RowBytes diffs = new RowBytes();

  JsonDiffs(JsonDecoder values) {
    this.values = values;
  }

  /**
   * Reads the changes at the cursor.
   *
   * @param before text of the value before, as {@link JsonDecoder} writes it
   * @return text of the value after, in the same form
   */
  String apply(RowBytes in, String before) throws MalformedValueException {
    int length = in.length(LENGTH_BYTES);
    int from = in.claim(length);
    if (length == 0) {
      return before;
    }
    diffs.over(in.array(), from, from + length);
    JsonDocument document = new JsonDocument(before);
    while (diffs.remaining() > 0) {
      applyNext(document);
    }
    return document.toString();
  }

  private void applyNext(JsonDocument document) throws MalformedValueException {
    int operation = diffs.unsignedByte();
    int pathBytes = diffs.packed();
    int at = diffs.claim(pathBytes);
    List<JsonPath.Leg> path =
        JsonPath.parse(new String(diffs.array(), at, pathBytes, StandardCharsets.UTF_8));
    switch (operation) {
      case REPLACE -> document.replace(path, value());
      case INSERT -> document.insert(path, value());
      case REMOVE -> document.remove(path);
      default ->
          throw MalformedValueException.damaged(
              "a partial update of its JSON has the operation " + operation + ", which is none");
    }
  }

  private String value() throws MalformedValueException {
    int length = diffs.packed();
    return values.text(diffs.array(), diffs.claim(length), length);
  }
}
