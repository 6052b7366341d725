package io.tributary.source.record;

import io.tributary.format.codec.RecordDecoder;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Position;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffer;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.EncodedSlice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;

/** Transactions for tests, and the reading of what became of them. */
public final class SourceModel {
  public static final String FILE = "binlog.000001";

  private SourceModel() {}

  /** A position in the only file. */
  public static Position at(long offset) {
    return new Position(1, 77, offset);
  }

  /** A boundary in the only file. */
  public static ResumePoint resume(long offset) {
    return new ResumePoint(FILE, at(offset), "u:1-" + offset, FILE, at(offset));
  }

  /** A transaction that ends at an offset, with so many bytes of changes in each partition. */
  public static CompletedTransaction transaction(long offset, int bytes, int... partitions) {
    List<EncodedSlice> slices = new ArrayList<>();
    for (int partition : partitions) {
      String change = "{\"op\":\"x\",\"t\":\"" + "y".repeat(Math.max(0, bytes - 18)) + "\"}";
      slices.add(
          new EncodedSlice(
              partition, List.of(), SpillBuffer.of(change.getBytes(StandardCharsets.UTF_8)), 1));
    }
    return new CompletedTransaction(
        new Commit(at(offset), "u:" + offset, null, offset * 1_000), slices, resume(offset));
  }

  /** What a record says. */
  public static TransactionRecord decode(SourceRecord sent) {
    try {
      byte[] value = (byte[]) sent.value();
      String text = new String(value, StandardCharsets.UTF_8);
      // The changes of these tests are no real ones.
      int changes = text.indexOf(",\"changes\":[");
      String readable = changes < 0 ? text : text.substring(0, changes) + ",\"changes\":[]}";
      return new RecordDecoder().decode(readable.getBytes(StandardCharsets.UTF_8)).record();
    } catch (io.tributary.format.codec.RecordFormatException e) {
      throw new AssertionError(new String((byte[]) sent.value(), StandardCharsets.UTF_8), e);
    }
  }
}
