package io.tributary.source.offset;

import io.tributary.format.model.Position;

/**
 * A transaction boundary that the source can go on from, with nothing lost and nothing twice.
 *
 * @param file name of the binlog file that the boundary lies in
 * @param position the boundary; everything at or before it has been emitted
 * @param executed GTID set of all that was passed, without transactions that are prepared and still
 *     open; null where the server has no GTIDs
 * @param readFromFile name of the file to read from: before {@code file} while an XA transaction
 *     that was prepared there is still open, else the same
 * @param readFrom where to read from: the beginning of the oldest open prepare, else {@code
 *     position}
 * @param readAfter MariaDB only: the GTID list of all before {@code readFrom}, from which another
 *     server sends the open prepares again, as a list cannot leave them out of {@code executed};
 *     null when there are none, or it is not known
 */
public record ResumePoint(
    String file,
    Position position,
    String executed,
    String readFromFile,
    Position readFrom,
    String readAfter) {

  /** A point whose GTID set leaves out what is prepared and still open. */
  public ResumePoint(
      String file, Position position, String executed, String readFromFile, Position readFrom) {
    this(file, position, executed, readFromFile, readFrom, null);
  }

  /** The GTID set to ask a server by, so that it sends all that is still needed. */
  public String gtidsToReadAfter() {
    return readAfter == null ? executed : readAfter;
  }
}
