package io.tributary.sink.tidb;

import io.tributary.format.model.TableName;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Names and strings as SQL text that no session setting can bend.
 *
 * <p>Printable ASCII without a backslash is written between single quotes, a quote doubled: that
 * means the same in every {@code sql_mode} and in every client character set that MySQL allows (all
 * agree with ASCII). Everything else is written as hexadecimal digits with a character set
 * introducer, so that neither {@code NO_BACKSLASH_ESCAPES} nor {@code character_set_client} plays a
 * part. Identifiers stand between backticks, which {@code ANSI_QUOTES} leaves alone.
 */
public final class Quoting {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private Quoting() {}

  /** An identifier between backticks. */
  public static String identifier(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** A table with its schema. */
  public static String table(TableName name) {
    return identifier(name.schema()) + "." + identifier(name.table());
  }

  /** Identifiers joined by {@code ", "}. */
  public static String identifiers(List<String> names) {
    return names.stream().map(Quoting::identifier).collect(Collectors.joining(", "));
  }

  /** The columns that {@link #values} stand for: {@code `id`} or {@code (`a`, `b`)}. */
  public static String tuple(List<String> names) {
    return names.size() == 1 ? identifier(names.get(0)) : "(" + identifiers(names) + ")";
  }

  /** {@code 7} for one literal, {@code (7, 'a')} for several. */
  public static String values(List<String> literals) {
    return literals.size() == 1 ? literals.get(0) : "(" + String.join(", ", literals) + ")";
  }

  /** A character string, of character set utf8mb4 and of the column's collation when compared. */
  public static String string(String text) {
    return plain(text)
        ? "'" + text.replace("'", "''") + "'"
        : "_utf8mb4 X'" + HEX.formatHex(text.getBytes(StandardCharsets.UTF_8)) + "'";
  }

  /**
   * A character string that may become a JSON document. TiDB takes a hexadecimal literal for a
   * binary string in spite of its introducer and refuses it as JSON (3144,
   * pkg/types/datum.go#convertToMysqlJSON), so it is converted by a function.
   */
  public static String jsonText(String text) {
    return plain(text)
        ? "'" + text.replace("'", "''") + "'"
        : "CONVERT(X'" + HEX.formatHex(text.getBytes(StandardCharsets.UTF_8)) + "' USING utf8mb4)";
  }

  /** A binary string. */
  public static String bytes(byte[] bytes) {
    return bytes.length == 0 ? "''" : "X'" + HEX.formatHex(bytes) + "'";
  }

  /**
   * The text that {@link #string} was given.
   *
   * @throws IllegalArgumentException when the literal is not one of {@link #string}
   */
  public static String unquoted(String literal) {
    if (literal.startsWith("'") && literal.endsWith("'")) {
      return literal.substring(1, literal.length() - 1).replace("''", "'");
    }
    if (literal.startsWith("_utf8mb4 X'") && literal.endsWith("'")) {
      byte[] bytes = HEX.parseHex(literal, "_utf8mb4 X'".length(), literal.length() - 1);
      return new String(bytes, StandardCharsets.UTF_8);
    }
    throw new IllegalArgumentException("not a string literal: " + literal);
  }

  /** The bytes that {@link #bytes} was given. */
  public static byte[] unquotedBytes(String literal) {
    return literal.equals("''")
        ? new byte[0]
        : HEX.parseHex(literal, "X'".length(), literal.length() - 1);
  }

  /**
   * A double as a literal with an exponent, so that it is read as a double and not as a decimal.
   * FLOAT takes the expansion of its value as a double: the shortest text of a float is out of
   * range for FLT_MAX (1264 on TiDB and MySQL) and compares unequal to what is stored.
   */
  public static String number(double value) {
    String text = Double.toString(value);
    return text.indexOf('E') < 0 ? text + "E0" : text;
  }

  private static boolean plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '\\') {
        return false;
      }
    }
    return true;
  }
}
