package io.tributary.sink.sql;

import java.util.Locale;
import java.util.Set;

/** What MySQL's character sets can hold. */
final class Charsets {
  private static final Set<String> ALL_OF_UNICODE =
      Set.of("utf8mb4", "utf16", "utf16le", "utf32", "gb18030");

  private Charsets() {}

  /**
   * Whether a target character set has every character of a source collation's.
   *
   * @param target target character set
   * @param collation source collation, null when not known
   * @param tidb whether the target is a TiDB, whose latin1 holds any character
   */
  static boolean holds(String target, String collation, boolean tidb) {
    String to = normal(target);
    if (ALL_OF_UNICODE.contains(to) || tidb && to.equals("latin1")) {
      return true;
    }
    if (collation == null) {
      return false;
    }
    String from = CollationOrder.charset(collation);
    return from.equals(to)
        || from.equals("ascii")
        || to.equals("utf8mb3") && !ALL_OF_UNICODE.contains(from);
  }

  /** Most bytes of a character, by the collation; 1 when not known, which is the careful guess. */
  static int maxBytes(String collation) {
    if (collation == null) {
      return 1;
    }
    return switch (CollationOrder.charset(collation)) {
      case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" -> 4;
      case "utf8mb3", "ujis", "eucjpms" -> 3;
      case "gbk", "gb2312", "big5", "sjis", "cp932", "euckr", "ucs2" -> 2;
      default -> 1;
    };
  }

  /**
   * Most bytes that a character of a source collation takes in a target character set: a {@code
   * latin1} e with an accent has two in {@code utf8mb4}.
   *
   * @param target target character set
   * @param collation source collation, null when not known
   */
  static int mostBytesIn(String target, String collation) {
    int most = maxBytes(normal(target));
    String from = collation == null ? "" : CollationOrder.charset(collation);
    boolean utf8 = normal(target).startsWith("utf8");
    if (from.equals("ascii") && (utf8 || most < 4)) {
      return 1;
    }
    // Characters outside the basic plane, with four bytes in utf8mb4, are in sets of all of
    // Unicode.
    return utf8 && !from.isEmpty() && !ALL_OF_UNICODE.contains(from) ? Math.min(3, most) : most;
  }

  private static String normal(String charset) {
    String name = charset == null ? "" : charset.toLowerCase(Locale.ROOT);
    return name.equals("utf8") ? "utf8mb3" : name;
  }
}
