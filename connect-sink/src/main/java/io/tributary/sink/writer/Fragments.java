package io.tributary.sink.writer;

import io.tributary.format.codec.RecordDecoder;
import io.tributary.format.codec.RecordFormatException;
import io.tributary.format.model.Change;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffer;
import io.tributary.format.spill.SpillBuffers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins the fragments of slices that did not fit one record, in memory up to a bound and beyond it
 * in files (hazard 16).
 *
 * <p>Fragments of several sources may be mixed; of one source only one slice is open at a time. A
 * later attempt or the first fragment again forgets what was there; doubled numbers are ignored,
 * and so are fragments whose beginning was not delivered: the next record of the source shows that
 * they are missing.
 *
 * <p>Not thread-safe.
 */
final class Fragments {
  private final RecordDecoder decoder = new RecordDecoder();
  private final Map<String, Open> open = new HashMap<>();
  private final SpillBuffers buffers;
  private final long wholeMaxBytes;

  /**
   * @param buffers where fragments are kept
   * @param wholeMaxBytes bytes of encoded changes up to which a slice is decoded as a whole
   */
  Fragments(SpillBuffers buffers, long wholeMaxBytes) {
    this.buffers = buffers;
    this.wholeMaxBytes = wholeMaxBytes;
  }

  /**
   * Takes the next record.
   *
   * @return a whole record, or null when it was a fragment and more are to come
   * @throws RecordFormatException when the joined pieces are not whole changes
   * @throws IOException when they cannot be kept
   */
  Whole accept(Delivery delivery) throws RecordFormatException, IOException {
    TransactionRecord record = delivery.decoded().record();
    String source = record.origin().source();
    if (!record.slice().fragmented()) {
      forgetBefore(source, record);
      return new Whole(
          new PositionedRecord(delivery.offset(), record),
          null,
          delivery.offset(),
          delivery.bytes(),
          delivery.original() == null ? List.of() : List.of(delivery.original()));
    }
    if (record.slice().fragment() == 0) {
      begin(delivery);
    } else {
      append(delivery);
    }
    Open slice = open.get(source);
    if (slice == null || !slice.complete) {
      return null;
    }
    open.remove(source);
    return slice.join(decoder, delivery.offset());
  }

  /** Offset of the first fragment of the slices that are open; {@code none} when none is. */
  long firstOpenOffset(long none) {
    return open.values().stream().mapToLong(slice -> slice.firstOffset).min().orElse(none);
  }

  /** A whole record of a source whose slice is open: that slice was given up. */
  private void forgetBefore(String source, TransactionRecord record) {
    Open slice = open.get(source);
    if (slice != null && record.slice().attempt() >= slice.attempt) {
      forget(source);
    }
  }

  private void forget(String source) {
    Open slice = open.remove(source);
    if (slice != null) {
      slice.pieces.close();
    }
  }

  private void begin(Delivery delivery) throws IOException {
    TransactionRecord record = delivery.decoded().record();
    String source = record.origin().source();
    Open slice = open.get(source);
    if (slice == null || record.slice().attempt() >= slice.attempt) {
      forget(source);
      Open begun = new Open(delivery);
      open.put(source, begun);
      begun.add(delivery);
    }
  }

  private void append(Delivery delivery) throws IOException {
    TransactionRecord record = delivery.decoded().record();
    Open slice = open.get(record.origin().source());
    if (slice != null && slice.continuedBy(record)) {
      slice.add(delivery);
    }
  }

  /** A slice whose last fragment is still to come. */
  private final class Open {
    private final long firstOffset;
    private final long attempt;
    private final Position position;
    private final SpillBuffer pieces = buffers.open();
    private final List<Object> originals = new ArrayList<>();
    private TransactionRecord header;
    private long bytes;
    private int next;
    private boolean complete;

    Open(Delivery first) {
      TransactionRecord record = first.decoded().record();
      firstOffset = first.offset();
      attempt = record.slice().attempt();
      position = record.commit().position();
    }

    boolean continuedBy(TransactionRecord record) {
      return record.slice().attempt() == attempt
          && record.commit().position().equals(position)
          && record.slice().fragment() == next;
    }

    void add(Delivery delivery) throws IOException {
      header = delivery.decoded().record();
      pieces.write(delivery.decoded().piece());
      bytes += delivery.bytes();
      if (large()) {
        // The dead letter queue takes Kafka's records from memory: too many for that.
        originals.clear();
      } else if (delivery.original() != null) {
        originals.add(delivery.original());
      }
      next++;
      complete = header.slice().last();
    }

    private boolean large() {
      return pieces.size() > wholeMaxBytes;
    }

    Whole join(RecordDecoder decoder, long lastOffset) throws RecordFormatException, IOException {
      SpillBuffer kept = large() ? pieces : null;
      List<Change> changes = List.of();
      if (kept == null) {
        byte[] joined = pieces.read(0, (int) pieces.size());
        pieces.close();
        changes = decoder.changes(header.tables(), joined);
      }
      Slice slice = header.slice();
      TransactionRecord record =
          new TransactionRecord(
              header.origin(),
              header.commit(),
              new Slice(slice.partition(), slice.partitions(), slice.previous(), attempt, 0, true),
              header.executed(),
              header.heartbeat(),
              header.tables(),
              changes);
      return new Whole(
          new PositionedRecord(lastOffset, record), kept, firstOffset, bytes, originals);
    }
  }
}
