package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import io.tributary.source.schema.ColumnList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A source server as far as it is asked by SQL: what it is, and where its binlog stands. Not
 * thread-safe, but {@link #close()} may come from any thread and ends a call that is under way.
 */
public interface SourceServer extends AutoCloseable {
  /** What the server says of itself. */
  ServerFacts facts() throws SourceServerException;

  /** Where the binlog ends now. */
  BinlogEnd end() throws SourceServerException;

  /** The server's time, then where the binlog ends: all that was committed before is before it. */
  TimedEnd timedEnd() throws SourceServerException;

  /** Names of the binlog files that the server still has, oldest first. */
  List<String> files() throws SourceServerException;

  /** Sizes of those files in bytes, by name. */
  Map<String, Long> fileBytes() throws SourceServerException;

  /**
   * XA branches that are prepared now, in the server's notation; empty, too, when the user may not
   * see them.
   */
  List<String> preparedBranches() throws SourceServerException;

  /**
   * Foreign keys by which a change of one table changes rows of another. Only those of tables that
   * the user has a privilege on: without SELECT on a table its keys are not seen.
   */
  List<CascadingKey> cascadingKeys() throws SourceServerException;

  /** All tables that the user sees, without the server's own. May take long. */
  List<ListedTable> tables() throws SourceServerException;

  /** After how many seconds binlog files are removed; empty when they are kept until told. */
  OptionalLong retentionSeconds() throws SourceServerException;

  /** The columns of a table as they are now; empty when the user sees no such table. */
  Optional<ColumnList> columnList(TableName table) throws SourceServerException;

  /** Which GTIDs of a set the server never executed, empty when it has them all. */
  String notExecuted(String gtids) throws SourceServerException;

  /** Which GTIDs outside a set the server has purged, empty when it can send all that is left. */
  String purgedBeyond(String gtids) throws SourceServerException;

  @Override
  void close();

  /** Opens connections to servers. */
  @FunctionalInterface
  interface Factory {
    /** Connects; the caller closes. */
    SourceServer open(DatabaseSettings settings) throws SourceServerException;
  }

  /**
   * Where a binlog ends.
   *
   * @param file name of the newest file
   * @param offset end of the last event in it
   * @param executed GTIDs that the server has executed, read at nearly the same time; null without
   *     GTIDs, and where the server does not say
   */
  record BinlogEnd(String file, long offset, String executed) {}

  /**
   * A time and a place that everything committed before it stands before.
   *
   * @param micros server's clock, microseconds since the epoch
   * @param end read after the time
   */
  record TimedEnd(long micros, BinlogEnd end) {}
}
