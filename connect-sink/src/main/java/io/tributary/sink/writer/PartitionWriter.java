package io.tributary.sink.writer;

import io.tributary.metrics.Metric;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Fence;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one partition: one thread, one connection, one checkpoint row.
 *
 * <p>The methods here are the task's side and never wait for the target, except {@link #close},
 * whose wait is bounded. Thread-safe for one task thread beside the writer's own.
 */
public final class PartitionWriter {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionWriter.class);

  private final CheckpointKey key;
  private final WriterSettings settings;
  private final Mailbox mailbox = new Mailbox();
  private final Connections connections;
  private final WriterLoop loop;
  private final Thread thread;
  private final WriterMetrics metrics;
  private final AtomicLong dropped = new AtomicLong();

  /** Kafka offset behind the last record that was taken. */
  private volatile long takenOffset = Fence.NO_OFFSET;

  /**
   * @param key the partition's checkpoint
   * @param settings how it works
   * @param parts what it works with
   */
  public PartitionWriter(CheckpointKey key, WriterSettings settings, WriterParts parts) {
    this.key = key;
    this.settings = settings;
    this.metrics = parts.metrics();
    this.connections = new Connections(parts.sessions());
    this.loop = new WriterLoop(new WriterScope(key, settings, parts, mailbox, connections));
    this.thread = new Thread(loop, "tributary-writer-" + key.topicPartition());
    this.thread.setDaemon(true);
  }

  /** Starts the thread, which connects and takes the fence. */
  public void start() {
    thread.start();
  }

  /** Takes a record; drops it unless the consumer has been moved to where the writer wants it. */
  public void offer(Delivery delivery) {
    if (mailbox.offer(delivery)) {
      takenOffset = delivery.offset() + 1;
    } else {
      drop();
    }
  }

  /** A record was delivered that is not taken, as the consumer has yet to be moved. */
  public void drop() {
    dropped.incrementAndGet();
  }

  /** Whether the writer has the fence and waits for the consumer to be moved. */
  public boolean wantsSeek() {
    return mailbox.phase() == Mailbox.Phase.SEEKING;
  }

  /** Kafka offset to move the consumer to; empty when it may stay where it stands. */
  public OptionalLong seekOffset() {
    long offset = mailbox.seekOffset();
    return offset == Fence.NO_OFFSET ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** The consumer has been moved, and what it delivered before will not be offered any more. */
  public void seekAnswered() {
    mailbox.seekAnswered();
  }

  /** Whether records are taken. */
  public boolean live() {
    return mailbox.phase() == Mailbox.Phase.LIVE;
  }

  /** Whether another writer has taken the fence. */
  public boolean fenceLost() {
    return mailbox.phase() == Mailbox.Phase.LOST;
  }

  /** Takes the fence again; to be called only when the task knows that it owns the partition. */
  public void takeFenceAgain() {
    mailbox.takeFenceAgain();
  }

  /** Why the writer has stopped for good, or null. */
  public Throwable failure() {
    return mailbox.failure();
  }

  /** Whether so much waits that the partition should be paused. */
  public boolean full() {
    return mailbox.bytes() >= settings.bufferMaxBytes();
  }

  /** Whether so little waits that it should be resumed. */
  public boolean hasRoom() {
    return mailbox.bytes() <= settings.bufferMaxBytes() / 2;
  }

  /** Kafka offset up to which everything is in the target; empty while that is not known. */
  public OptionalLong durableOffset() {
    long offset = loop.durableOffset();
    return live() && offset != Fence.NO_OFFSET ? OptionalLong.of(offset) : OptionalLong.empty();
  }

  /** What is counted, with the sizes and offsets of now. */
  public List<Metric> metrics() {
    List<Metric> all = new ArrayList<>(metrics.metrics());
    all.add(
        new Metric(
            "redelivered-records-total",
            "records",
            "Records dropped because the consumer had not been moved to the checkpoint's offset"
                + " yet: they are in the target already, or come again.",
            dropped::get));
    all.add(
        new Metric(
            "waiting-bytes",
            "bytes",
            "Size of the records that were taken and wait for a flush; the partition is paused"
                + " above buffer.max.bytes.",
            mailbox::bytes));
    all.add(
        new Metric(
            "durable-offset",
            "offsets",
            "Kafka offset up to which everything is in the target; -1 when not known.",
            loop::durableOffset));
    all.add(
        new Metric(
            "lag-offsets",
            "offsets",
            "Offsets that were taken and are not in the target yet. What still lies in Kafka is the"
                + " consumer's own records-lag.",
            this::lagOffsets));
    return all;
  }

  private Object lagOffsets() {
    long durable = loop.durableOffset();
    return durable == Fence.NO_OFFSET ? 0L : Math.max(0, takenOffset - durable);
  }

  /** What waits for the dead letter queue: the originals of one record; empty when nothing does. */
  public List<Object> deadLetterOriginals() {
    Mailbox.DeadLetter letter = mailbox.deadLetter();
    return letter == null ? List.of() : letter.originals();
  }

  /** Why it goes there; null when nothing waits. */
  public Exception deadLetterError() {
    Mailbox.DeadLetter letter = mailbox.deadLetter();
    return letter == null ? null : letter.error();
  }

  /** It is there. */
  public void deadLettered() {
    mailbox.deadLettered();
  }

  /**
   * Tells the writer to end without waiting for it, so that several can end at once; what it has
   * not committed is given up.
   */
  public void beginClose() {
    mailbox.close();
    connections.abort();
    thread.interrupt();
  }

  /**
   * Ends the writer and waits for its thread, but not for long. What has not ended then cannot
   * write: its connection is dead, and the next writer's fence keeps it from another.
   *
   * @param untilNanos {@link System#nanoTime} at which waiting ends, common to all that are closed
   *     together
   */
  public void close(long untilNanos) {
    beginClose();
    try {
      if (!awaitEnd(untilNanos)) {
        LOG.warn("the writer of {} has not ended yet; it cannot write", key.topicPartition());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the thread's end; says whether it has ended. */
  boolean awaitEnd(long untilNanos) throws InterruptedException {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
    // join(0) would wait for ever.
    if (leftMs > 0) {
      thread.join(leftMs);
    }
    return !thread.isAlive();
  }
}
