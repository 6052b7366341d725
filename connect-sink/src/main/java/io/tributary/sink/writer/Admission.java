package io.tributary.sink.writer;

import io.tributary.format.codec.RecordFormatException;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffer;
import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Fence;
import java.io.IOException;

/**
 * Lets the records of one partition in, from one takeover of the fence on: in the order of their
 * offsets, whole, of the topic's shape, and where their source's chain says that they are new.
 *
 * <p>Not thread-safe.
 */
final class Admission {
  private final CheckpointKey key;
  private final SourceChain chain;
  private final Fragments fragments;
  private long expectedOffset;
  private int partitions;

  Admission(
      CheckpointKey key,
      Checkpoint checkpoint,
      GapPolicy gaps,
      Fragments fragments,
      ChainCounts counts) {
    this.key = key;
    this.chain = new SourceChain(gaps, checkpoint, counts);
    this.fragments = fragments;
    this.expectedOffset = checkpoint.fence().nextOffset();
    this.partitions = checkpoint.partitions();
  }

  /**
   * Takes the next record.
   *
   * @return what is to be flushed, or null when it was a fragment and more are to come
   * @throws ApplyException when it must not be applied; the message says where and what to do
   */
  Admitted admit(Delivery delivery) throws ApplyException {
    if (delivery.unreadable() != null) {
      throw delivery.unreadable();
    }
    requireOrder(delivery);
    TransactionRecord record = delivery.decoded().record();
    requireShape(delivery.offset(), record.slice(), record);
    Whole whole;
    try {
      whole = fragments.accept(delivery);
    } catch (RecordFormatException e) {
      throw at(
          delivery.offset(), record, "the joined fragments cannot be read: " + e.getMessage(), e);
    } catch (IOException e) {
      throw at(delivery.offset(), record, "its fragments cannot be kept: " + e.getMessage(), e);
    }
    expectedOffset = delivery.offset() + 1;
    return whole == null ? null : judge(whole);
  }

  /** Number of affinity partitions of the topic, 0 while not known. */
  int partitions() {
    return partitions;
  }

  /** One record of a source went to the dead letter queue. */
  void deadLettered(String source, Position position) {
    chain.deadLettered(source, position);
  }

  private Admitted judge(Whole whole) throws ApplyException {
    TransactionRecord record = whole.record().record();
    Verdict verdict;
    try {
      verdict = chain.judge(record);
    } catch (ApplyException e) {
      throw at(whole.record().offset(), record, e.getMessage(), e);
    }
    SpillBuffer changes = whole.changes();
    boolean apply =
        verdict.outcome() == Verdict.Outcome.APPLY
            && (changes != null || !record.changes().isEmpty());
    if (!apply && changes != null) {
      changes.close();
      changes = null;
    }
    return new Admitted(
        whole.record(),
        changes,
        apply,
        verdict.state(),
        Math.min(whole.firstOffset(), fragments.firstOpenOffset(whole.firstOffset())),
        fragments.firstOpenOffset(expectedOffset),
        whole.bytes(),
        whole.originals());
  }

  /**
   * A consumer is sent to the checkpoint's offset. It delivers a lower one only after it found that
   * the partition's end lies below it and was reset by {@code auto.offset.reset}: the topic was
   * made anew, or a broker lost its log. That is how a task, which cannot ask for the end offset,
   * learns of it (hazard 20).
   */
  private void requireOrder(Delivery delivery) throws ApplyException {
    if (expectedOffset != Fence.NO_OFFSET && delivery.offset() < expectedOffset) {
      throw at(
          delivery.offset(),
          delivery.decoded().record(),
          "the partition was read up to offset "
              + expectedOffset
              + " and now ends below it: the topic was deleted and made anew, or its broker lost"
              + " the end of its log. Stop the connector, reset its offsets (DELETE"
              + " /connectors/"
              + key.connector()
              + "/offsets) and resume it; what was seen before is then recognised and skipped",
          null);
    }
  }

  private void requireShape(long offset, Slice slice, TransactionRecord record)
      throws ApplyException {
    if (slice.partition() != key.partition()) {
      throw at(
          offset,
          record,
          "the record was written for partition "
              + slice.partition()
              + " and lies in another: something between source and topic (a transform, a mirror)"
              + " moved it. Take that out and send the records again",
          null);
    }
    if (partitions == 0) {
      partitions = slice.partitions();
    } else if (slice.partitions() != partitions) {
      throw at(
          offset,
          record,
          "the record was written for "
              + slice.partitions()
              + " affinity partitions, this topic has "
              + partitions
              + ": keys would move between writers. Set affinity.partitions of the source back; to"
              + " change it, use another topic (docs/watermark.md)",
          null);
    }
  }

  private ApplyException at(
      long offset, TransactionRecord record, String message, Throwable cause) {
    return new ApplyException(
        ApplyException.Kind.FATAL, RecordPlace.of(key, offset, record) + ": " + message, cause);
  }
}
