package io.tributary.sink;

import io.tributary.format.codec.RecordDecoder;
import io.tributary.format.codec.RecordFormatException;
import io.tributary.metrics.Metric;
import io.tributary.metrics.MetricRegistry;
import io.tributary.sink.ownership.OwnershipMetrics;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.Delivery;
import io.tributary.sink.writer.PartitionWriter;
import io.tributary.sink.writer.WriterParts;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Hands the records of the assigned partitions to their writers. Never waits for the target: what
 * writers want of the consumer is done in {@link #put}, which is called again soon.
 */
public final class TiDbSinkTask extends SinkTask {
  /** How soon put is called again while a writer waits for something, in milliseconds. */
  private static final long WAITING_TIMEOUT_MS = 50;

  /** The same when all is well: a failure of a writer is noticed that soon. */
  private static final long IDLE_TIMEOUT_MS = 500;

  /** How long writers that end together are waited for after their connections were ended. */
  private static final long CLOSE_TIMEOUT_MS = 5_000;

  private final RecordDecoder decoder = new RecordDecoder();
  private final Map<TopicPartition, AssignedPartition> assigned = new LinkedHashMap<>();
  private final BiFunction<SinkConfig, OwnershipMetrics, WriterParts> partsOf;
  private SinkConfig config;
  private MetricRegistry registry;
  private MetricRegistry.Shown shown = () -> {};
  private volatile long partitions;
  private ErrantRecordReporter reporter;

  /** As Connect makes it. */
  public TiDbSinkTask() {
    this(SinkConfig::parts);
  }

  TiDbSinkTask(BiFunction<SinkConfig, OwnershipMetrics, WriterParts> partsOf) {
    this.partsOf = partsOf;
  }

  @Override
  public String version() {
    return Version.current();
  }

  @Override
  public void start(Map<String, String> props) {
    boolean deadLetters = FrameworkRules.deadLetters(props);
    reporter = deadLetters ? context.errantRecordReporter() : null;
    config = SinkConfig.of(props, reporter != null);
    registry =
        MetricRegistry.of(
            SinkTaskContext.class,
            context,
            config.connector(),
            props.getOrDefault(SinkConfig.TASK, "0"));
    shown = registry.show(Map.of(), metrics());
  }

  /** What is shown for the task as a whole. */
  List<Metric> metrics() {
    return List.of(
        new Metric(
            "partitions",
            "partitions",
            "Partitions that this task has; each has metrics of its own.",
            () -> partitions));
  }

  @Override
  public void open(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      OwnershipMetrics ownership = new OwnershipMetrics();
      WriterParts parts = partsOf.apply(config, ownership);
      PartitionWriter writer =
          new PartitionWriter(
              config.key(partition.topic(), partition.partition()), config.writing(), parts);
      AssignedPartition opened =
          new AssignedPartition(
              config.connector(), partition, writer, context, reporter, parts.clock());
      assigned.put(partition, opened);
      opened.open(registry, ownership.metrics());
    }
    this.partitions = assigned.size();
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    assigned.values().forEach(AssignedPartition::beforeRecords);
    for (SinkRecord record : records) {
      AssignedPartition partition =
          assigned.get(new TopicPartition(record.originalTopic(), record.originalKafkaPartition()));
      if (partition != null && partition.takes()) {
        partition.offer(delivery(record));
      }
    }
    assigned.values().forEach(AssignedPartition::afterRecords);
    boolean waiting = assigned.values().stream().anyMatch(AssignedPartition::waiting);
    context.timeout(waiting ? WAITING_TIMEOUT_MS : IDLE_TIMEOUT_MS);
  }

  private Delivery delivery(SinkRecord record) {
    try {
      byte[] value = bytes(record.value());
      return new Delivery(
          record.originalKafkaOffset(),
          value == null ? 0 : value.length,
          decoder.decode(value),
          reporter == null ? null : record);
    } catch (RecordFormatException e) {
      return Delivery.unreadable(
          record.originalKafkaOffset(),
          new ApplyException(
              ApplyException.Kind.FATAL,
              "cannot read "
                  + record.originalTopic()
                  + "-"
                  + record.originalKafkaPartition()
                  + "@"
                  + record.originalKafkaOffset()
                  + ": "
                  + e.getMessage()
                  + ". To go on behind it, alter the connector's offsets",
              e));
    }
  }

  private static byte[] bytes(Object value) throws RecordFormatException {
    if (value == null || value instanceof byte[]) {
      return (byte[]) value;
    }
    throw new RecordFormatException(
        "the value is a "
            + value.getClass().getSimpleName()
            + ", not bytes: set value.converter="
            + FrameworkRules.BYTE_ARRAY_CONVERTER
            + " and take transforms that change values out");
  }

  /** Only what is in the target may be committed. */
  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    Map<TopicPartition, OffsetAndMetadata> durable = new HashMap<>();
    assigned.forEach(
        (partition, state) -> {
          OptionalLong offset = state.durableOffset();
          if (offset.isPresent()) {
            durable.put(partition, new OffsetAndMetadata(offset.getAsLong()));
          }
        });
    return durable;
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    end(partitions.stream().map(assigned::remove).filter(Objects::nonNull).toList());
    this.partitions = assigned.size();
  }

  /** Ends writers side by side, all within one bound: a rebalance waits for this. */
  private static void end(Collection<AssignedPartition> closed) {
    closed.forEach(AssignedPartition::beginClose);
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_TIMEOUT_MS);
    closed.forEach(partition -> partition.close(untilNanos));
  }

  @Override
  public void stop() {
    end(assigned.values());
    assigned.clear();
    partitions = 0;
    shown.close();
  }
}
