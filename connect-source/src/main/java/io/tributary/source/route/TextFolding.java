package io.tributary.source.route;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Folds text to the decimal digits in it and drops everything else.
 *
 * <p>A character that some collation holds equal to digits ({@code ٣}, {@code ③}, {@code ½} as 1
 * and 2) folds to these; the table was taken from a server, see docs/affinity.md. No more than
 * digits can be kept: letters fall together through chains of collations (ß = ss, ß = s, æ = ae, æ
 * = ä).
 *
 * <p>Some collations hold characters equal to each other that others hold equal to different
 * digits. No folding is coarser than both; in columns of such a collation these characters are
 * refused. Immutable.
 */
final class TextFolding {
  private static final String RESOURCE = "digits-1.txt";
  private static final Map<Integer, String> DIGITS = load();

  /** Hold many of the table's characters equal that are not the same digit. */
  private static final Set<String> COARSE_COLLATIONS =
      Set.of("big5_chinese_ci", "cp1257_lithuanian_ci", "tis620_thai_ci");

  /** Code points from here on that have digits are refused. */
  private final int firstRefused;

  private TextFolding(int firstRefused) {
    this.firstRefused = firstRefused;
  }

  /**
   * The folding for columns of a collation.
   *
   * @param collation the collation's name; null when not known, which is treated like the coarsest
   */
  static TextFolding of(String collation) {
    if (collation == null || COARSE_COLLATIONS.contains(collation.replace("_nopad", ""))) {
      return new TextFolding(0x80);
    }
    boolean supplementary =
        collation.startsWith("utf8mb4")
            || collation.startsWith("utf16")
            || collation.startsWith("utf32");
    boolean distinguishes =
        collation.contains("_0900_") || collation.endsWith("_520_ci") || collation.endsWith("_bin");
    return new TextFolding(
        supplementary && !distinguishes
            ? Character.MIN_SUPPLEMENTARY_CODE_POINT
            : Character.MAX_CODE_POINT + 1);
  }

  /**
   * Appends the digits of a text.
   *
   * @return -1, or the first code point whose equality this folding cannot follow
   */
  int fold(String text, StringBuilder digits) {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c < 0x80) {
        if (c >= '0' && c <= '9') {
          digits.append(c);
        }
        i++;
        continue;
      }
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      String folded = DIGITS.get(codePoint);
      if (folded != null) {
        if (codePoint >= firstRefused) {
          return codePoint;
        }
        digits.append(folded);
      }
    }
    return -1;
  }

  /** The table: code points beyond US-ASCII and their digits. */
  static Map<Integer, String> digits() {
    return DIGITS;
  }

  private static Map<Integer, String> load() {
    Map<Integer, String> digits = new HashMap<>();
    try (InputStream in = TextFolding.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.startsWith("#")) {
          addLine(line, digits);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + RESOURCE, e);
    }
    return Map.copyOf(digits);
  }

  /** {@code 00BD 12} or {@code 0660..0669 0}. */
  private static void addLine(String line, Map<Integer, String> digits) {
    int space = line.indexOf(' ');
    String first = line.substring(0, space);
    String folded = line.substring(space + 1);
    int range = first.indexOf("..");
    if (range < 0) {
      digits.put(Integer.parseInt(first, 16), folded);
      return;
    }
    int from = Integer.parseInt(first.substring(0, range), 16);
    int to = Integer.parseInt(first.substring(range + 2), 16);
    for (int codePoint = from; codePoint <= to; codePoint++) {
      digits.put(codePoint, Integer.toString(Integer.parseInt(folded) + codePoint - from));
    }
  }
}
