package io.tributary.sink.writer;

import io.tributary.format.codec.ChangeEncoder;
import io.tributary.format.codec.ChangeSequence;
import io.tributary.format.codec.RecordDecoder;
import io.tributary.format.codec.RecordFormatException;
import io.tributary.format.model.Change;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffer;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.sink.checkpoint.AppliedPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Cuts a slice into runs of changes that each fit one transaction of the target, and begins where a
 * writer before has left it (hazard 16). The changes keep their order, and only one run is in
 * memory.
 *
 * <p>What a writer before has applied is known by number, length and digest: a slice that begins
 * otherwise (the source was told to route or filter differently before it sent it again) is refused
 * rather than continued. Not thread-safe.
 */
final class Pieces implements AutoCloseable {
  private static final int DIGEST_STEP_BYTES = 1 << 16;

  private final PositionedRecord whole;
  private final SpillBuffer encoded;
  private final WriterSettings settings;
  private final MessageDigest digest = sha256();
  private final ChangeSequence sequence;

  /** Where the sequence begins in the buffer. */
  private final long from;

  private long changes;
  private long digested;

  /**
   * One run.
   *
   * @param record the slice's header with the changes of the run
   * @param applied what is in the target after it
   * @param last whether it ends the slice
   */
  record Piece(PositionedRecord record, AppliedPart applied, boolean last) {
    int rows() {
      return record.record().changes().size();
    }
  }

  private Pieces(
      PositionedRecord whole, SpillBuffer encoded, AppliedPart done, WriterSettings settings)
      throws RecordFormatException, IOException {
    this.whole = whole;
    this.encoded = encoded;
    this.settings = settings;
    long begin = 0;
    if (done != null) {
      skip(done);
      // A comma follows unless it was all.
      begin = Math.min(done.bytes() + 1, encoded.size());
    }
    from = begin;
    sequence = new RecordDecoder().changes(whole.record().tables(), encoded.stream(from));
  }

  /**
   * The runs of a slice.
   *
   * @param admitted it; its encoded changes are closed here
   * @param done what is in the target of it, null when nothing is
   * @param buffers where its changes are encoded when they are not yet
   * @throws ApplyException when it does not begin with what is in the target
   */
  static Pieces of(
      Admitted admitted, AppliedPart done, WriterSettings settings, SpillBuffers buffers)
      throws ApplyException {
    try {
      SpillBuffer encoded =
          admitted.changes() != null
              ? admitted.changes()
              : encode(admitted.record().record(), buffers);
      return new Pieces(admitted.record(), encoded, done, settings);
    } catch (RecordFormatException | IOException e) {
      throw fatal(e);
    }
  }

  /** As the source encodes them. */
  private static SpillBuffer encode(TransactionRecord record, SpillBuffers buffers)
      throws IOException {
    SpillBuffer encoded = buffers.open();
    ChangeEncoder encoder = new ChangeEncoder();
    for (Change change : record.changes()) {
      if (encoded.size() > 0) {
        encoded.write(',');
      }
      encoder.encode(change, record.tables().get(change.table()).columns(), encoded);
    }
    return encoded;
  }

  private void skip(AppliedPart done) throws IOException, RecordFormatException {
    if (done.bytes() <= encoded.size()) {
      digestTo(done.bytes());
      changes = done.changes();
    }
    if (done.bytes() > encoded.size() || !digestNow().equals(done.digest())) {
      throw new RecordFormatException(
          "the first "
              + done.changes()
              + " changes of this transaction are in the target, and they are not those that it"
              + " begins with now: the source was set to route or filter otherwise and has sent it"
              + " again. Set the source back to what it was and send it again; or bring the target to"
              + " what the transaction changed and let it pass by altering the sink's offsets"
              + " (docs/watermark.md)");
    }
  }

  /** The next run, null after the last. */
  Piece next() throws ApplyException {
    try {
      List<Change> run = new ArrayList<>();
      long begin = sequence.bytes();
      while (sequence.hasNext()
          && run.size() < settings.batchMaxRows()
          && sequence.bytes() - begin < settings.batchMaxBytes()) {
        run.add(sequence.next());
      }
      if (run.isEmpty()) {
        return null;
      }
      changes += run.size();
      digestTo(from + sequence.bytes());
      TransactionRecord header = whole.record();
      AppliedPart applied =
          new AppliedPart(
              header.origin().source(),
              header.origin().history(),
              header.commit().position(),
              changes,
              digested,
              digestNow());
      return new Piece(
          new PositionedRecord(whole.offset(), withChanges(header, run)),
          applied,
          !sequence.hasNext());
    } catch (RecordFormatException | IOException e) {
      throw fatal(e);
    }
  }

  private static TransactionRecord withChanges(TransactionRecord header, List<Change> run) {
    return new TransactionRecord(
        header.origin(),
        header.commit(),
        header.slice(),
        header.executed(),
        header.heartbeat(),
        header.tables(),
        run);
  }

  private void digestTo(long end) throws IOException {
    while (digested < end) {
      int length = (int) Math.min(DIGEST_STEP_BYTES, end - digested);
      digest.update(encoded.read(digested, length));
      digested += length;
    }
  }

  private String digestNow() {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("cannot happen: SHA-256 of the JDK can be cloned", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("cannot happen: every JDK has SHA-256", e);
    }
  }

  private static ApplyException fatal(Exception cause) {
    return new ApplyException(ApplyException.Kind.FATAL, cause.getMessage(), cause);
  }

  @Override
  public void close() {
    try {
      sequence.close();
    } catch (RecordFormatException e) {
      throw new UncheckedIOException(new IOException(e));
    } finally {
      encoded.close();
    }
  }
}
