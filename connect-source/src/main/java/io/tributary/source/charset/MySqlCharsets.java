package io.tributary.source.charset;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All character sets of MySQL 9.7 but {@code binary}, by name. Safe for use by several threads.
 *
 * <p>Those that are not Unicode encodings are decoded by tables read from the server ({@code
 * CONVERT(CONVERT(code USING gbk) USING utf8mb4)} over all codes) and not by the JDK's charsets of
 * like names: these differ from the server's in dozens of characters, and a JDK may lack them.
 */
public final class MySqlCharsets {
  private static final Set<String> BY_TABLE =
      Set.of(
          "armscii8",
          "ascii",
          "big5",
          "cp1250",
          "cp1251",
          "cp1256",
          "cp1257",
          "cp850",
          "cp852",
          "cp866",
          "cp932",
          "dec8",
          "eucjpms",
          "euckr",
          "gb18030",
          "gb2312",
          "gbk",
          "geostd8",
          "greek",
          "hebrew",
          "hp8",
          "keybcs2",
          "koi8r",
          "koi8u",
          "latin1",
          "latin2",
          "latin5",
          "latin7",
          "macce",
          "macroman",
          "sjis",
          "swe7",
          "tis620",
          "ujis");

  private static final Map<String, MySqlCharset> KNOWN = new ConcurrentHashMap<>();

  static {
    // "utf8" is what servers before 8.0.30 call utf8mb3.
    KNOWN.put("utf8", new Utf8Charset("utf8mb3", 3));
    KNOWN.put("utf8mb3", new Utf8Charset("utf8mb3", 3));
    KNOWN.put("utf8mb4", new Utf8Charset("utf8mb4", 4));
    KNOWN.put("ucs2", new WideCharset("ucs2", WideCharset.Form.UCS2));
    KNOWN.put("utf16", new WideCharset("utf16", WideCharset.Form.UTF16));
    KNOWN.put("utf16le", new WideCharset("utf16le", WideCharset.Form.UTF16LE));
    KNOWN.put("utf32", new WideCharset("utf32", WideCharset.Form.UTF32));
  }

  private MySqlCharsets() {}

  /**
   * The character set of this name; null when there is none.
   *
   * @param name MySQL's name in lower case, such as {@code latin1}
   */
  public static MySqlCharset named(String name) {
    MySqlCharset known = KNOWN.get(name);
    if (known == null && BY_TABLE.contains(name)) {
      known = KNOWN.computeIfAbsent(name, TableCharset::load);
    }
    return known;
  }
}
