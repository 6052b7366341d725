package io.tributary.format.model;

/**
 * The commit that made a transaction visible; in a heartbeat, the last one that was passed.
 *
 * @param position end of the transaction's last event (for XA: of its XA COMMIT)
 * @param gtid GTID of the commit, null where the server has none
 * @param xa branch that was committed, null unless the transaction is an XA transaction
 * @param micros commit time in microseconds since the epoch: the server's clock, to the second
 *     where the server gives no more
 */
public record Commit(Position position, String gtid, XaId xa, long micros) {}
