package io.tributary.it.types;

import java.util.Random;
import java.util.function.Function;

/**
 * A type of column and its values.
 *
 * @param definition how a column of it is declared at the source, without NULL or NOT NULL
 * @param targetDefinition the same for the target
 * @param printed SQL expression that shows all of a value, {@code %s} for the column; it prints
 *     alike at source and target exactly when the values are the same
 * @param json whether what is printed is a JSON document, to be compared by value
 * @param keyValue a value that may stand in a key, as SQL; null when none may
 * @param value any value as SQL. Sessions are not strict, so a value that does not fit is cut
 */
record Kind(
    String definition,
    String targetDefinition,
    String printed,
    boolean json,
    Function<Random, String> keyValue,
    Function<Random, String> value) {

  /** A type of which every value may stand in a key. */
  static Kind keyed(String definition, String printed, Function<Random, String> value) {
    return new Kind(definition, definition, printed, false, value, value);
  }

  /** A type that is no key. */
  static Kind plain(String definition, String printed, Function<Random, String> value) {
    return new Kind(definition, definition, printed, false, null, value);
  }

  /** The same with another declaration at the target. */
  Kind at(String otherDefinition) {
    return new Kind(definition, otherDefinition, printed, json, keyValue, value);
  }

  boolean mayBeKey() {
    return keyValue != null;
  }

  /** One of some values. */
  static String one(Random random, String... values) {
    return values[random.nextInt(values.length)];
  }
}
