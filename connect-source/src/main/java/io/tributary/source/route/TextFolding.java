package io.tributary.source.route;

import io.tributary.format.model.Column;

/** Folds text to its decimal digits, dropping everything else: coarser than every collation. */
final class TextFolding {
  private TextFolding() {}

  static void add(KeyHash hash, String text, Column column) throws RouteException {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        if (c >= '0' && c <= '9') {
          hash.add(c);
        }
      } else {
        String folded = fold(text.substring(i), column);
        hash.addAscii(folded, 0, folded.length());
        return;
      }
    }
  }

  static String fold(String text, Column column) throws RouteException {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        digits.append(c);
      }
    }
    if (text.indexOf('\uD835') >= 0) {
      throw new RouteException(AffinityOptions.TABLES, column.name());
    }
    return digits.toString();
  }
}
