package io.tributary.benchmark;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topics of one broker. Thread-safe. */
final class Topics implements AutoCloseable {
  private final Admin admin;

  Topics(String bootstrap) {
    this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap));
  }

  void create(String topic, int partitions) throws ExecutionException, InterruptedException {
    admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
  }

  void delete(String topic) throws ExecutionException, InterruptedException {
    admin.deleteTopics(List.of(topic)).all().get();
  }

  /** The ends of all partitions together, as a reader of committed records sees them; 0 without. */
  long end(String topic, int partitions) throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked =
        IntStream.range(0, partitions)
            .boxed()
            .collect(
                Collectors.toMap(
                    number -> new TopicPartition(topic, number), number -> OffsetSpec.latest()));
    try {
      return admin
          .listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
          .all()
          .get()
          .values()
          .stream()
          .mapToLong(info -> info.offset())
          .sum();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
