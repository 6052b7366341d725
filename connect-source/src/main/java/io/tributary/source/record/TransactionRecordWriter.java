package io.tributary.source.record;

import io.tributary.format.codec.RecordEncoder;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Heartbeat;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TransactionRecord;
import io.tributary.source.offset.SourceOffset;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.EncodedSlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Writes transactions and heartbeats as source records.
 *
 * <p>Keeps two promises. Every record names the position of the record before it in its partition.
 * And only the last record of a transaction, or of a round of heartbeats, carries the source offset
 * after it; all others carry the one before, so that a source that dies between two of them writes
 * all of them again (hazard 12).
 *
 * <p>Not thread-safe.
 */
public final class TransactionRecordWriter {
  /** Key of Connect's source partition. */
  public static final String SOURCE_KEY = "source";

  /** Most records of a partition, one after the other, without the GTID set. */
  static final int RECORDS_WITHOUT_EXECUTED = 100;

  private final Destination destination;
  private final Clock clock;
  private final Map<String, String> sourcePartition;
  private final RecordEncoder encoder = new RecordEncoder();

  /** Records of each partition since one that carried the GTID set; none yet: no entry. */
  private final Map<Integer, Integer> sinceExecuted = new HashMap<>();

  private SourceOffset offset;
  private Map<String, Object> offsetMap;
  private Commit lastCommit;

  public TransactionRecordWriter(Destination destination, Clock clock) {
    this.destination = destination;
    this.clock = clock;
    this.sourcePartition = Map.of(SOURCE_KEY, destination.source());
  }

  /** Begins at an offset: the first record of every partition after it carries the GTID set. */
  public void begin(SourceOffset start) {
    sinceExecuted.clear();
    lastCommit = null;
    set(start);
  }

  /** The offset after everything that was written or passed. */
  public SourceOffset offset() {
    return offset;
  }

  /**
   * The records of a transaction, made one at a time while they are taken, so that a transaction
   * need not fit into memory; take them all before the next call. A transaction without slices
   * gives none and moves the offset, which the next record carries. A slice is closed with its last
   * record.
   */
  public Records write(CompletedTransaction transaction) {
    Map<String, Object> before = offsetMap;
    SourceOffset old = offset;
    Map<Integer, Position> written = new HashMap<>();
    for (EncodedSlice slice : transaction.slices()) {
      written.put(slice.partition(), transaction.commit().position());
    }
    set(old.at(transaction.resume()).wrote(written));
    lastCommit = transaction.commit();
    return new Records(transaction, old, before, offsetMap);
  }

  /**
   * A round of heartbeats, one to every partition.
   *
   * @param watermarkMicros see {@link Heartbeat}
   */
  public List<SourceRecord> heartbeats(long watermarkMicros) {
    Position position = offset.resume().position();
    Commit commit =
        lastCommit == null
            ? new Commit(position, null, null, 0)
            : new Commit(position, lastCommit.gtid(), null, lastCommit.micros());
    Map<String, Object> before = offsetMap;
    SourceOffset old = offset;
    Map<Integer, Position> written = new HashMap<>();
    for (int partition = 0; partition < destination.partitions(); partition++) {
      written.put(partition, position);
    }
    set(old.wrote(written));
    List<SourceRecord> records = new ArrayList<>();
    for (int partition = 0; partition < destination.partitions(); partition++) {
      sinceExecuted.put(partition, 0);
      TransactionRecord record =
          new TransactionRecord(
              origin(),
              commit,
              slice(partition, old),
              old.resume().executed(),
              new Heartbeat(watermarkMicros),
              List.of(),
              List.of());
      boolean last = partition == destination.partitions() - 1;
      records.add(
          record(partition, encoder.encode(record), last ? offsetMap : before, clock.millis()));
    }
    return records;
  }

  private void set(SourceOffset next) {
    offset = next;
    offsetMap = next.toMap();
  }

  private Origin origin() {
    return new Origin(destination.source(), destination.connector(), offset.history());
  }

  /**
   * Whether the next record of a partition carries the GTID set. Its reader keeps the GTIDs of all
   * records that follow one, with the holes between them that are other partitions' transactions,
   * and writes them anew with every flush: so there must not be many.
   */
  private boolean carriesExecuted(int partition) {
    Integer since = sinceExecuted.get(partition);
    boolean carries = since == null || since >= RECORDS_WITHOUT_EXECUTED;
    sinceExecuted.put(partition, carries ? 0 : since + 1);
    return carries;
  }

  private Slice slice(int partition, SourceOffset old) {
    return new Slice(
        partition, destination.partitions(), old.previous(partition), old.attempt(), 0, true);
  }

  private SourceRecord record(
      int partition, byte[] value, Map<String, Object> sourceOffset, long timestampMs) {
    return new SourceRecord(
        sourcePartition,
        sourceOffset,
        destination.topic(),
        partition,
        null,
        null,
        Schema.BYTES_SCHEMA,
        value,
        timestampMs);
  }

  /** The records of one transaction, encoded one by one. */
  public final class Records implements Iterator<SourceRecord> {
    private final CompletedTransaction transaction;
    private final SourceOffset old;
    private final Map<String, Object> before;
    private final Map<String, Object> after;
    private int nextSlice;
    private SlicePieces pieces;

    private Records(
        CompletedTransaction transaction,
        SourceOffset old,
        Map<String, Object> before,
        Map<String, Object> after) {
      this.transaction = transaction;
      this.old = old;
      this.before = before;
      this.after = after;
    }

    @Override
    public boolean hasNext() {
      return pieces != null || nextSlice < transaction.slices().size();
    }

    /**
     * @throws UncheckedIOException when the changes cannot be read back from their spill file
     */
    @Override
    public SourceRecord next() {
      if (pieces == null) {
        EncodedSlice slice = transaction.slices().get(nextSlice++);
        pieces =
            new SlicePieces(encoder, header(slice), slice.changes(), destination.recordMaxBytes());
      }
      int partition = pieces.partition();
      byte[] value;
      try {
        value = pieces.next();
      } catch (IOException e) {
        throw new UncheckedIOException(
            "Source " + destination.source() + ", transaction " + transaction.commit(), e);
      }
      if (!pieces.hasNext()) {
        pieces.close();
        pieces = null;
      }
      return record(
          partition, value, hasNext() ? before : after, transaction.commit().micros() / 1_000);
    }

    private TransactionRecord header(EncodedSlice slice) {
      boolean carries = carriesExecuted(slice.partition());
      return new TransactionRecord(
          origin(),
          transaction.commit(),
          slice(slice.partition(), old),
          carries ? transaction.resume().executed() : null,
          null,
          slice.tables(),
          List.of());
    }
  }
}
