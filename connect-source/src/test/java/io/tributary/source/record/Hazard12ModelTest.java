package io.tributary.source.record;

import static io.tributary.source.record.SourceModel.decode;
import static io.tributary.source.record.SourceModel.resume;
import static io.tributary.source.record.SourceModel.transaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tributary.format.model.Position;
import io.tributary.format.model.TransactionRecord;
import io.tributary.source.offset.SourceOffset;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.EncodedSlice;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories, written by a source that is killed at random moments and goes on at whatever
 * offset of an acknowledged record was stored; read by a model of the sink's rules.
 */
class Hazard12ModelTest {
  private static final int TRANSACTIONS = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  @DisplayName("hazard12: a source that dies between two acknowledged slices loses neither")
  void hazard12_killedBetweenTwoAcknowledgedSlices(long seed) {
    Random random = new Random(seed);
    int partitions = 1 + random.nextInt(4);
    List<CompletedTransaction> history = history(random, partitions);
    Map<Integer, List<TransactionRecord>> logs = new HashMap<>();
    Map<String, Object> stored = new SourceOffset("h", resume(4), Map.of(), 0).toMap();
    boolean finished = false;
    while (!finished) {
      SourceOffset from = SourceOffset.parse(stored);
      List<SourceRecord> life = live(random, history, from, partitions);
      finished = random.nextInt(12) == 0;
      int sent = finished ? life.size() : random.nextInt(life.size() + 1);
      for (SourceRecord record : life.subList(0, sent)) {
        logs.computeIfAbsent(record.kafkaPartition(), p -> new ArrayList<>()).add(decode(record));
      }
      // Any acknowledged record's offset may be the one that was stored, or none of this life.
      int kept = random.nextBoolean() ? sent : random.nextInt(sent + 1);
      if (kept > 0) {
        stored = new HashMap<>(life.get(kept - 1).sourceOffset());
      }
    }
    for (int partition = 0; partition < partitions; partition++) {
      assertEquals(
          written(history, partition),
          applied(logs.getOrDefault(partition, List.of()), "seed " + seed + " p" + partition),
          "seed " + seed + ", partition " + partition);
    }
  }

  private static List<CompletedTransaction> history(Random random, int partitions) {
    List<CompletedTransaction> history = new ArrayList<>();
    for (int i = 1; i <= TRANSACTIONS; i++) {
      List<Integer> touched = new ArrayList<>();
      for (int partition = 0; partition < partitions; partition++) {
        if (random.nextBoolean()) {
          touched.add(partition);
        }
      }
      int bytes = random.nextInt(5) == 0 ? 4_000 : 40;
      history.add(
          transaction(i * 100L, bytes, touched.stream().mapToInt(Integer::intValue).toArray()));
    }
    return history;
  }

  private static List<SourceRecord> live(
      Random random, List<CompletedTransaction> history, SourceOffset from, int partitions) {
    TransactionRecordWriter writer =
        new TransactionRecordWriter(
            new Destination("s", "c", "t", partitions, 1_500), Clock.systemUTC());
    writer.begin(
        new SourceOffset(from.history(), from.resume(), from.previous(), from.attempt() + 1));
    List<SourceRecord> records = new ArrayList<>(writer.heartbeats(0));
    for (CompletedTransaction each : history) {
      if (!each.commit().position().atOrBefore(from.resume().position())) {
        writer.write(each).forEachRemaining(records::add);
        if (random.nextInt(6) == 0) {
          records.addAll(writer.heartbeats(0));
        }
      }
    }
    return records;
  }

  private static List<Position> written(List<CompletedTransaction> history, int partition) {
    List<Position> positions = new ArrayList<>();
    for (CompletedTransaction each : history) {
      for (EncodedSlice slice : each.slices()) {
        if (slice.partition() == partition) {
          positions.add(each.commit().position());
        }
      }
    }
    return positions;
  }

  /** The sink's rules: a replay is skipped, a gap fails, a slice counts with its last fragment. */
  private static List<Position> applied(List<TransactionRecord> log, String where) {
    List<Position> applied = new ArrayList<>();
    Position last = null;
    List<Integer> fragments = new ArrayList<>();
    for (TransactionRecord record : log) {
      Position position = record.commit().position();
      if (last != null && !record.slice().previous().atOrBefore(last)) {
        fail(where + ": gap before " + position + ", previous " + record.slice().previous());
      }
      if (record.heartbeat() == null) {
        if (record.slice().fragment() == 0) {
          fragments.clear();
        }
        fragments.add(record.slice().fragment());
        if (!record.slice().last() || last != null && position.atOrBefore(last)) {
          continue;
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i <= record.slice().fragment(); i++) {
          expected.add(i);
        }
        assertEquals(expected, fragments, where + ": fragments of " + position);
        applied.add(position);
      }
      last = last == null || last.atOrBefore(position) ? position : last;
    }
    return Collections.unmodifiableList(applied);
  }
}
