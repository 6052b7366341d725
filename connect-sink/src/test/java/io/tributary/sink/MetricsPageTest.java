package io.tributary.sink;

import io.tributary.docs.MetricsPage;
import io.tributary.metrics.Metric;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.ownership.OwnershipMetrics;
import io.tributary.sink.writer.FakeTarget;
import io.tributary.sink.writer.GapPolicy;
import io.tributary.sink.writer.PartitionWriter;
import io.tributary.sink.writer.WriterSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Binds docs/metrics.md to what the sink shows. */
class MetricsPageTest {
  @Test
  void pageNamesWhatTheTaskShows() throws IOException {
    MetricsPage.check("sink task", new TiDbSinkTask().metrics());
  }

  @Test
  void pageNamesWhatAPartitionShows() throws IOException {
    FakeTarget target = new FakeTarget();
    Clock clock = Clock.systemUTC();
    PartitionWriter writer =
        new PartitionWriter(
            new CheckpointKey("sink", "topic", 0),
            new WriterSettings(1, 1, 0, 1, 1, 1, GapPolicy.FAIL, false),
            target.parts(clock));
    AssignedPartition partition =
        new AssignedPartition(
            "sink", new TopicPartition("topic", 0), writer, new FakeTaskContext(), null, clock);
    List<Metric> metrics = partition.metrics();
    metrics.addAll(new OwnershipMetrics().metrics());
    MetricsPage.check("sink partition", metrics);
  }
}
