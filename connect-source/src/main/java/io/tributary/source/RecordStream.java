package io.tributary.source;

import io.tributary.format.model.Position;
import io.tributary.source.offset.SourceOffset;
import io.tributary.source.reader.Reading;
import io.tributary.source.reader.ReadingException;
import io.tributary.source.reader.TransactionReader;
import io.tributary.source.record.TransactionRecordWriter;
import io.tributary.source.transaction.CompletedTransaction;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one poll after the other returns: whole transactions, grouped, and rounds of heartbeats.
 *
 * <p>A group is closed within its poll, so that a Kafka transaction never stays open when polling
 * pauses (hazard 15). A transaction that is larger than a group fills polls of its own, and no
 * heartbeat comes between them. Every connection begins with a round of heartbeats, which tells
 * each partition where the source stands; after a first start nothing else comes until the offset
 * is stored. Where another history begins, a round of the old one comes before (hazard 8): every
 * partition then knows all that was passed in it, and the first record of the new one can be
 * checked against exactly that.
 *
 * <p>What was collected before reading failed is returned; the failure is thrown by the next poll.
 *
 * <p>Not thread-safe: it belongs to the task's thread.
 */
final class RecordStream {
  private static final Logger LOG = LoggerFactory.getLogger(RecordStream.class);
  private static final Duration IDLE_WAIT = Duration.ofMillis(100);

  private final TransactionReader reader;
  private final TransactionRecordWriter writer;
  private final OffsetGate gate;
  private final WatermarkFeed watermarks;
  private final DeliveryOptions options;
  private final Clock clock;

  /** Where the first connection goes on; null where no offset of the source's own is stored. */
  private final SourceOffset stored;

  private final long attempt;

  private boolean begun;
  private long watermarkMicros;
  private long nextHeartbeatMs;

  /** A boundary that was read and did not fit into the group before. */
  private CompletedTransaction held;

  /** What is left of a transaction that is larger than a group. */
  private TransactionRecordWriter.Records rest;

  /** Why nothing comes any more. */
  private Exception failure;

  RecordStream(
      Parts parts, DeliveryOptions options, SourceOffset stored, long attempt, Clock clock) {
    this.reader = parts.reader();
    this.writer = parts.writer();
    this.gate = parts.gate();
    this.watermarks = parts.watermarks();
    this.options = options;
    this.stored = stored;
    this.attempt = attempt;
    this.clock = clock;
  }

  /** What a stream is made of. */
  record Parts(
      TransactionReader reader,
      TransactionRecordWriter writer,
      OffsetGate gate,
      WatermarkFeed watermarks) {}

  /** Gives watermarks of the server that is being read. */
  interface WatermarkFeed {
    /** A connection to a server of this history stands. */
    void follow(String history);

    /** The watermark when everything up to a position has been read; 0 when not known. */
    long passed(Position reached);
  }

  /** The records of one poll, possibly none; whole transactions but for one larger than a group. */
  List<SourceRecord> poll() throws ReadingException, InterruptedException {
    throwFailure();
    Batch batch = new Batch(options);
    if (rest == null && (!begun || gate.open())) {
      collectUntilFailure(batch);
    } else if (rest == null) {
      // Data waits; what the connection has to say is read when the offset is stored.
      Thread.sleep(IDLE_WAIT.toMillis());
    }
    if (rest != null) {
      takeRest(batch);
    }
    if (begun && rest == null && failure == null && clock.millis() >= nextHeartbeatMs) {
      Position reached = writer.offset().resume().position();
      watermarkMicros = Math.max(watermarkMicros, watermarks.passed(reached));
      writer.heartbeats(watermarkMicros).forEach(batch::add);
      nextHeartbeatMs = clock.millis() + options.heartbeatIntervalMs();
    }
    return batch.records();
  }

  private void throwFailure() throws ReadingException {
    if (failure instanceof ReadingException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
  }

  private void collectUntilFailure(Batch batch) throws ReadingException, InterruptedException {
    try {
      collect(batch);
    } catch (ReadingException | RuntimeException e) {
      failure = e;
      if (batch.isEmpty()) {
        throw e;
      }
    }
  }

  private void collect(Batch batch) throws ReadingException, InterruptedException {
    long endMs = clock.millis() + options.groupMaxMs();
    Duration wait = firstWait();
    while (true) {
      CompletedTransaction transaction = held;
      held = null;
      if (transaction == null) {
        Reading reading = reader.read(wait);
        if (reading instanceof Reading.Began began) {
          begin(began, batch);
          return;
        }
        if (reading == null) {
          return;
        }
        transaction = ((Reading.Passed) reading).transaction();
      }
      wait = Duration.ZERO;
      if (!add(transaction, batch) || batch.full() || clock.millis() >= endMs) {
        return;
      }
    }
  }

  /** Waits for the first transaction no longer than to the next heartbeat. */
  private Duration firstWait() {
    if (!begun) {
      return IDLE_WAIT;
    }
    long untilHeartbeatMs = Math.max(0, nextHeartbeatMs - clock.millis());
    return Duration.ofMillis(Math.min(IDLE_WAIT.toMillis(), untilHeartbeatMs));
  }

  /** Adds a transaction to the group; false when it must wait for the next or fills its own. */
  private boolean add(CompletedTransaction transaction, Batch batch) {
    long bytes = transaction.bytes();
    if (!batch.roomFor(bytes)) {
      held = transaction;
      return false;
    }
    TransactionRecordWriter.Records records = writer.write(transaction);
    if (bytes > options.groupMaxBytes()) {
      LOG.info(
          "{}: {} bytes of changes are sent over several groups, the offset stays before them",
          transaction.commit(),
          bytes);
      rest = records;
      return false;
    }
    // All or none: encoding may fail at any of them.
    List<SourceRecord> all = new ArrayList<>();
    records.forEachRemaining(all::add);
    if (!all.isEmpty()) {
      all.forEach(batch::add);
      batch.endTransaction();
    }
    return true;
  }

  private void takeRest(Batch batch) {
    while (rest.hasNext() && !batch.bytesFull()) {
      batch.add(rest.next());
    }
    if (!rest.hasNext()) {
      LOG.info("the transaction that was sent over several groups is complete");
      rest = null;
    }
  }

  private void begin(Reading.Began began, Batch batch) {
    SourceOffset before = begun ? writer.offset() : stored;
    if (!began.continuing()) {
      endHistory(before, batch);
      watermarkMicros = 0;
    }
    Map<Integer, Position> chain =
        before != null && began.continuing() ? before.previous() : Map.of();
    writer.begin(new SourceOffset(began.history(), began.resume(), chain, attempt));
    watermarks.follow(began.history());
    begun = true;
    nextHeartbeatMs = 0;
  }

  /** Tells every partition how far the source has come in the history that ends here. */
  private void endHistory(SourceOffset last, Batch batch) {
    if (last == null) {
      return;
    }
    if (!begun) {
      writer.begin(new SourceOffset(last.history(), last.resume(), last.previous(), attempt));
    }
    writer.heartbeats(watermarkMicros).forEach(batch::add);
  }
}
