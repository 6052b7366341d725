package io.tributary.sink.writer;

import io.tributary.format.codec.RecordDecoder;
import io.tributary.format.codec.RecordFormatException;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TransactionRecord;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins the fragments of slices that did not fit one record, in memory (hazard 16).
 *
 * <p>Fragments of several sources may be mixed; of one source only one slice is open at a time. A
 * later attempt or the first fragment again forgets what was there; doubled numbers are ignored,
 * and so are fragments whose beginning was not delivered: the next record of the source shows that
 * they are missing.
 *
 * <p>Pure; not thread-safe.
 */
final class Fragments {
  private final RecordDecoder decoder = new RecordDecoder();
  private final Map<String, Open> open = new HashMap<>();

  /**
   * Takes the next record.
   *
   * @return a whole record, or null when it was a fragment and more are to come
   * @throws RecordFormatException when the joined pieces are not whole changes
   */
  Whole accept(Delivery delivery) throws RecordFormatException {
    TransactionRecord record = delivery.decoded().record();
    String source = record.origin().source();
    if (!record.slice().fragmented()) {
      forgetBefore(source, record);
      return new Whole(
          new PositionedRecord(delivery.offset(), record),
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

  /** Bytes held. */
  long bytes() {
    return open.values().stream().mapToLong(slice -> slice.bytes).sum();
  }

  /** A whole record of a source whose slice is open: that slice was given up. */
  private void forgetBefore(String source, TransactionRecord record) {
    Open slice = open.get(source);
    if (slice != null && record.slice().attempt() >= slice.attempt) {
      open.remove(source);
    }
  }

  private void begin(Delivery delivery) {
    TransactionRecord record = delivery.decoded().record();
    Open slice = open.get(record.origin().source());
    if (slice == null || record.slice().attempt() >= slice.attempt) {
      open.put(record.origin().source(), new Open(delivery));
    }
  }

  private void append(Delivery delivery) {
    TransactionRecord record = delivery.decoded().record();
    Open slice = open.get(record.origin().source());
    if (slice != null && slice.continuedBy(record)) {
      slice.add(delivery);
    }
  }

  /** A slice whose last fragment is still to come. */
  private static final class Open {
    private final long firstOffset;
    private final long attempt;
    private final Position position;
    private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
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
      add(first);
    }

    boolean continuedBy(TransactionRecord record) {
      return record.slice().attempt() == attempt
          && record.commit().position().equals(position)
          && record.slice().fragment() == next;
    }

    void add(Delivery delivery) {
      header = delivery.decoded().record();
      pieces.writeBytes(delivery.decoded().piece());
      bytes += delivery.bytes();
      if (delivery.original() != null) {
        originals.add(delivery.original());
      }
      next++;
      complete = header.slice().last();
    }

    Whole join(RecordDecoder decoder, long lastOffset) throws RecordFormatException {
      Slice slice = header.slice();
      TransactionRecord record =
          new TransactionRecord(
              header.origin(),
              header.commit(),
              new Slice(slice.partition(), slice.partitions(), slice.previous(), attempt, 0, true),
              header.executed(),
              header.heartbeat(),
              header.tables(),
              decoder.changes(header.tables(), pieces.toByteArray()));
      return new Whole(new PositionedRecord(lastOffset, record), bytes, originals);
    }
  }
}
