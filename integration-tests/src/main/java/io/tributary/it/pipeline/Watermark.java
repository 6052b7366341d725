package io.tributary.it.pipeline;

import io.tributary.it.environment.Target;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How far each source has come in the target, as the sink's metadata tables tell it. */
public final class Watermark {
  private final Target target;
  private final String sql;
  private final String sink;
  private final String topic;

  /**
   * @param metadataDatabase the sink's {@code metadata.database}
   * @param sink the sink connector's name
   */
  public Watermark(Target target, String metadataDatabase, String sink, String topic) {
    this.target = target;
    this.sink = sink;
    this.topic = topic;
    this.sql =
        """
        SELECT p.source, p.file, p.file_offset, c.partitions, p.watermark_micros, p.history
        FROM %1$s.source_position p JOIN %1$s.checkpoint c
          USING (connector, topic, kafka_partition)
        WHERE connector = ? AND topic = ?"""
            .formatted(metadataDatabase);
  }

  /**
   * The lowest position over the partitions, and whether all of them have one.
   *
   * @param history the binlog history that the positions belong to; empty when several
   */
  private record Progress(
      long file, long offset, int seen, int partitions, long micros, String history) {
    Progress with(Progress other) {
      boolean lower = other.file < file || (other.file == file && other.offset < offset);
      return new Progress(
          lower ? other.file : file,
          lower ? other.offset : offset,
          seen + other.seen,
          Math.max(partitions, other.partitions),
          Math.min(micros, other.micros),
          history.equals(other.history) ? history : "");
    }

    boolean complete() {
      return seen == partitions;
    }
  }

  /** Whether everything of a source up to a position is in the target; false while it is down. */
  public boolean reached(String source, BinlogPosition end) {
    try {
      Progress progress = bySource().get(source);
      return progress != null
          && progress.complete()
          && (progress.file() > end.fileNumber()
              || (progress.file() == end.fileNumber() && progress.offset() >= end.offset()));
    } catch (SQLException e) {
      return false;
    }
  }

  /** The same, in a history ({@code <server UUID>/<log base name>}) and no other. */
  public boolean reached(String source, String history, BinlogPosition end) {
    try {
      Progress progress = bySource().get(source);
      return progress != null && progress.history().equals(history) && reached(source, end);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Positions of all sources, for people. */
  public String describe() {
    try {
      return bySource().entrySet().stream()
          .map(entry -> entry.getKey() + " at " + describe(entry.getValue()))
          .collect(Collectors.joining(", "));
    } catch (SQLException e) {
      return "unknown (" + e.getMessage() + ")";
    }
  }

  private static String describe(Progress progress) {
    if (!progress.complete()) {
      return "its beginning (%d of %d partitions)"
          .formatted(progress.seen(), progress.partitions());
    }
    if (progress.micros() == 0) {
      return progress.file() + ":" + progress.offset();
    }
    long lagMs = Math.max(0, System.currentTimeMillis() - progress.micros() / 1000);
    return "%d:%d, %d.%d s behind at most"
        .formatted(progress.file(), progress.offset(), lagMs / 1000, lagMs % 1000 / 100);
  }

  private Map<String, Progress> bySource() throws SQLException {
    Map<String, Progress> progress = new TreeMap<>();
    try (Connection connection = target.connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, sink);
      statement.setString(2, topic);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Progress one =
              new Progress(
                  rows.getLong(2),
                  rows.getLong(3),
                  1,
                  rows.getInt(4),
                  rows.getLong(5),
                  rows.getString(6));
          progress.merge(rows.getString(1), one, Progress::with);
        }
      }
    }
    return progress;
  }
}
