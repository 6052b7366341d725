package io.tributary.sink;

import io.tributary.metrics.Metric;
import io.tributary.metrics.MetricRegistry;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.writer.ApplyException;
import io.tributary.sink.writer.Delivery;
import io.tributary.sink.writer.PartitionWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * A partition that the task owns and its writer: carries out what the writer wishes of the
 * consumer. For the task's thread only.
 */
final class AssignedPartition {
  private final String connector;
  private final TopicPartition partition;
  private final PartitionWriter writer;
  private final SinkTaskContext context;
  private final ErrantRecordReporter reporter;
  private final PauseCounts pauses;
  private MetricRegistry.Shown shown = () -> {};
  private boolean paused;
  private boolean seekIssued;
  private boolean lossNoticed;
  private List<Future<Void>> reports = List.of();

  /**
   * @param connector its name, for messages
   * @param reporter null when there is no dead letter queue
   * @param clock time for what is measured
   */
  AssignedPartition(
      String connector,
      TopicPartition partition,
      PartitionWriter writer,
      SinkTaskContext context,
      ErrantRecordReporter reporter,
      Clock clock) {
    this.connector = connector;
    this.partition = partition;
    this.writer = writer;
    this.context = context;
    this.reporter = reporter;
    this.pauses = new PauseCounts(clock);
  }

  /**
   * Pauses the partition and lets the writer take the fence.
   *
   * @param registry where what is counted is shown until the end
   * @param more what others count for this partition
   */
  void open(MetricRegistry registry, List<Metric> more) {
    pause();
    writer.start();
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("topic", partition.topic());
    tags.put("partition", String.valueOf(partition.partition()));
    List<Metric> metrics = metrics();
    metrics.addAll(more);
    shown = registry.show(tags, metrics);
  }

  /** What the partition and its writer count. */
  List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>(writer.metrics());
    metrics.addAll(pauses.metrics());
    return metrics;
  }

  /** At the beginning of a put, before its records are offered. */
  void beforeRecords() {
    Throwable failure = writer.failure();
    if (failure != null) {
      // What a server said stands in the message; Connect would print it again for each cause. The
      // writer has logged them.
      boolean told = failure instanceof ApplyException || failure instanceof TargetException;
      throw new ConnectException(
          "sink connector " + connector + ": " + failure.getMessage(), told ? null : failure);
    }
    if (seekIssued) {
      // Connect seeks before it polls again, so that this put has records from there on only.
      seekIssued = false;
      writer.seekAnswered();
    }
    if (writer.fenceLost()) {
      pause();
      if (lossNoticed) {
        // A poll lies between that put and this one: the partition is still this task's.
        lossNoticed = false;
        writer.takeFenceAgain();
      } else {
        lossNoticed = true;
      }
    }
  }

  /** Whether records are taken: others need not even be read, and count as dropped here. */
  boolean takes() {
    boolean live = writer.live();
    if (!live) {
      writer.drop();
    }
    return live;
  }

  void offer(Delivery delivery) {
    writer.offer(delivery);
  }

  /** At the end of a put. */
  void afterRecords() {
    if (writer.wantsSeek() && !seekIssued) {
      OptionalLong offset = writer.seekOffset();
      if (offset.isPresent()) {
        context.offset(partition, offset.getAsLong());
      }
      seekIssued = true;
      resume();
    } else if (writer.live() && writer.full()) {
      pause();
    } else if (writer.live() && writer.hasRoom()) {
      resume();
    }
    deadLetters();
  }

  /** Whether the next put should come soon, even without records. */
  boolean waiting() {
    return paused || seekIssued || !writer.live() || !reports.isEmpty();
  }

  /** Kafka offset that may be committed. */
  OptionalLong durableOffset() {
    return seekIssued ? OptionalLong.empty() : writer.durableOffset();
  }

  /** Tells the writer to end, without waiting. */
  void beginClose() {
    writer.beginClose();
  }

  /**
   * Waits for the writer's end.
   *
   * @param untilNanos {@link System#nanoTime} at which waiting ends
   */
  void close(long untilNanos) {
    shown.close();
    writer.close(untilNanos);
  }

  private void deadLetters() {
    if (reports.isEmpty()) {
      List<Object> originals = writer.deadLetterOriginals();
      if (originals.isEmpty()) {
        return;
      }
      Exception error = writer.deadLetterError();
      List<Future<Void>> issued = new ArrayList<>();
      for (Object original : originals) {
        issued.add(reporter.report((SinkRecord) original, error));
      }
      reports = issued;
    }
    if (reports.stream().allMatch(Future::isDone)) {
      requireReported();
      reports = List.of();
      writer.deadLettered();
    }
  }

  private void requireReported() {
    for (Future<Void> report : reports) {
      try {
        report.get();
      } catch (ExecutionException e) {
        throw new ConnectException(
            "a record of "
                + partition
                + " could not be written to the dead letter queue: "
                + e.getCause().getMessage(),
            e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ConnectException("interrupted", e);
      }
    }
  }

  private void pause() {
    if (!paused) {
      paused = true;
      pauses.paused();
      context.pause(partition);
    }
  }

  private void resume() {
    if (paused) {
      paused = false;
      pauses.resumed();
      context.resume(partition);
    }
  }
}
