package io.tributary.sink.writer;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Checkpoints;
import io.tributary.sink.checkpoint.Checkpoints.AffinityKey;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Holds all sources of a topic to one affinity rule per target table (hazard 1): two that chose
 * partitions differently would write one key in two of them. The rule of the first record counts.
 *
 * <p>Belongs to the writer's thread.
 */
final class AffinityRules {
  private final CheckpointKey key;
  private final Checkpoints checkpoints;
  private final Map<TableName, AffinityRule> known = new HashMap<>();

  AffinityRules(CheckpointKey key, Checkpoints checkpoints) {
    this.key = key;
    this.checkpoints = checkpoints;
  }

  /** Stops when a table of the record has another rule than the stored one. */
  void check(TargetTransaction session, TransactionRecord record)
      throws TargetException, ApplyException {
    for (TableDescriptor table : record.tables()) {
      AffinityRule rule = table.affinity();
      if (rule.equals(known.get(table.target()))) {
        continue;
      }
      String text = text(rule);
      String stored =
          checkpoints.affinity(
              session,
              new AffinityKey(key.connector(), key.topic(), table.target().toString()),
              text);
      if (!stored.equals(text)) {
        throw new ApplyException(
            ApplyException.Kind.FATAL,
            "table "
                + table.source()
                + " spreads the rows of target table "
                + table.target()
                + " by ["
                + text
                + "], but the rule of this topic is ["
                + stored
                + "]: one key would be written in two partitions. Give all sources of the topic the"
                + " same affinity.keys for this table; the rule itself changes only on a drained"
                + " topic (docs/watermark.md)");
      }
      known.put(table.target(), rule);
    }
  }

  /** The rule as it is stored and shown. */
  static String text(AffinityRule rule) {
    String columns =
        rule.columns().isEmpty()
            ? "whole table"
            : rule.columns().stream()
                .map(column -> "`" + column.name().replace("`", "``") + "` " + column.fold())
                .collect(Collectors.joining(", "));
    return columns + "; folding " + rule.folding() + "; partitions " + rule.partitions();
  }
}
