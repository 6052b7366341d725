package io.tributary.it.pipeline;

import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How far each source has come in the target, by the one query of {@code docs/watermark.md}: it is
 * read from there, so that what users run is what is tested.
 */
public final class Watermark {
  private static final Pattern QUERY =
      Pattern.compile("(?s)```sql\\n(SELECT connector, .*?);\\n```");

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
        "SELECT source, history, file, file_offset, watermark_micros, partitions_seen, partitions FROM ("
            + documented().replace("tributary.", metadataDatabase + ".")
            + ") AS documented WHERE connector = ? AND topic = ? ORDER BY source";
  }

  private static String documented() {
    Path page = ProjectFolder.find().root().resolve("docs/watermark.md");
    try {
      Matcher matcher = QUERY.matcher(Files.readString(page));
      if (!matcher.find()) {
        throw new IllegalStateException("no query in " + page);
      }
      return matcher.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row of the answer; {@code file} is null while the position cannot be said. */
  private record Progress(
      String source, String history, String file, long offset, long micros, String partitions) {
    boolean reached(BinlogPosition end, long sinceMicros) {
      if (file == null || !history.equals(end.history()) || micros < sinceMicros) {
        return false;
      }
      long number = Long.parseLong(file);
      return number > end.fileNumber() || (number == end.fileNumber() && offset >= end.offset());
    }

    @Override
    public String toString() {
      if (file == null) {
        return "%s at its beginning (%s partitions)".formatted(source, partitions);
      }
      if (micros == 0) {
        return "%s at %s:%d".formatted(source, file, offset);
      }
      long lagMs = Math.max(0, System.currentTimeMillis() - micros / 1000);
      return "%s at %s:%d, %d.%d s behind at most"
          .formatted(source, file, offset, lagMs / 1000, lagMs % 1000 / 100);
    }
  }

  /** Whether everything of a source up to a position is in the target; false while it is down. */
  public boolean reached(String source, BinlogPosition end) {
    return reached(source, end, 0);
  }

  /**
   * The same, when the watermark must have come as far as a time, too.
   *
   * @param sinceMicros by the source server's clock; 0: any
   */
  public boolean reached(String source, BinlogPosition end, long sinceMicros) {
    try {
      return progress().stream()
          .anyMatch(p -> p.source().equals(source) && p.reached(end, sinceMicros));
    } catch (SQLException e) {
      // A target that is down or has no metadata yet has not got there.
      return false;
    }
  }

  /** Positions of all sources, for people. */
  public String describe() {
    try {
      return progress().stream().map(Progress::toString).collect(Collectors.joining(", "));
    } catch (SQLException e) {
      return "not known yet (" + e.getMessage() + ")";
    }
  }

  /**
   * How far one source is, in a transaction of the caller's; empty while that cannot be said.
   *
   * @param connection to the target
   */
  public Optional<Reached> reached(Connection connection, String source) throws SQLException {
    return progress(connection).stream()
        .filter(p -> p.source().equals(source) && p.file() != null)
        .map(p -> new Reached(Long.parseLong(p.file()), p.offset(), p.micros()))
        .findFirst();
  }

  /**
   * Everything up to this is in the target.
   *
   * @param file number of the binlog file
   * @param offset bytes
   * @param micros by the source server's clock; 0: not known
   */
  public record Reached(long file, long offset, long micros) {}

  private List<Progress> progress() throws SQLException {
    try (Connection connection = target.connect()) {
      return progress(connection);
    }
  }

  private List<Progress> progress(Connection connection) throws SQLException {
    List<Progress> progress = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, sink);
      statement.setString(2, topic);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          progress.add(
              new Progress(
                  rows.getString(1),
                  rows.getString(2),
                  rows.getString(3),
                  rows.getLong(4),
                  rows.getLong(5),
                  rows.getInt(6) + " of " + rows.getInt(7)));
        }
      }
    }
    return progress;
  }
}
