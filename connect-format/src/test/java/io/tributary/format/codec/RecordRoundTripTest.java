package io.tributary.format.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Change;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TransactionRecord;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written is read back the same, for random tables of all types and random rows. */
class RecordRoundTripTest {
  static List<Long> seeds() {
    long base = System.nanoTime();
    List<Long> seeds = new ArrayList<>(List.of(1L, 2L, 3L));
    for (int i = 0; i < 40; i++) {
      seeds.add(base + i);
    }
    return seeds;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void wholeRecord(long seed) throws Exception {
    TransactionRecord record = new RandomRecords(new Random(seed)).record();
    byte[] bytes = new RecordEncoder().encode(record);
    assertEquals(record, new RecordDecoder().decode(bytes).record(), "seed " + seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void fragments(long seed) throws Exception {
    Random random = new Random(seed);
    TransactionRecord record = new RandomRecords(random).record();
    byte[] changes = encodeChanges(record);
    RecordEncoder encoder = new RecordEncoder();
    int empty = encoder.encode(record, new byte[0]).length;
    if (changes.length == 0) {
      return;
    }
    int maxBytes = empty * 5 / 4 + 60 + random.nextInt(changes.length * 2);
    List<byte[]> records = encoder.encode(record, changes, maxBytes);

    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    List<Change> whole = null;
    for (int i = 0; i < records.size(); i++) {
      assertTrue(records.get(i).length <= maxBytes, "seed " + seed + ": longer than maxBytes");
      DecodedRecord decoded = new RecordDecoder().decode(records.get(i));
      assertEquals(
          expectedSlice(record.slice(), i, records.size()),
          decoded.record().slice(),
          "seed " + seed);
      assertEquals(record.tables(), decoded.record().tables(), "seed " + seed);
      if (decoded.piece() == null) {
        whole = decoded.record().changes();
      } else {
        joined.writeBytes(decoded.piece());
      }
    }
    if (whole == null) {
      whole = new RecordDecoder().changes(record.tables(), joined.toByteArray());
    }
    assertEquals(record.changes(), whole, "seed " + seed);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void hazard16_oneByOneFromAnyChangeOn(long seed) throws Exception {
    TransactionRecord record = new RandomRecords(new Random(seed)).record();
    byte[] all = encodeChanges(record);
    if (all.length == 0) {
      return;
    }
    int begin = 0;
    for (int first = 0; first < record.changes().size(); first++) {
      InputStream rest = new ByteArrayInputStream(all, begin, all.length - begin);
      try (ChangeSequence sequence = new RecordDecoder().changes(record.tables(), rest)) {
        assertEquals(record.changes().get(first), sequence.next(), "seed " + seed);
        int next = begin + (int) sequence.bytes() + 1;
        List<Change> others = new ArrayList<>();
        while (sequence.hasNext()) {
          others.add(sequence.next());
        }
        assertEquals(
            record.changes().subList(first + 1, record.changes().size()), others, "seed " + seed);
        assertEquals(all.length - begin, sequence.bytes(), "seed " + seed);
        begin = next;
      }
    }
    assertEquals(all.length + 1, begin, "seed " + seed);
  }

  @Test
  void whatIsCutOffIsNoSequence() throws Exception {
    TransactionRecord record = new RandomRecords(new Random(1)).record();
    byte[] all = encodeChanges(record);
    for (int length : new int[] {all.length - 1, all.length / 2, 1}) {
      InputStream cut = new ByteArrayInputStream(all, 0, length);
      assertThrows(
          RecordFormatException.class,
          () -> {
            ChangeSequence sequence = new RecordDecoder().changes(record.tables(), cut);
            while (sequence.hasNext()) {
              sequence.next();
            }
          });
    }
  }

  private static Slice expectedSlice(Slice slice, int fragment, int count) {
    return new Slice(
        slice.partition(),
        slice.partitions(),
        slice.previous(),
        slice.attempt(),
        fragment,
        fragment == count - 1);
  }

  private static byte[] encodeChanges(TransactionRecord record) throws IOException {
    ChangeEncoder encoder = new ChangeEncoder();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Change change : record.changes()) {
      if (out.size() > 0) {
        out.write(',');
      }
      TableDescriptor table = record.tables().get(change.table());
      encoder.encode(change, table.columns(), out);
    }
    return out.toByteArray();
  }
}
