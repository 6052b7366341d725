package io.tributary.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a page of {@code docs} that is made from the code, between {@code <!-- name: begin -->}
 * and {@code <!-- name: end -->}.
 *
 * <p>{@code -Dtributary.docs.write} writes it in place of comparing it.
 */
final class GeneratedSection {
  private GeneratedSection() {}

  /** Compares what the page has with what it should have, or writes it. */
  static void check(String pageName, String section, String made) throws IOException {
    Path file = Path.of("..", "docs", pageName);
    String page = Files.readString(file);
    String begin = "<!-- " + section + ": begin -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("<!-- " + section + ": end -->");
    if (System.getProperty("tributary.docs.write") != null) {
      Files.writeString(file, page.substring(0, from) + made + page.substring(to));
    } else {
      assertEquals(
          made,
          page.substring(from, to),
          "docs/"
              + pageName
              + " is not what the code says of "
              + section
              + "; write it anew with the command at its top");
    }
  }
}
