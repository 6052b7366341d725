package io.tributary.sink;

import io.tributary.sink.writer.Delivery;
import io.tributary.sink.writer.PartitionWriter;
import java.util.ArrayList;
import java.util.List;
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
  private final TopicPartition partition;
  private final PartitionWriter writer;
  private final SinkTaskContext context;
  private final ErrantRecordReporter reporter;
  private boolean paused;
  private boolean seekIssued;
  private boolean lossNoticed;
  private List<Future<Void>> reports = List.of();

  /**
   * @param reporter null when there is no dead letter queue
   */
  AssignedPartition(
      TopicPartition partition,
      PartitionWriter writer,
      SinkTaskContext context,
      ErrantRecordReporter reporter) {
    this.partition = partition;
    this.writer = writer;
    this.context = context;
    this.reporter = reporter;
  }

  /** Pauses the partition and lets the writer take the fence. */
  void open() {
    pause();
    writer.start();
  }

  /** At the beginning of a put, before its records are offered. */
  void beforeRecords() {
    Throwable failure = writer.failure();
    if (failure != null) {
      throw new ConnectException(failure.getMessage(), failure);
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

  /** Whether records are taken: others need not even be read. */
  boolean takes() {
    return writer.live();
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

  void beginClose() {
    writer.beginClose();
  }

  void close() {
    writer.close();
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
      context.pause(partition);
    }
  }

  private void resume() {
    if (paused) {
      paused = false;
      context.resume(partition);
    }
  }
}
