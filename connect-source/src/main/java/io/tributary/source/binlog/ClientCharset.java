package io.tributary.source.binlog;

import io.tributary.source.charset.MySqlCharset;
import io.tributary.source.charset.MySqlCharsets;
import io.tributary.source.charset.UndecodableTextException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Decodes statements, which the binlog holds in the client's character set. Thread-safe. */
final class ClientCharset {
  /**
   * Collation numbers of the character sets that a client can have, UTF-8 aside: MySQL 9.7's {@code
   * information_schema.collations}.
   */
  private static final String COLLATIONS =
      "big5 1 84;latin2 2 9 21 27 77;dec8 3 69;cp850 4 80;latin1 5 8 15 31 47 48 49 94;hp8 6 72;"
          + "koi8r 7 74;swe7 10 82;ascii 11 65;ujis 12 91;sjis 13 88;cp1251 14 23 50 51 52;"
          + "hebrew 16 71;tis620 18 89;euckr 19 85;latin7 20 41 42 79;koi8u 22 75;gb2312 24 86;"
          + "greek 25 70;cp1250 26 34 44 66 99;gbk 28 87;cp1257 29 58 59;latin5 30 78;"
          + "armscii8 32 64;cp866 36 68;keybcs2 37 73;macce 38 43;macroman 39 53;cp852 40 81;"
          + "cp1256 57 67;geostd8 92 93;cp932 95 96;eucjpms 97 98;gb18030 248 249 250";

  private static final Map<Integer, String> NAMES = names();

  private ClientCharset() {}

  /**
   * The text of a statement. What its character set does not explain is read as UTF-8 with
   * replacement characters: keywords and ASCII names, by which statements are told apart, stay.
   *
   * @param bytes the statement
   * @param collation number of the client's character set; 0 when the event does not say
   */
  static String decode(byte[] bytes, int collation) {
    String name = NAMES.get(collation);
    MySqlCharset charset = name == null ? null : MySqlCharsets.named(name);
    if (charset != null) {
      try {
        return charset.decode(bytes, 0, bytes.length);
      } catch (UndecodableTextException e) {
        // A statement may hold any bytes (_binary'..'): fall through.
      }
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Map<Integer, String> names() {
    Map<Integer, String> names = new HashMap<>();
    for (String line : COLLATIONS.split(";", -1)) {
      String[] words = line.split(" ", -1);
      Arrays.stream(words).skip(1).forEach(id -> names.put(Integer.valueOf(id), words[0]));
    }
    return Map.copyOf(names);
  }
}
