package io.tributary.source.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes of a document in places, and those that do not fit. */
class JsonDocumentTest {
  private static final String DOCUMENT =
      "{\"\": 1, \"a\": [1.0, \"x, ]\", {}], \"b\": {\"k\\\"\": 2}, \"é\": 12.50E0}";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "replace;$.a[0];7;{\"\": 1, \"a\": [7, \"x, ]\", {}], \"b\": {\"k\\\"\": 2}, \"é\": 12.50E0}",
        "replace;$.a[last-1];[];{\"\": 1, \"a\": [1.0, [], {}], \"b\": {\"k\\\"\": 2}, \"é\": 12.50E0}",
        "replace;$.b.\"k\\\"\";7;{\"\": 1, \"a\": [1.0, \"x, ]\", {}], \"b\": {\"k\\\"\": 7}, \"é\":"
            + " 12.50E0}",
        "insert;$.a[2].n;7;{\"\": 1, \"a\": [1.0, \"x, ]\", {\"n\": 7}], \"b\": {\"k\\\"\": 2}, \"é\":"
            + " 12.50E0}",
        "insert;$.a[9];7;{\"\": 1, \"a\": [1.0, \"x, ]\", {}, 7], \"b\": {\"k\\\"\": 2}, \"é\": 12.50E0}",
        "insert;$.a[last];7;{\"\": 1, \"a\": [1.0, \"x, ]\", 7, {}], \"b\": {\"k\\\"\": 2}, \"é\":"
            + " 12.50E0}",
        "insert;$.aa;7;{\"\": 1, \"a\": [1.0, \"x, ]\", {}], \"b\": {\"k\\\"\": 2}, \"aa\": 7, \"é\":"
            + " 12.50E0}",
        "remove;$.a;;{\"\": 1, \"b\": {\"k\\\"\": 2}, \"é\": 12.50E0}",
        "remove;$.\"\";;{\"a\": [1.0, \"x, ]\", {}], \"b\": {\"k\\\"\": 2}, \"é\": 12.50E0}",
        "remove;$.b.\"k\\u0022\";;{\"\": 1, \"a\": [1.0, \"x, ]\", {}], \"b\": {}, \"é\": 12.50E0}",
      })
  void changesInPlaces(String operation, String path, String value, String after) throws Exception {
    assertEquals(after, apply(operation, path, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "replace;$",
        "replace;$.c",
        "replace;$.a[3]",
        "replace;$.a.x",
        "replace;$.b[0]",
        "replace;$.é.x",
        "insert;$",
        "insert;$.a",
        "insert;$.a.x",
        "insert;$.b[0]",
        "insert;$.é.x",
        "remove;$",
        "remove;$.c",
        "remove;$.a[last-3]",
        "remove;$.é[0]",
        "remove;a",
        "remove;$a",
        "remove;$.\"a",
        "remove;$[0",
        "remove;$[x]",
        "remove;$[last+1]",
        "remove;$[lastx]",
        "remove;$.\"\\u12\"",
      })
  void changesThatDoNotFitAreRefused(String operation, String path) {
    MalformedValueException e =
        assertThrows(MalformedValueException.class, () -> apply(operation, path, "7"));
    assertTrue(e.getMessage().contains("JSON"), e.getMessage());
  }

  @Test
  void aScalarHasNoPlaces() {
    assertThrows(
        MalformedValueException.class,
        () -> new JsonDocument("12").insert(JsonPath.parse("$.a"), "1"));
  }

  private static String apply(String operation, String path, String value)
      throws MalformedValueException {
    JsonDocument document = new JsonDocument(DOCUMENT);
    switch (operation) {
      case "replace" -> document.replace(JsonPath.parse(path), value);
      case "insert" -> document.insert(JsonPath.parse(path), value);
      default -> document.remove(JsonPath.parse(path));
    }
    return document.toString();
  }
}
