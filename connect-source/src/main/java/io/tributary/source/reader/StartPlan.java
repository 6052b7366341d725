package io.tributary.source.reader;

import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.ServerFacts;

/**
 * Where a connection is to begin.
 *
 * @param facts what the server said of itself
 * @param from the boundary to go on from; its position is null when only the server's first event
 *     will tell, its GTID set null when only reading the file from its beginning will
 * @param wire what the server is asked for
 * @param gtids whether the source keeps a GTID set
 * @param continuing whether positions from before can be compared with the ones to come
 */
record StartPlan(
    ServerFacts facts, ResumePoint from, StartPoint wire, boolean gtids, boolean continuing) {}
