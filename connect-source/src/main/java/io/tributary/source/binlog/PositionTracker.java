package io.tributary.source.binlog;

import io.tributary.format.model.Position;
import java.io.StreamCorruptedException;
import java.util.regex.Pattern;

/**
 * Follows a stream of events through the files, with 64-bit offsets.
 *
 * <p>An event's header holds the end of the event modulo 2^32 ({@code log_pos}, MySQL's {@code
 * binlog_event.h}); here the lengths are added up and the header's number checks the sum, so a
 * missing event is noticed where it is missing. MariaDB from 11.4 on writes 0 inside a group, which
 * says nothing. Not thread-safe.
 */
final class PositionTracker {
  private static final long MODULUS = 1L << 32;

  /** Where the first event of a file begins, after the magic number. */
  private static final long FIRST_OFFSET = 4;

  private static final Pattern FILE_NUMBER = Pattern.compile("[0-9]{1,18}");

  private final boolean holesAllowed;
  private String file = "";
  private String nextFile;
  private Position position = new Position(0, 0, 0);

  /**
   * @param holesAllowed whether the server leaves out groups that the reader has (start by GTID
   *     set); then events that open a group may lie further ahead
   */
  PositionTracker(boolean holesAllowed) {
    this.holesAllowed = holesAllowed;
  }

  String file() {
    return file;
  }

  /** Where the last event ended. */
  Position position() {
    return position;
  }

  /** {@code file:offset}, as messages name a place. */
  String place() {
    return file + ":" + position.offset();
  }

  /** The server says which file the following events stand in, and where they begin. */
  void beginFile(String name, long offset) throws StreamCorruptedException {
    long number = fileNumber(name);
    if (nextFile != null && !nextFile.equals(name)) {
      throw new StreamCorruptedException(
          "the server went on with "
              + name
              + " although "
              + file
              + " ends with a pointer to "
              + nextFile);
    }
    if (!file.isEmpty() && number < position.file()) {
      throw new StreamCorruptedException("the server went back from " + file + " to " + name);
    }
    boolean same = name.equals(file);
    file = name;
    nextFile = null;
    position = new Position(number, same ? position.created() : 0, offset);
  }

  /** A ROTATE that stands in the file names the one that must follow. */
  void expectNext(String name) throws StreamCorruptedException {
    fileNumber(name);
    nextFile = name;
  }

  /** The FORMAT_DESCRIPTION of the file: in its place, or repeated when reading begins later. */
  void describe(long created, long length, long logPos) throws StreamCorruptedException {
    position = new Position(position.file(), created, position.offset());
    if (logPos != 0) {
      if (position.offset() != FIRST_OFFSET) {
        throw new StreamCorruptedException("a FORMAT_DESCRIPTION event in the middle of a file");
      }
      advance(EventType.FORMAT_DESCRIPTION, length, logPos);
    }
  }

  /** Passes an event that stands in the file. */
  void advance(int type, long length, long logPos) throws StreamCorruptedException {
    long end = position.offset() + length;
    if (logPos != 0 && end % MODULUS != logPos) {
      long ahead = (logPos - end) & (MODULUS - 1);
      if (!holesAllowed || !EventType.opensGroup(type)) {
        throw new StreamCorruptedException(
            "the event says that it ends at "
                + logPos
                + " (modulo 2^32) where "
                + end
                + " was expected: events are missing before it, or sent twice");
      }
      end += ahead;
    }
    moveTo(end);
  }

  /**
   * The server says where it stands: at the end of the last event, or further on when it left out
   * groups.
   *
   * @param offset its offset
   * @param wrapped whether the offset is given modulo 2^32
   */
  void heartbeat(String name, long offset, boolean wrapped) throws StreamCorruptedException {
    if (!name.equals(file)) {
      throw new StreamCorruptedException(
          "a heartbeat says that the server is in " + name + " while it sends " + file);
    }
    long ahead = offset - position.offset();
    if (wrapped) {
      ahead &= MODULUS - 1;
    }
    if (ahead != 0 && (ahead < 0 || !holesAllowed)) {
      throw new StreamCorruptedException(
          "the server says that it stands at "
              + offset
              + " of "
              + file
              + " although the last event ended at "
              + position.offset());
    }
    moveTo(position.offset() + ahead);
  }

  private void moveTo(long offset) {
    position = new Position(position.file(), position.created(), offset);
  }

  private static long fileNumber(String name) throws StreamCorruptedException {
    String digits = name.substring(name.lastIndexOf('.') + 1);
    if (!FILE_NUMBER.matcher(digits).matches()) {
      throw new StreamCorruptedException("\"" + name + "\" is no name of a binlog file");
    }
    return Long.parseLong(digits);
  }
}
