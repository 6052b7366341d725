package io.tributary.format.model;

import java.util.List;

/**
 * Everything that one transaction did to one partition, or a fragment of it, or a heartbeat.
 *
 * @param origin who wrote it
 * @param commit the commit that made it visible
 * @param slice which part of the transaction it is
 * @param executed GTID set that the source had passed with this record; in heartbeats and in the
 *     first record of a partition after a start, else null; null where the server has no GTIDs
 * @param heartbeat present in heartbeats only, else null
 * @param tables the tables that the changes refer to; empty in heartbeats
 * @param changes the changes in the order of the binlog; empty in heartbeats
 */
public record TransactionRecord(
    Origin origin,
    Commit commit,
    Slice slice,
    String executed,
    Heartbeat heartbeat,
    List<TableDescriptor> tables,
    List<Change> changes) {
  public TransactionRecord {
    tables = List.copyOf(tables);
    changes = List.copyOf(changes);
  }
}
