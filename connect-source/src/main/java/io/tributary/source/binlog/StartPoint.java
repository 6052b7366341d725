package io.tributary.source.binlog;

/** Where a connection begins to read. */
public sealed interface StartPoint {
  /**
   * At an event boundary of a file.
   *
   * @param file binlog file name
   * @param offset byte offset, 4 for its beginning; below 2^32, the protocol's bound
   */
  record InFile(String file, long offset) implements StartPoint {
    @Override
    public String toString() {
      return file + ":" + offset;
    }
  }

  /**
   * After everything in a GTID set: the server sends what the set does not hold.
   *
   * @param set GTID set in the server's notation, possibly empty
   */
  record AfterGtids(String set) implements StartPoint {
    @Override
    public String toString() {
      return "what is not in the GTID set \"" + set + "\"";
    }
  }
}
