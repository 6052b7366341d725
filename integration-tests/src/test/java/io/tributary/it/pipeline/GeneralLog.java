package io.tributary.it.pipeline;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a MySQL target was asked from {@link #begin} on, by connection: the witness of what writers
 * did. A statement is noted when it arrives, so its lock was got, and its change made, later.
 */
final class GeneralLog implements AutoCloseable {
  private static final Pattern FENCE =
      Pattern.compile(
          "UPDATE \\S+ SET next_offset = .* kafka_partition = (\\d+) AND epoch = (\\d+) AND .*",
          Pattern.DOTALL);
  private static final Pattern RAISE =
      Pattern.compile(
          "UPDATE \\S+ SET epoch = epoch \\+ 1 WHERE .* kafka_partition = (\\d+)", Pattern.DOTALL);

  private final ReplicatedSchema schema;

  /** One statement of one connection. */
  record Statement(long connection, String sql) {
    /** Whether it is the first of a flush by the writer that took a partition with this epoch. */
    boolean isFenceOf(int partition, long epoch) {
      Matcher fence = FENCE.matcher(sql);
      return fence.matches()
          && Integer.parseInt(fence.group(1)) == partition
          && Long.parseLong(fence.group(2)) == epoch;
    }

    /** Whether it takes a partition from the writer that has it. */
    boolean raisesEpochOf(int partition) {
      Matcher raise = RAISE.matcher(sql);
      return raise.matches() && Integer.parseInt(raise.group(1)) == partition;
    }

    boolean isCommit() {
      return sql.equals("COMMIT");
    }

    /** Whether it changes rows, or makes such changes last. */
    boolean writes() {
      return sql.matches("(?s)(COMMIT|REPLACE|DELETE|INSERT|UPDATE)\\b.*");
    }
  }

  private GeneralLog(ReplicatedSchema schema) {
    this.schema = schema;
  }

  /** Of the schema's metadata database, an empty log. */
  static GeneralLog begin(ReplicatedSchema schema) throws SQLException {
    schema.target(
        "SET GLOBAL log_output = 'TABLE'",
        "TRUNCATE TABLE mysql.general_log",
        "SET GLOBAL general_log = ON");
    return new GeneralLog(schema);
  }

  /** All statements in the order of their arrival. */
  List<Statement> statements() throws SQLException {
    List<Statement> statements = new ArrayList<>();
    // The table has neither a key nor an order but that of its lines.
    List<String> lines =
        schema.targetColumn(
            "SELECT CONCAT(thread_id, ' ', CONVERT(argument USING utf8mb4)) FROM"
                + " mysql.general_log WHERE command_type = 'Query'");
    for (String line : lines) {
      int space = line.indexOf(' ');
      statements.add(
          new Statement(Long.parseLong(line.substring(0, space)), line.substring(space + 1)));
    }
    return statements;
  }

  /**
   * Connections on which a writer of this epoch flushed, each with the number of its last
   * statement.
   */
  static Map<Long, Integer> connectionsOf(List<Statement> log, int partition, long epoch) {
    Map<Long, Integer> last = new TreeMap<>();
    for (Statement statement : log) {
      if (statement.isFenceOf(partition, epoch)) {
        last.put(statement.connection(), 0);
      }
    }
    for (int i = 0; i < log.size(); i++) {
      int number = i;
      last.computeIfPresent(log.get(i).connection(), (connection, before) -> number);
    }
    return last;
  }

  @Override
  public void close() throws SQLException {
    schema.target(
        "SET GLOBAL general_log = OFF",
        "SET GLOBAL log_output = 'FILE'",
        "TRUNCATE TABLE mysql.general_log");
  }
}
