package io.tributary.source.binlog;

import io.tributary.format.model.Position;

/**
 * What every binlog event carries.
 *
 * @param timestamp seconds since the epoch when the statement began, server's clock; 0 in
 *     artificial events
 * @param type event type code as on the wire
 * @param serverId id of the server that first wrote the event
 * @param length length of the event in bytes, header and checksum included; for an event from
 *     inside a compressed payload the length of the payload event
 * @param flags header flags; 0x80 marks an event that a reader may ignore, 0x20 an artificial one
 *     (also set here on a FORMAT_DESCRIPTION that the server repeats when reading begins inside a
 *     file, and on heartbeats)
 * @param file name of the binlog file that the event stands in
 * @param end where the event ends, with its file's number and creation time; for an event from
 *     inside a compressed payload the end of the payload event
 */
public record EventHeader(
    long timestamp, int type, long serverId, long length, int flags, String file, Position end) {
  /** Whether the server made the event up for this connection: it does not stand in the file. */
  public boolean artificial() {
    return (flags & 0x20) != 0;
  }

  /** Where the event begins; for an artificial one, which has no place in the file, its end. */
  public Position start() {
    if (artificial()) {
      return end;
    }
    return new Position(end.file(), end.created(), end.offset() - length);
  }
}
