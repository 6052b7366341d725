package io.tributary.format.model;

/**
 * Marks a record without changes that says how far its source has come.
 *
 * @param watermarkMicros everything that the source committed before this time (server's clock,
 *     microseconds since the epoch) is at or before the record's position; 0 when not yet known
 */
public record Heartbeat(long watermarkMicros) {}
