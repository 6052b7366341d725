package io.tributary.source.reader;

import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;

/**
 * Where a connection is to begin.
 *
 * @param history the server's history
 * @param from the boundary to go on from; its position is null when only the server's first event
 *     will tell, its GTID set null when only reading the file from its beginning will
 * @param wire what the server is asked for
 * @param gtids whether the server has GTIDs
 * @param continuing whether positions from before can be compared with the ones to come
 */
record StartPlan(
    String history, ResumePoint from, StartPoint wire, boolean gtids, boolean continuing) {}
