package io.tributary.sink;

import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Checkpoints;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetSession;
import io.tributary.sink.tidb.TargetSessions;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Moves the checkpoints of a stopped connector when its offsets are altered or reset (hazard 22).
 *
 * <p>Connect asks the connector before it changes the consumer group's offsets, and that change may
 * still fail; so this can be done any number of times.
 */
final class OffsetAlteration {
  private final SinkConfig config;
  private final TargetSessions sessions;
  private final Checkpoints checkpoints;

  OffsetAlteration(SinkConfig config, TargetSessions sessions, Checkpoints checkpoints) {
    this.config = config;
    this.sessions = sessions;
    this.checkpoints = checkpoints;
  }

  /**
   * Moves them.
   *
   * @param offsets new offsets; null resets a partition. An empty map is a reset of a connector
   *     whose group has committed nothing yet: all its checkpoints are reset.
   */
  void apply(Map<TopicPartition, Long> offsets) throws TargetException {
    try (TargetSession session = sessions.open()) {
      checkpoints.create(session);
      Map<CheckpointKey, Long> moves = new HashMap<>();
      offsets.forEach(
          (partition, offset) ->
              moves.put(
                  config.key(partition.topic(), partition.partition()),
                  offset == null ? Fence.NO_OFFSET : offset));
      if (offsets.isEmpty()) {
        for (CheckpointKey key : checkpoints.keys(session, config.connector())) {
          moves.put(key, Fence.NO_OFFSET);
        }
      }
      session.begin();
      checkpoints.alter(session, moves);
      session.commit();
    }
  }
}
