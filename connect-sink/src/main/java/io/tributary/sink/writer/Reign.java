package io.tributary.sink.writer;

import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.sink.checkpoint.Advance;
import io.tributary.sink.checkpoint.AppliedPart;
import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time from one takeover of the fence to its loss: what is admitted goes to the target, run by
 * run. Belongs to the writer's thread, except the durable offset.
 */
final class Reign implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reign.class);

  private final CheckpointKey key;
  private final WriterSettings settings;
  private final WriterParts parts;
  private final Mailbox mailbox;
  private final Connections connections;
  private final Retries retries;
  private final AtomicLong durableOffset;
  private final Admission admission;
  private final AffinityRules affinity;
  private final ChangeApplier applier;
  private final Flush flush;
  private final Throttle throttle;
  private final Batch batch;
  private final Refusals refusals;
  private final SpillBuffers buffers;
  private Fence fence;

  /** What is in the target in part: it goes on when its last fragment has come again. */
  private AppliedPart part;

  /**
   * @param scope of the writer
   * @param retries of the writer
   * @param checkpoint the fence was taken at
   * @param durableOffset moved with every flush; read by other threads
   */
  Reign(WriterScope scope, Retries retries, Checkpoint checkpoint, AtomicLong durableOffset) {
    this.key = scope.key();
    this.settings = scope.settings();
    this.parts = scope.parts();
    this.mailbox = scope.mailbox();
    this.connections = scope.connections();
    this.retries = retries;
    this.durableOffset = durableOffset;
    this.affinity = new AffinityRules(key, parts.checkpoints());
    this.applier = parts.appliers().get();
    this.flush = new Flush(key, parts.checkpoints(), applier, connections, retries);
    this.throttle = parts.throttle();
    this.batch = new Batch(settings, throttle);
    this.refusals = new Refusals(key);
    this.buffers = new SpillBuffers(settings.bufferMaxBytes(), parts.spill());
    Fragments fragments = new Fragments(buffers, settings.batchMaxBytes());
    this.admission =
        new Admission(key, checkpoint, settings.gaps(), fragments, parts.metrics().chain());
    this.fence = checkpoint.fence();
    this.part = checkpoint.part();
  }

  /** Gives back the files of fragments. */
  @Override
  public void close() {
    buffers.close();
  }

  void run()
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    while (true) {
      Delivery delivery = batch.isEmpty() ? mailbox.take() : mailbox.poll(batch.lingerNanos());
      if (delivery != null) {
        take(delivery);
      }
      if (batch.full() || (delivery == null && !batch.isEmpty())) {
        flush();
      }
    }
  }

  private void take(Delivery delivery)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    Admitted admitted;
    try {
      admitted = admission.admit(delivery);
    } catch (ApplyException e) {
      // What came before the record is good, and the target shall hold it when the task stops.
      flush();
      throw e;
    }
    if (admitted == null) {
      return;
    }
    if (admitted.apply()) {
      try {
        retries.run("a check of " + key.topicPartition(), () -> check(admitted));
      } catch (ApplyException | TargetException e) {
        flush();
        refused(admitted, e);
        return;
      }
    }
    if (admitted.changes() != null || (admitted.apply() && goesOn(admitted))) {
      flush();
      inPieces(admitted);
    } else {
      batch.add(admitted);
    }
  }

  /** Whether it is what is in the target in part. */
  private boolean goesOn(Admitted admitted) {
    TransactionRecord record = admitted.record().record();
    return part != null
        && part.source().equals(record.origin().source())
        && part.history().equals(record.origin().history())
        && part.position().equals(record.commit().position());
  }

  /**
   * Applies one slice in several transactions. Until the last one the offset stays where its first
   * fragment is, and its source's position where it was.
   */
  private void inPieces(Admitted admitted)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    AppliedPart done = goesOn(admitted) ? part : null;
    try (Pieces pieces = Pieces.of(admitted, done, settings, buffers)) {
      LOG.info(
          "{}: a large transaction is applied in several, from change {} on",
          RecordPlace.of(key, admitted.record().offset(), admitted.record().record()),
          done == null ? 0 : done.changes());
      long written = done == null ? 0 : done.bytes();
      for (Pieces.Piece piece = pieces.next(); piece != null; piece = pieces.next()) {
        boolean last = piece.last();
        throttle.pace(mailbox, piece.rows(), piece.applied().bytes() - written);
        written = piece.applied().bytes();
        FlushContent content =
            new FlushContent(List.of(piece.record()), last ? List.of(admitted.state()) : List.of());
        flush(
            fence.next(last ? admitted.resumeOffset() : admitted.holdOffset()),
            last ? null : piece.applied(),
            content);
      }
    } catch (ApplyException | TargetException e) {
      throw refusals.inPart(admitted, e, part);
    }
  }

  private Void check(Admitted admitted)
      throws TargetException, ApplyException, WriterClosedException {
    TargetSession session = connections.session();
    affinity.check(session, admitted.record().record());
    applier.check(session, admitted.record());
    return null;
  }

  private void flush()
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    if (batch.isEmpty()) {
      return;
    }
    List<Admitted> run = batch.drain();
    try {
      flush(run);
    } catch (ApplyException | TargetException e) {
      if (run.size() == 1 || retries.exhausted()) {
        refused(run.get(0), e);
      } else {
        // One of them is at fault: each by itself shows which, and brings the others home.
        LOG.warn("{}: a flush failed, going on record by record", key.topicPartition(), e);
        singly(run);
      }
    }
  }

  private void flush(List<Admitted> run)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    if (part != null && run.stream().anyMatch(each -> part.passedBy(each.state()))) {
      LOG.warn("{}: nothing can go on any more with {}", key.topicPartition(), part);
      part = null;
    }
    throttle.pace(
        mailbox,
        run.stream().mapToLong(Admitted::rows).sum(),
        run.stream().filter(Admitted::apply).mapToLong(Admitted::bytes).sum());
    flush(fence.next(run.get(run.size() - 1).resumeOffset()), part, FlushContent.of(run));
    parts.metrics().flushes().committed(run, flush.lastNanos());
    parts.metrics().chain().committed(run);
  }

  private void flush(Fence to, AppliedPart partAfter, FlushContent content)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    fence = flush.run(new Advance(fence, to, admission.partitions(), partAfter), content);
    part = partAfter;
    durableOffset.set(fence.nextOffset());
  }

  private void singly(List<Admitted> run)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    List<Admitted> left = new ArrayList<>(run);
    while (!left.isEmpty()) {
      Admitted next = left.remove(0);
      try {
        flush(List.of(next));
      } catch (ApplyException | TargetException e) {
        refused(next, e);
        left.replaceAll(
            later ->
                later.afterDeadLetter(
                    next.state().source(), next.record().record().commit().position()));
      }
    }
  }

  /** A record that cannot be applied: to the dead letter queue, or the end. */
  private void refused(Admitted admitted, Exception error)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    ApplyException placed = refusals.placed(admitted, error);
    if (placed.kind() != ApplyException.Kind.DATA
        || !settings.deadLetters()
        || admitted.originals().isEmpty()) {
      throw placed;
    }
    LOG.warn("to the dead letter queue: {}", placed.getMessage());
    mailbox.deadLetter(new Mailbox.DeadLetter(admitted.originals(), placed));
    String source = admitted.state().source();
    var position = admitted.record().record().commit().position();
    admission.deadLettered(source, position);
    parts.metrics().chain().deadLettered();
    flush(List.of(admitted.notApplied().afterDeadLetter(source, position)));
  }
}
