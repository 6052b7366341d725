package io.tributary.sink;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** The context of a task, as Connect keeps it between two calls of put. */
final class FakeTaskContext implements SinkTaskContext {
  final Map<TopicPartition, Long> seeks = new HashMap<>();
  final Set<TopicPartition> paused = new HashSet<>();
  long timeoutMs = -1;

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    seeks.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition tp, long offset) {
    seeks.put(tp, offset);
  }

  @Override
  public void timeout(long ms) {
    timeoutMs = ms;
  }

  @Override
  public Set<TopicPartition> assignment() {
    return Set.of();
  }

  @Override
  public void pause(TopicPartition... partitions) {
    paused.addAll(List.of(partitions));
  }

  @Override
  public void resume(TopicPartition... partitions) {
    List.of(partitions).forEach(paused::remove);
  }

  @Override
  public void requestCommit() {}
}
