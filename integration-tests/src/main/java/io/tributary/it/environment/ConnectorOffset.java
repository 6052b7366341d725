package io.tributary.it.environment;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One entry of a connector's offsets.
 *
 * @param partition source: what its task calls a partition; sink: {@code kafka_topic}, {@code
 *     kafka_partition}
 * @param offset source: the task's own fields; sink: {@code kafka_offset}; JSON null resets this
 *     partition
 */
public record ConnectorOffset(JsonNode partition, JsonNode offset) {
  /** The offset that a sink is to read next from a partition of a topic. */
  public static ConnectorOffset sink(String topic, int partition, long offset) {
    return new ConnectorOffset(
        JsonHttp.object().put("kafka_topic", topic).put("kafka_partition", partition),
        JsonHttp.object().put("kafka_offset", offset));
  }
}
