package io.tributary.source.offset;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a source begins that has no offset yet, as the operator says it. */
public sealed interface StartPosition {
  /** At the end of the binlog as it is when the source starts for the first time. */
  record Latest() implements StartPosition {}

  /** At the beginning of the oldest binlog file that the server still has. */
  record Earliest() implements StartPosition {}

  /**
   * After everything in a GTID set.
   *
   * @param set GTID set in the server's notation
   */
  record AfterGtids(String set) implements StartPosition {}

  /**
   * At a transaction boundary of a file.
   *
   * @param file binlog file name
   * @param offset byte offset, 4 for the file's beginning
   */
  record InFile(String file, long offset) implements StartPosition {}

  /**
   * At the first transaction that was committed then or later.
   *
   * @param time by the server's clock
   */
  record AtTime(Instant time) implements StartPosition {}

  /** One transaction of MariaDB: domain, server, sequence number. */
  String MARIADB_GTID = "\\d{1,10}-\\d{1,10}-\\d{1,20}";

  /** What {@link #parse} accepts, for documentation and messages. */
  String FORMS =
      "latest, earliest, gtid:SET, file:NAME:OFFSET or time:ISO-8601 (with Z or an offset)";

  /**
   * Reads the option's text.
   *
   * @throws IllegalArgumentException with a sentence when it is none of {@link #FORMS}
   */
  static StartPosition parse(String text) {
    if (text.equals("latest")) {
      return new Latest();
    }
    if (text.equals("earliest")) {
      return new Earliest();
    }
    if (text.startsWith("gtid:")) {
      return new AfterGtids(gtids(text.substring("gtid:".length())));
    }
    if (text.startsWith("time:")) {
      return new AtTime(time(text.substring("time:".length())));
    }
    Matcher file = Pattern.compile("file:(.+):([0-9]{1,18})").matcher(text);
    if (file.matches()) {
      return inFile(file.group(1), Long.parseLong(file.group(2)));
    }
    throw new IllegalArgumentException("must be " + FORMS + ", not '" + text + "'");
  }

  /**
   * A position in a file.
   *
   * @throws IllegalArgumentException when the name has no number or the offset is below 4
   */
  static InFile inFile(String file, long offset) {
    BinlogFile.number(file);
    if (offset < 4) {
      throw new IllegalArgumentException(
          "a binlog file begins at offset 4; offset " + offset + " of " + file + " does not exist");
    }
    return new InFile(file, offset);
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "not a time with its offset from UTC (2026-03-01T08:00:00Z, 2026-03-01T08:00:00+01:00): '"
              + text
              + "'",
          e);
    }
  }

  private static String gtids(String set) {
    String compact = set.replaceAll("\\s", "");
    boolean mariaDb = compact.matches(MARIADB_GTID + "(," + MARIADB_GTID + ")*");
    if (!compact.isEmpty() && !mariaDb && !compact.matches("[0-9A-Fa-f-]{36}:[0-9A-Za-z_:,-]+")) {
      throw new IllegalArgumentException(
          "not a GTID set (uuid:1-5,uuid:1-3): '"
              + set
              + "'; take it from @@gtid_executed (a MariaDB's, such as 0-1-100,1-2-5, from"
              + " @@gtid_binlog_pos)");
    }
    return compact;
  }
}
