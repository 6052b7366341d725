package io.tributary.it.types;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Text as SQL that no escape can bend. */
final class TextLiterals {
  private TextLiterals() {}

  /** JSON text, which must not be of character set binary. */
  static String json(String text) {
    String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    return "CONVERT(X'" + hex + "' USING utf8mb4)";
  }
}
