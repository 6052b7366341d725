package io.tributary.it.chaos.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the target's own log, as {@code mysqlbinlog -v} prints it, and finds what a task wrote
 * after it had lost its partition: every transaction that touches the replicated tables must move a
 * checkpoint, and its epoch must be the highest that the log has shown for that partition.
 *
 * <p>Used by one thread.
 */
public final class FenceLog {
  private static final Pattern ROW =
      Pattern.compile("### (INSERT INTO|UPDATE|DELETE FROM) `(.+)`\\.`(.+)`");
  private static final Pattern COLUMN = Pattern.compile("###   @(\\d+)=(.*?)(?: /\\*.*)?");

  /** Numbers of the columns of {@code checkpoint}. */
  private static final int PARTITION = 3;

  private static final int EPOCH = 4;

  private final String schema;
  private final String metadataDatabase;
  private final Map<String, Long> highest = new HashMap<>();
  private final List<String> fenced = new ArrayList<>();
  private final Map<String, Long> moved = new HashMap<>();
  private final Map<Integer, String> columns = new HashMap<>();
  private boolean touches;
  private boolean ofCheckpoint;
  private long transactions;

  /**
   * @param schema of the replicated tables
   * @param metadataDatabase of the sink
   */
  public FenceLog(String schema, String metadataDatabase) {
    this.schema = schema;
    this.metadataDatabase = metadataDatabase;
  }

  /** Takes the next line of the log. */
  public void line(String line) {
    if (line.startsWith("###   @")) {
      Matcher column = COLUMN.matcher(line);
      if (ofCheckpoint && column.matches()) {
        columns.put(Integer.parseInt(column.group(1)), column.group(2));
      }
      return;
    }
    if (line.equals("### SET") || line.equals("### WHERE")) {
      return;
    }
    endRow();
    Matcher row = ROW.matcher(line);
    if (row.matches()) {
      touches |= row.group(2).equals(schema);
      ofCheckpoint =
          row.group(2).equals(metadataDatabase)
              && row.group(3).equals("checkpoint")
              && !row.group(1).startsWith("DELETE");
    } else if (line.startsWith("COMMIT")) {
      endTransaction(line);
    } else if (line.startsWith("BEGIN") || line.startsWith("ROLLBACK")) {
      moved.clear();
      touches = false;
    }
  }

  /** An update prints its row before and after: the later values stand. */
  private void endRow() {
    if (ofCheckpoint && columns.containsKey(EPOCH)) {
      moved.put(columns.get(PARTITION), Long.parseLong(columns.get(EPOCH)));
    }
    columns.clear();
    ofCheckpoint = false;
  }

  private void endTransaction(String line) {
    if (touches) {
      transactions++;
      if (moved.isEmpty()) {
        fenced.add("a transaction without a checkpoint: " + line);
      }
    }
    moved.forEach(
        (partition, epoch) -> {
          long before = highest.getOrDefault(partition, 0L);
          if (epoch < before) {
            fenced.add(
                "partition %s written in epoch %d after epoch %d"
                    .formatted(partition, epoch, before));
          }
          highest.put(partition, Math.max(before, epoch));
        });
    moved.clear();
    touches = false;
  }

  /** Transactions that wrote replicated tables. */
  public long transactions() {
    return transactions;
  }

  /** Highest epoch of each partition added up: how often a partition was taken over. */
  public long takeovers() {
    return highest.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What tasks wrote that had lost their partition. */
  public List<String> fenced() {
    return List.copyOf(fenced);
  }
}
