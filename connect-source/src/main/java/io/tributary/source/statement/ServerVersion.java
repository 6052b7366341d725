package io.tributary.source.statement;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's version: it decides which version comments are code.
 *
 * @param number major * 10,000 + minor * 100 + patch
 * @param mariaDb whether it is a MariaDB
 */
public record ServerVersion(int number, boolean mariaDb) {
  /** When no FORMAT_DESCRIPTION was seen: a MySQL newer than all features asked for. */
  public static final ServerVersion UNKNOWN = new ServerVersion(99_998, false);

  private static final Pattern FORM = Pattern.compile("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{1,2}).*");

  /** Reads {@code VERSION()}; what has no such form is {@link #UNKNOWN}. */
  public static ServerVersion parse(String text) {
    // MariaDB says 5.5.5-10.11.6-MariaDB to clients that might be old replicas.
    String plain = text.startsWith("5.5.5-") && text.contains("MariaDB") ? text.substring(6) : text;
    Matcher matcher = FORM.matcher(plain);
    if (!matcher.matches()) {
      return UNKNOWN;
    }
    int number =
        Integer.parseInt(matcher.group(1)) * 10_000
            + Integer.parseInt(matcher.group(2)) * 100
            + Integer.parseInt(matcher.group(3));
    return new ServerVersion(number, text.contains("MariaDB"));
  }

  /**
   * Whether the server runs what stands in a version comment. MariaDB leaves out MySQL's own
   * versions from 5.7 on (knowledge base, "Comment Syntax").
   *
   * @param version the comment's number, 0 when it has none
   * @param mariaDbOnly whether the comment begins with {@code /*M!}
   */
  boolean runs(int version, boolean mariaDbOnly) {
    if (mariaDbOnly && !mariaDb) {
      return false;
    }
    if (mariaDb && !mariaDbOnly && version >= 50_700 && version <= 99_999) {
      return false;
    }
    return version <= number;
  }
}
