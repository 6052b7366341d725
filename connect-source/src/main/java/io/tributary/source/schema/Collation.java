package io.tributary.source.schema;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A collation that a table map refers to by number. The resource {@code collations.csv} holds
 * {@code information_schema.collations} of MySQL 9.7 and the numbers that MariaDB 10.11 has besides
 * (where they differ, the same character set under another collation name, MySQL's name is kept).
 *
 * @param name name of the collation
 * @param charset name of its character set
 */
record Collation(String name, String charset) {
  /** The collation of bytes. */
  static final String BINARY = "binary";

  private static final Map<Integer, Collation> BY_ID = load();

  /** The collation with this number; null when it is not known. */
  static Collation of(int id) {
    return BY_ID.get(id);
  }

  /**
   * The number of the collation with this name; 0 when it is not known. Servers before MySQL 8.0.29
   * call utf8mb3 utf8.
   */
  static int numberOf(String name) {
    return BY_ID.entrySet().stream()
        .filter(entry -> entry.getValue().named(name))
        .mapToInt(Map.Entry::getKey)
        .min()
        .orElse(0);
  }

  /** Whether the server means this collation by a name. */
  boolean named(String other) {
    return name.equals(other.startsWith("utf8_") ? "utf8mb3_" + other.substring(5) : other);
  }

  boolean binary() {
    return charset.equals(BINARY);
  }

  private static Map<Integer, Collation> load() {
    Map<Integer, Collation> collations = new HashMap<>();
    try (InputStream in = Collation.class.getResourceAsStream("collations.csv");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] parts = line.split(",", -1);
        collations.put(Integer.valueOf(parts[0]), new Collation(parts[1], parts[2]));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the table of collations of this build", e);
    }
    return Map.copyOf(collations);
  }
}
