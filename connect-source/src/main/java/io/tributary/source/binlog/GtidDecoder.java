package io.tributary.source.binlog;

import java.io.StreamCorruptedException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Decodes the events that name transactions: GTID, ANONYMOUS_GTID, GTID_TAGGED, PREVIOUS_GTIDS
 * (MySQL's {@code control_events.h}, {@code rpl_gtid_set.cc}) and MariaDB's GTID and GTID_LIST
 * ({@code Gtid_log_event}). Pure.
 */
final class GtidDecoder {
  private static final int UUID_BYTES = 16;
  private static final int COMMIT_TIME_BYTES = 7;

  /** Set in the 7 bytes of the immediate commit time when the original one follows. */
  private static final long ORIGINAL_TIME_FOLLOWS = 1L << 55;

  private static final int LOGICAL_CLOCK_BYTES = 17;
  private static final int MARIADB_STANDALONE_FLAG = 1;

  private GtidDecoder() {}

  static BinlogEvent gtid(EventHeader header, ByteCursor body) throws StreamCorruptedException {
    body.skip(1);
    String gtid = uuid(body.bytes(UUID_BYTES)) + ":" + body.number(8);
    return new BinlogEvent.Gtid(header, gtid, commitMicros(body), false);
  }

  static BinlogEvent anonymous(EventHeader header, ByteCursor body)
      throws StreamCorruptedException {
    body.skip(1 + UUID_BYTES + 8);
    return new BinlogEvent.AnonymousGtid(header, commitMicros(body));
  }

  /** MySQL 5.6 and 5.7 have no commit time. */
  private static long commitMicros(ByteCursor body) throws StreamCorruptedException {
    if (body.remaining() < LOGICAL_CLOCK_BYTES + COMMIT_TIME_BYTES) {
      return 0;
    }
    body.skip(LOGICAL_CLOCK_BYTES);
    return body.number(COMMIT_TIME_BYTES) & ~ORIGINAL_TIME_FOLLOWS;
  }

  /**
   * A message of MySQL's {@code mysql::serialization} library: version, size, last field that must
   * be understood, then fields by ascending number, integers of variable length.
   */
  static BinlogEvent tagged(EventHeader header, ByteCursor body) throws StreamCorruptedException {
    long version = variable(body);
    if (version != 1) {
      throw new StreamCorruptedException("a tagged GTID in serialization version " + version);
    }
    variable(body);
    variable(body);
    expectField(body, 0);
    variable(body);
    expectField(body, 1);
    byte[] uuid = new byte[UUID_BYTES];
    for (int i = 0; i < UUID_BYTES; i++) {
      uuid[i] = (byte) variable(body);
    }
    expectField(body, 2);
    long number = signedVariable(body);
    expectField(body, 3);
    String tag = body.utf8(body.length(variable(body)));
    expectField(body, 4);
    variable(body);
    expectField(body, 5);
    variable(body);
    expectField(body, 6);
    long commitMicros = variable(body);
    String gtid = uuid(uuid) + (tag.isEmpty() ? "" : ":" + tag) + ":" + number;
    return new BinlogEvent.Gtid(header, gtid, commitMicros, false);
  }

  /**
   * Sets of intervals by UUID. With tags, the number of sets is written between two bytes that hold
   * the format, 1.
   */
  static BinlogEvent previous(EventHeader header, ByteCursor body) throws StreamCorruptedException {
    long encoded = body.number(8);
    int format = (int) (encoded >>> 56);
    if (format > 1) {
      throw new StreamCorruptedException("a GTID set in format " + format);
    }
    boolean tags = format == 1;
    long count = tags ? (encoded << 8) >>> 16 : encoded;
    List<String> sets = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      StringBuilder set = new StringBuilder(uuid(body.bytes(UUID_BYTES)));
      String tag = tags ? body.utf8(body.length(variable(body))) : "";
      if (!tag.isEmpty()) {
        set.append(':').append(tag);
      }
      appendIntervals(set, body);
      sets.add(set.toString());
    }
    return new BinlogEvent.PreviousGtids(header, String.join(",", sets));
  }

  /** Ends are exclusive on the wire. */
  private static void appendIntervals(StringBuilder set, ByteCursor body)
      throws StreamCorruptedException {
    long count = body.number(8);
    for (long i = 0; i < count; i++) {
      long first = body.number(8);
      long last = body.number(8) - 1;
      set.append(':').append(first);
      if (last != first) {
        set.append('-').append(last);
      }
    }
  }

  static BinlogEvent mariaDb(EventHeader header, ByteCursor body) throws StreamCorruptedException {
    long number = body.number(8);
    long domain = body.number(4);
    boolean standalone = (body.octet() & MARIADB_STANDALONE_FLAG) != 0;
    String gtid = domain + "-" + header.serverId() + "-" + Long.toUnsignedString(number);
    return new BinlogEvent.Gtid(header, gtid, 0, standalone);
  }

  /** The four high bits of the count are flags. */
  static BinlogEvent mariaDbList(EventHeader header, ByteCursor body)
      throws StreamCorruptedException {
    long count = body.number(4) & 0x0FFFFFFF;
    List<String> gtids = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      long domain = body.number(4);
      long server = body.number(4);
      gtids.add(domain + "-" + server + "-" + Long.toUnsignedString(body.number(8)));
    }
    return new BinlogEvent.PreviousGtids(header, String.join(",", gtids));
  }

  private static void expectField(ByteCursor body, int number) throws StreamCorruptedException {
    long found = variable(body);
    if (found != number) {
      throw new StreamCorruptedException("field " + found + " of a tagged GTID, not " + number);
    }
  }

  /** The low one-bits of the first byte count the bytes that follow it; the rest are low bits. */
  private static long variable(ByteCursor body) throws StreamCorruptedException {
    int first = body.octet();
    int more = Integer.numberOfTrailingZeros(~first);
    if (more >= 8) {
      return body.number(8);
    }
    long low = (first & 0xFF) >>> (more + 1);
    return low | body.number(more) << (7 - more);
  }

  private static long signedVariable(ByteCursor body) throws StreamCorruptedException {
    long value = variable(body);
    return (value >>> 1) ^ -(value & 1);
  }

  private static String uuid(byte[] bytes) {
    String hex = HexFormat.of().formatHex(bytes);
    return String.join(
        "-",
        hex.substring(0, 8),
        hex.substring(8, 12),
        hex.substring(12, 16),
        hex.substring(16, 20),
        hex.substring(20));
  }
}
