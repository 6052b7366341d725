package io.tributary.source.transaction;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;

/**
 * Follows the positions of the events: inside a transaction each begins where the one before ended,
 * and between transactions too, unless the server leaves out what the reader has (hazard 33).
 */
final class EventCursor {
  private final boolean gapsBetweenTransactions;

  /** The file that the next event must stand in; null when not known. */
  private String file;

  private long offset;
  private long previousStart = -1;

  /**
   * @param gapsBetweenTransactions whether the server was asked to leave out transactions
   */
  EventCursor(boolean gapsBetweenTransactions) {
    this.gapsBetweenTransactions = gapsBetweenTransactions;
  }

  /** What follows begins here. */
  void expect(String nextFile, long nextOffset) {
    file = nextFile;
    offset = nextOffset;
    previousStart = -1;
  }

  /**
   * Moves over an event.
   *
   * @param inTransaction whether a transaction was open before it
   * @return null when the event is where it must be, else a sentence that says where it was
   *     expected
   */
  String advance(BinlogEvent event, boolean inTransaction) {
    EventHeader header = event.header();
    if (header.artificial()) {
      if (event instanceof BinlogEvent.Heartbeat && !inTransaction) {
        moveForward(header);
      }
      return null;
    }
    Position start = header.start();
    if (file != null && !follows(header, start, inTransaction)) {
      return "the event begins at "
          + header.file()
          + ":"
          + start.offset()
          + ", but "
          + file
          + ":"
          + offset
          + (inTransaction ? " inside the transaction" : "")
          + " was expected: events are missing or came twice";
    }
    file = header.file();
    offset = header.end().offset();
    previousStart = start.offset();
    return null;
  }

  private boolean follows(EventHeader header, Position start, boolean inTransaction) {
    if (!header.file().equals(file)) {
      return false;
    }
    if (start.offset() == offset) {
      return true;
    }
    // Events of one compressed payload all have the payload's place.
    boolean samePayload = start.offset() == previousStart && header.end().offset() == offset;
    return samePayload || !inTransaction && gapsBetweenTransactions && start.offset() > offset;
  }

  private void moveForward(EventHeader header) {
    if (header.file().equals(file) && header.end().offset() > offset) {
      expect(header.file(), header.end().offset());
    }
  }
}
