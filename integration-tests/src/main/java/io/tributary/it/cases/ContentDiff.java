package io.tributary.it.cases;

import java.util.List;

/** Compares what a query printed with what it should print, line by line. */
final class ContentDiff {
  private static final int SHOWN = 8;

  private ContentDiff() {}

  /**
   * The first differing lines, empty when there are none; a missing last line end is no difference.
   */
  static String of(String expected, String actual) {
    List<String> want = expected.stripTrailing().lines().toList();
    List<String> have = actual.stripTrailing().lines().toList();
    StringBuilder diff = new StringBuilder();
    int shown = 0;
    for (int i = 0; i < Math.max(want.size(), have.size()); i++) {
      String wanted = i < want.size() ? want.get(i) : null;
      String found = i < have.size() ? have.get(i) : null;
      if (wanted == null || !wanted.equals(found)) {
        if (++shown > SHOWN) {
          return diff.append("  ..\n").toString();
        }
        diff.append("  line ").append(i + 1).append('\n');
        if (wanted != null) {
          diff.append("  - ").append(wanted).append('\n');
        }
        if (found != null) {
          diff.append("  + ").append(found).append('\n');
        }
      }
    }
    return diff.toString();
  }
}
