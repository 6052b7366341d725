package io.tributary.sink.checkpoint;

/**
 * Names one checkpoint row.
 *
 * @param connector name of the sink connector: renaming it begins with empty checkpoints
 * @param topic Kafka topic
 * @param partition Kafka partition
 */
public record CheckpointKey(String connector, String topic, int partition) {
  /** {@code topic-partition}, as messages name it. */
  public String topicPartition() {
    return topic + "-" + partition;
  }
}
