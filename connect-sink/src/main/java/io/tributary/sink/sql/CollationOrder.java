package io.tributary.sink.sql;

import java.util.List;
import java.util.Locale;

/**
 * Which collations keep apart what others keep apart.
 *
 * <p>Conservative: what is not known to be fine enough counts as too coarse.
 *
 * <p>Sources: MySQL manual, "Unicode Character Sets" (pad attributes, levels of the {@code 0900}
 * collations), and the pairs measured on TiDB 8.5.3 and MySQL 9.7.4.
 */
final class CollationOrder {
  /** The root collations of UCA 9.0.0 from finest to coarsest; each refines the next. */
  private static final List<String> UCA_9 = List.of("0900_as_cs", "0900_as_ci", "0900_ai_ci");

  private CollationOrder() {}

  /**
   * Whether two values that are equal under the target's collation are equal under the source's, so
   * that no rows that the source keeps apart become one in the target.
   *
   * @param source collation of the source column, null when not known
   * @param target collation of the target column
   * @param padded whether the source column has no trailing spaces (CHAR, ENUM, SET)
   */
  static boolean fineEnough(String source, String target, boolean padded) {
    String to = normal(target);
    if (to.equals("binary") || to.equals("utf8mb4_0900_bin")) {
      return true;
    }
    if (source == null) {
      return false;
    }
    String from = normal(source);
    if (from.equals(to)) {
      return true;
    }
    String fromSuffix = suffix(from);
    String toSuffix = suffix(to);
    if (toSuffix.equals("bin")) {
      // Trailing spaces are all that a PAD SPACE _bin collation does not see.
      return padded || padSpace(from);
    }
    if (UCA_9.contains(toSuffix) && UCA_9.contains(fromSuffix)) {
      return UCA_9.indexOf(toSuffix) <= UCA_9.indexOf(fromSuffix);
    }
    // utf8mb3's characters are ordered alike in both: the same collation by another name.
    return fromSuffix.equals(toSuffix)
        && charset(from).equals("utf8mb3")
        && charset(to).equals("utf8mb4");
  }

  /** Whether a collation ignores trailing spaces. */
  static boolean padSpace(String collation) {
    String name = normal(collation);
    return !name.equals("binary") && !name.contains("_0900_");
  }

  /** Whether a collation tells apart all that differs in anything but trailing spaces. */
  static boolean binary(String collation) {
    String name = normal(collation);
    return name.equals("binary") || name.endsWith("_bin");
  }

  /** The character set of a collation. */
  static String charset(String collation) {
    String name = normal(collation);
    int underscore = name.indexOf('_');
    return underscore < 0 ? name : name.substring(0, underscore);
  }

  private static String suffix(String collation) {
    return collation.substring(collation.indexOf('_') + 1);
  }

  private static String normal(String collation) {
    String name = collation.toLowerCase(Locale.ROOT);
    return name.equals("utf8") || name.startsWith("utf8_") ? "utf8mb3" + name.substring(4) : name;
  }
}
