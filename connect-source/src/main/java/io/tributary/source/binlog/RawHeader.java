package io.tributary.source.binlog;

import java.io.StreamCorruptedException;

/**
 * The 19 bytes that every event begins with (binlog version 4, MySQL's {@code binlog_event.h}).
 *
 * @param timestamp seconds since the epoch
 * @param type event type code
 * @param serverId server that wrote the event first
 * @param length length of the whole event
 * @param logPos end of the event in its file modulo 2^32; 0 when it has no place there
 * @param flags header flags
 */
record RawHeader(long timestamp, int type, long serverId, long length, long logPos, int flags) {
  static final int BYTES = 19;

  static final int IGNORABLE_FLAG = 0x80;
  private static final int ARTIFICIAL_FLAG = 0x20;

  static RawHeader read(ByteCursor bytes) throws StreamCorruptedException {
    long timestamp = bytes.number(4);
    int type = bytes.octet();
    long serverId = bytes.number(4);
    long length = bytes.number(4);
    long logPos = bytes.number(4);
    return new RawHeader(timestamp, type, serverId, length, logPos, (int) bytes.number(2));
  }

  /** Whether the server made the event up for this connection. */
  boolean artificial() {
    return (flags & ARTIFICIAL_FLAG) != 0
        || type == EventType.HEARTBEAT
        || type == EventType.HEARTBEAT_V2
        || (type == EventType.FORMAT_DESCRIPTION && logPos == 0);
  }

  /** The flags, with the one for artificial events set on all of them. */
  int markedFlags() {
    return artificial() ? flags | ARTIFICIAL_FLAG : flags;
  }
}
