package io.tributary.source.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Dates and times as MySQL prints them. Zero and partial dates are dates like others. */
final class Temporal {
  private static final String DATE_FORM = "\\d{4}-(?:0\\d|1[0-2])-(?:[0-2]\\d|3[01])";
  private static final Pattern DATE = Pattern.compile(DATE_FORM);
  private static final Pattern DATETIME =
      Pattern.compile(DATE_FORM + "(?: (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?)?");
  private static final Pattern TIME =
      Pattern.compile("(-?)(\\d{2,3}):([0-5]\\d):([0-5]\\d)(?:\\.(\\d{1,6}))?");
  private static final int DATE_LENGTH = "YYYY-MM-DD".length();
  private static final int SECONDS_LENGTH = "YYYY-MM-DD HH:MM:SS".length();
  private static final String NO_MICROS = ".000000";
  private static final int MICROS_DIGITS = 6;

  private Temporal() {}

  /** The text when it is a date, else null. */
  static String date(String text) {
    return DATE.matcher(text).matches() ? text : null;
  }

  /**
   * The text with six fractional digits when it is a date, with a time or at midnight; else null.
   */
  static String datetime(String text) {
    if (!DATETIME.matcher(text).matches()) {
      return null;
    }
    return withMicros(text.length() == DATE_LENGTH ? text + " 00:00:00" : text);
  }

  /** A datetime of up to six fractional digits with six. */
  static String withMicros(String datetime) {
    String full = datetime.length() == SECONDS_LENGTH ? datetime + "." : datetime;
    int missing = SECONDS_LENGTH + NO_MICROS.length() - full.length();
    return full + NO_MICROS.substring(NO_MICROS.length() - missing);
  }

  /** The microseconds of a time of up to 999 hours, null when the text is none. */
  static Long timeMicros(String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      return null;
    }
    long seconds =
        (Long.parseLong(time.group(2)) * 60 + Long.parseLong(time.group(3))) * 60
            + Long.parseLong(time.group(4));
    long micros = 0;
    if (time.group(5) != null) {
      micros = Long.parseLong(time.group(5) + "0".repeat(MICROS_DIGITS - time.group(5).length()));
    }
    long all = seconds * 1_000_000 + micros;
    return time.group(1).isEmpty() ? all : -all;
  }
}
